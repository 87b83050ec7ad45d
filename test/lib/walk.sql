-- check_walk: the pages of a walk, forward and back, put together equal one SELECT ... ORDER BY.
--
-- Returns 'ok' or what is wrong. Rows are compared whole, as JSON text: members and values, not only ids.

CREATE TEMP TABLE wanted (n bigint, item text);
CREATE TEMP TABLE walked (n bigint, item text);

CREATE FUNCTION pg_temp.check_walk(relation regclass, order_spec text, page_size bigint, columns text,
    filter text DEFAULT NULL, args text[] DEFAULT NULL, literal_filter text DEFAULT 'true')
RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    page record;
    place text;
    total bigint;
    got bigint := 0;
    pages bigint := 0;
    size bigint;
    wrong record;
BEGIN
    TRUNCATE wanted;
    TRUNCATE walked;

    -- Forward.
    LOOP
        SELECT * INTO page FROM keyset_page(relation, order_spec, place, page_size, filter, args, columns);
        pages := pages + 1;
        IF pages = 1 THEN
            EXECUTE format('INSERT INTO wanted SELECT row_number() OVER (), row_to_json(q)::text
                              FROM (SELECT %s FROM %s WHERE %s ORDER BY %s) q',
                           columns, relation, literal_filter, page.order_by);
            GET DIAGNOSTICS total = ROW_COUNT;
        END IF;
        IF (page.prev_cursor IS NULL) <> (pages = 1) THEN
            RETURN format('page %s: prev_cursor is %L', pages, page.prev_cursor);
        END IF;
        INSERT INTO walked SELECT got + i.n, i.item FROM json_array_elements(page.items) WITH ORDINALITY i (item, n);
        GET DIAGNOSTICS size = ROW_COUNT;
        got := got + size;
        IF (page.next_cursor IS NULL) <> (got >= total) THEN
            RETURN format('page %s: next_cursor is %L after %s of %s rows', pages, page.next_cursor, got, total);
        END IF;
        IF page.next_cursor IS NOT NULL AND size <> page_size THEN
            RETURN format('page %s has %s rows', pages, size);
        END IF;
        place := page.next_cursor;
        EXIT WHEN place IS NULL;
    END LOOP;
    SELECT a.n, a.item AS wanted, b.item AS walked INTO wrong
      FROM wanted a FULL JOIN walked b USING (n) WHERE a.item IS DISTINCT FROM b.item ORDER BY n LIMIT 1;
    IF FOUND THEN
        RETURN format('forward, row %s: wanted %s, got %s', wrong.n, wrong.wanted, wrong.walked);
    END IF;

    -- Back from the last page.
    got := got - size;
    DELETE FROM walked WHERE n <= got;
    WHILE page.prev_cursor IS NOT NULL LOOP
        SELECT * INTO page FROM keyset_page(relation, order_spec, page.prev_cursor, page_size, filter, args, columns);
        IF page.next_cursor IS NULL THEN
            RETURN 'back: no next_cursor before the end';
        END IF;
        size := json_array_length(page.items);
        got := got - size;
        INSERT INTO walked SELECT got + i.n, i.item FROM json_array_elements(page.items) WITH ORDINALITY i (item, n);
        IF (page.prev_cursor IS NULL) <> (got <= 0) THEN
            RETURN format('back: prev_cursor is %L before row %s', page.prev_cursor, got + 1);
        END IF;
        IF page.prev_cursor IS NOT NULL AND size <> page_size THEN
            RETURN format('back: a page of %s rows', size);
        END IF;
    END LOOP;
    SELECT a.n, a.item AS wanted, b.item AS walked INTO wrong
      FROM wanted a FULL JOIN walked b USING (n) WHERE a.item IS DISTINCT FROM b.item ORDER BY n LIMIT 1;
    IF FOUND THEN
        RETURN format('back, row %s: wanted %s, got %s', wrong.n, wrong.wanted, wrong.walked);
    END IF;
    RETURN CASE WHEN total = 0 THEN 'no rows' ELSE 'ok' END;
END
$$;
