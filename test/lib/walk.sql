-- check_walk: the pages of a walk, forward and back, put together equal one SELECT ... ORDER BY.
--
-- Returns 'ok' or what is wrong. Rows are compared whole, as JSON text: members and values, not only ids.
-- columns: NULL for every column. literal_filter: the filter with its arguments written out.
CREATE OR REPLACE FUNCTION check_walk(relation regclass, order_spec text, page_size bigint, columns text DEFAULT NULL,
    filter text DEFAULT NULL, args text[] DEFAULT NULL, literal_filter text DEFAULT 'true')
RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    page record;
    before record; -- the page that prev_cursor leads to
    wanted text[];
    total bigint;
    got bigint := 0;
    pages bigint := 0;
    size bigint;
    last_items text;
    place text;
    items text[];
BEGIN
    -- Forward, and from each page one step back.
    LOOP
        SELECT * INTO page FROM keyset_page(relation, order_spec, place, page_size, filter, args, columns);
        pages := pages + 1;
        IF pages = 1 THEN
            EXECUTE format('SELECT coalesce(array_agg(row_to_json(q)::text), ''{}'')
                              FROM (SELECT %s FROM %s WHERE %s ORDER BY %s) q',
                           coalesce(columns, '*'), relation, literal_filter, page.order_by) INTO wanted;
            total := cardinality(wanted);
        END IF;
        IF (page.prev_cursor IS NULL) <> (pages = 1) THEN
            RETURN format('page %s: prev_cursor is %L', pages, page.prev_cursor);
        END IF;
        items := ARRAY(SELECT i::text FROM json_array_elements(page.items) i);
        size := cardinality(items);
        FOR n IN 1 .. size LOOP
            IF items[n] IS DISTINCT FROM wanted[got + n] THEN
                RETURN format('forward, row %s: wanted %s, got %s', got + n, wanted[got + n], items[n]);
            END IF;
        END LOOP;
        got := got + size;
        IF (page.next_cursor IS NULL) <> (got >= total) THEN
            RETURN format('page %s: next_cursor is %L after %s of %s rows', pages, page.next_cursor, got, total);
        END IF;
        IF page.next_cursor IS NOT NULL AND size <> page_size THEN
            RETURN format('page %s has %s rows', pages, size);
        END IF;
        IF pages > 1 THEN
            SELECT * INTO before
              FROM keyset_page(relation, order_spec, page.prev_cursor, page_size, filter, args, columns);
            IF before.items::text IS DISTINCT FROM last_items THEN
                RETURN format('one back from page %s: wanted %s, got %s', pages, last_items, before.items);
            END IF;
            IF before.next_cursor IS NULL OR (before.prev_cursor IS NULL) <> (pages = 2) THEN
                RETURN format('one back from page %s: next_cursor is %L, prev_cursor %L', pages, before.next_cursor,
                              before.prev_cursor);
            END IF;
        END IF;
        last_items := page.items;
        place := page.next_cursor;
        EXIT WHEN place IS NULL;
    END LOOP;

    -- Back from the last page.
    got := got - size;
    WHILE page.prev_cursor IS NOT NULL LOOP
        SELECT * INTO page FROM keyset_page(relation, order_spec, page.prev_cursor, page_size, filter, args, columns);
        IF page.next_cursor IS NULL THEN
            RETURN 'back: no next_cursor before the end';
        END IF;
        items := ARRAY(SELECT i::text FROM json_array_elements(page.items) i);
        size := cardinality(items);
        got := got - size;
        FOR n IN 1 .. size LOOP
            IF items[n] IS DISTINCT FROM wanted[got + n] THEN
                RETURN format('back, row %s: wanted %s, got %s', got + n, wanted[got + n], items[n]);
            END IF;
        END LOOP;
        IF (page.prev_cursor IS NULL) <> (got <= 0) THEN
            RETURN format('back: prev_cursor is %L before row %s', page.prev_cursor, got + 1);
        END IF;
        IF page.prev_cursor IS NOT NULL AND size <> page_size THEN
            RETURN format('back: a page of %s rows', size);
        END IF;
    END LOOP;
    IF got <> 0 THEN
        RETURN format('back: %s rows were not reached', got);
    END IF;
    RETURN CASE WHEN total = 0 THEN 'no rows' ELSE 'ok' END;
END
$$;

-- The same by keyset_rows: the cursor of each page's last row leads on, that of its first row back, and
-- has_more says of each row whether one follows (backward: precedes).
CREATE OR REPLACE FUNCTION check_rows(relation regclass, order_spec text, page_size bigint,
    filter text DEFAULT NULL, args text[] DEFAULT NULL, literal_filter text DEFAULT 'true')
RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    statement text := format('SELECT array_agg((item)::text ORDER BY n), array_agg(row_cursor ORDER BY n),
                                     array_agg(has_more ORDER BY n)
                                FROM keyset_rows(NULL::%s, $1, $2, $3, $4, $5, $6)
                                     WITH ORDINALITY r (item, row_cursor, has_more, n)',
                             (SELECT format('%I.%I', nspname, relname)
                                FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = relnamespace
                               WHERE c.oid = relation));
    wanted text[];
    total bigint;
    got bigint := 0;
    size bigint;
    place text;
    items text[];
    cursors text[];
    more bool[];
BEGIN
    EXECUTE format('SELECT coalesce(array_agg(q), ''{}'') FROM (SELECT ("the row".*)::text AS q FROM %s AS "the row"
                     WHERE %s ORDER BY %s) q (q)', relation, literal_filter,
                   (SELECT order_by FROM keyset_page(relation, order_spec, NULL, 1, filter, args))) INTO wanted;
    total := cardinality(wanted);
    LOOP
        EXECUTE statement INTO items, cursors, more USING order_spec, place, page_size, filter, args, false;
        size := coalesce(cardinality(items), 0);
        FOR n IN 1 .. size LOOP
            IF items[n] IS DISTINCT FROM wanted[got + n] THEN
                RETURN format('rows, row %s: wanted %s, got %s', got + n, wanted[got + n], items[n]);
            END IF;
            IF more[n] <> (got + n < total) THEN
                RETURN format('rows, row %s of %s: has_more is %s', got + n, total, more[n]);
            END IF;
        END LOOP;
        got := got + size;
        IF size > 0 THEN
            place := cursors[size];
        END IF;
        EXIT WHEN size < page_size OR got > total;
    END LOOP;
    IF got <> total THEN
        RETURN format('rows: %s of %s rows', got, total);
    END IF;
    -- Back from the last row, which is not read again.
    got := total - 1;
    WHILE got > 0 LOOP
        EXECUTE statement INTO items, cursors, more USING order_spec, place, page_size, filter, args, true;
        size := coalesce(cardinality(items), 0);
        IF size <> least(got, page_size) THEN
            RETURN format('rows back: a page of %s rows before row %s', size, got + 1);
        END IF;
        got := got - size;
        FOR n IN 1 .. size LOOP
            IF items[n] IS DISTINCT FROM wanted[got + n] THEN
                RETURN format('rows back, row %s: wanted %s, got %s', got + n, wanted[got + n], items[n]);
            END IF;
            IF more[n] <> (got + n > 1) THEN
                RETURN format('rows back, row %s of %s: has_more is %s', got + n, total, more[n]);
            END IF;
        END LOOP;
        place := cursors[1];
    END LOOP;
    RETURN CASE WHEN total = 0 THEN 'no rows' ELSE 'ok' END;
END
$$;
