-- What test/differential/walks needs in its database: types and collations with values that are equal but not
-- identical, a schema of operators and functions that lie, and kw.walk, which walks a relation in every way there is
-- and compares with one SELECT ... ORDER BY.

SET client_min_messages = warning;
DROP SCHEMA IF EXISTS kw, kw_lies CASCADE;
CREATE SCHEMA kw;
CREATE EXTENSION IF NOT EXISTS citext SCHEMA public;
CREATE EXTENSION IF NOT EXISTS ltree SCHEMA public;
CREATE EXTENSION IF NOT EXISTS hstore SCHEMA public;
CREATE EXTENSION IF NOT EXISTS isn SCHEMA public;
CREATE EXTENSION IF NOT EXISTS cube SCHEMA public;
CREATE EXTENSION IF NOT EXISTS postgres_fdw SCHEMA public;
DROP SERVER IF EXISTS kw_loopback CASCADE;
DO $$
BEGIN
    EXECUTE format('CREATE SERVER kw_loopback FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host %L, port %L, dbname %L)',
                   split_part(current_setting('unix_socket_directories'), ',', 1), current_setting('port'), current_database());
    EXECUTE format('CREATE USER MAPPING FOR CURRENT_USER SERVER kw_loopback OPTIONS (user %L)', current_user);
END
$$;
DO $$
BEGIN
    CREATE ROLE kw_reader;
EXCEPTION WHEN duplicate_object THEN
    NULL;
END
$$;
GRANT USAGE ON SCHEMA kw TO kw_reader;
ALTER DEFAULT PRIVILEGES IN SCHEMA kw GRANT ALL ON TABLES TO kw_reader;

CREATE TYPE kw.mood AS ENUM ('sad', 'ok', 'happy', 'a "mood"');
ALTER TYPE kw.mood ADD VALUE 'between' AFTER 'sad';
CREATE COLLATION kw.nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE COLLATION kw."Digits" (provider = icu, locale = 'und-u-kn-true');
CREATE DOMAIN kw.posint AS int CHECK (value > 0);
CREATE DOMAIN kw.label AS text COLLATE kw.nocase;
CREATE DOMAIN kw.label2 AS kw.label;
CREATE TYPE kw.pair AS (x numeric, y text);
CREATE TYPE kw.nested AS (p kw.pair, a float8[]);
CREATE DOMAIN kw.pairdom AS kw.pair;
CREATE TYPE kw.floatrange AS RANGE (subtype = float8);

-- Operators that an exact match finds before those of pg_catalog, and functions of familiar names.
CREATE SCHEMA kw_lies;
DO $$
DECLARE
    t text;
    o text;
BEGIN
    FOREACH t IN ARRAY ARRAY['int2', 'int4', 'int8', 'numeric', 'float8', 'text', 'timestamptz', 'timestamp', 'date', 'uuid', 'bool', 'bytea',
                             'interval', 'name', 'record', 'anyarray', 'jsonb', 'inet', 'kw.mood', 'public.citext']
    LOOP
        EXECUTE format('CREATE FUNCTION kw_lies.lie(%s, %1$s) RETURNS bool LANGUAGE plpgsql IMMUTABLE
                          AS ''BEGIN RAISE EXCEPTION ''''an operator of kw_lies was called''''; END''', t);
        FOREACH o IN ARRAY ARRAY['=', '<>', '<', '<=', '>', '>='] LOOP
            EXECUTE format('CREATE OPERATOR kw_lies.%s (LEFTARG = %s, RIGHTARG = %2$s, FUNCTION = kw_lies.lie)', o, t);
        END LOOP;
    END LOOP;
    FOREACH t IN ARRAY ARRAY['count()', 'count(int8)', 'row_to_json(record)', 'json_agg(anyelement)'] LOOP
        EXECUTE format('CREATE FUNCTION kw_lies.%s RETURNS int8 LANGUAGE plpgsql IMMUTABLE
                          AS ''BEGIN RAISE EXCEPTION ''''a function of kw_lies was called''''; END''', t);
    END LOOP;
END
$$;
CREATE DOMAIN kw_lies.int8 AS pg_catalog.int4 CHECK (false);
CREATE DOMAIN kw_lies.text AS pg_catalog.text CHECK (false);

-- Some of the settings in opt's shake, each 'name|value|value...', for the rest of the transaction.
CREATE FUNCTION kw.shake(opt jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    pick text;
    one text[];
BEGIN
    FOR pick IN SELECT value FROM jsonb_array_elements_text(opt -> 'shake') WHERE random() < 0.5 LOOP
        one := string_to_array(pick, '|');
        PERFORM set_config(one[1], one[2 + floor(random() * (cardinality(one) - 1))::int], true);
    END LOOP;
END $$;

-- One page, as the numbers of its rows and what else it says.
CREATE FUNCTION kw.page(call jsonb, place text, opt jsonb, start_at int8,
    OUT rids int[], OUT next_cursor text, OUT prev_cursor text, OUT order_by text, OUT total int8)
LANGUAGE plpgsql AS $$
DECLARE
    relation regclass;
    spec text;
    size int8;
    filter text;
    columns text;
    with_total bool;
    items json;
    rest json;
    args text[];
    shaken bool := opt ? 'shake';
    as_json bool := opt ? 'json';
    path text := current_setting('search_path');
    q text;
BEGIN
    IF call ->> 'args' IS NOT NULL THEN
        SELECT array_agg(value ORDER BY n) INTO args FROM jsonb_array_elements_text(call -> 'args') WITH ORDINALITY a (value, n);
    END IF;
    IF as_json THEN
        q := 'SELECT public.keyset_page_json($1, $2, $3, $4, $5, $6, $7, $8, $9)';
    ELSE
        q := 'SELECT items, next_cursor, prev_cursor, order_by, total FROM public.keyset_page($1, $2, $3, $4, $5, $6, $7, $8, $9)';
    END IF;
    relation := (call ->> 'oid')::oid::regclass;
    spec := call ->> 'spec';
    size := (call ->> 'size')::int8;
    filter := call ->> 'filter';
    columns := call ->> 'columns';
    with_total := (opt ->> 'total')::bool;
    IF shaken THEN PERFORM kw.shake(opt); END IF;
    -- Under the shaken search path, so nothing here may name an operator.
    IF as_json THEN
        EXECUTE q INTO rest USING relation, spec, place, size, filter, args, columns, with_total, start_at;
    ELSE
        EXECUTE q INTO items, next_cursor, prev_cursor, order_by, total
            USING relation, spec, place, size, filter, args, columns, with_total, start_at;
    END IF;
    IF shaken THEN PERFORM set_config('search_path', path, true); END IF;
    IF rest IS NOT NULL THEN
        items := rest -> 'items';
        next_cursor := rest ->> 'next_cursor';
        prev_cursor := rest ->> 'prev_cursor';
        order_by := rest ->> 'order_by';
        total := rest ->> 'total';
    END IF;
    SELECT coalesce(array_agg((i.item ->> 'rid')::int ORDER BY n), '{}') INTO rids
      FROM json_array_elements(items) WITH ORDINALITY i (item, n);
    IF next_cursor !~ '^[A-Za-z0-9_-]+$' OR prev_cursor !~ '^[A-Za-z0-9_-]+$' THEN
        RAISE EXCEPTION 'a cursor has strange characters: % %', next_cursor, prev_cursor;
    END IF;
END $$;

-- One page of typed rows.
CREATE FUNCTION kw.rows(call jsonb, place text, backward bool, opt jsonb, OUT rids int[], OUT cursors text[], OUT more bool[])
LANGUAGE plpgsql AS $$
DECLARE
    args text[];
    shaken bool := opt ? 'shake';
    path text := current_setting('search_path');
    q text := format('SELECT (r.item).rid, r.row_cursor, r.has_more
                        FROM public.keyset_rows(NULL::%s, $1, $2, $3, $4, $5, $6) r', call ->> 'rel');
    spec text := call ->> 'spec';
    size int8 := (call ->> 'size')::int8;
    filter text := call ->> 'filter';
    rid int;
    one_cursor text;
    one_more bool;
BEGIN
    IF call ->> 'args' IS NOT NULL THEN
        SELECT array_agg(value ORDER BY n) INTO args FROM jsonb_array_elements_text(call -> 'args') WITH ORDINALITY a (value, n);
    END IF;
    rids := '{}';
    IF shaken THEN PERFORM kw.shake(opt); END IF;
    FOR rid, one_cursor, one_more IN EXECUTE q USING spec, place, size, filter, args, backward LOOP
        rids := pg_catalog.array_append(rids, rid);
        cursors := pg_catalog.array_append(cursors, one_cursor);
        more := pg_catalog.array_append(more, one_more);
    END LOOP;
    IF shaken THEN PERFORM set_config('search_path', path, true); END IF;
END $$;

CREATE FUNCTION kw.fail(message text, VARIADIC parts anyarray) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'KW001', MESSAGE = format(message, VARIADIC parts);
END $$;

-- Raises unless the rows walked are the rows wanted; where the order is not total, unless their ranks are.
CREATE FUNCTION kw.compare(what text, got int[], wanted int[], ranks int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF got = wanted THEN
        RETURN;
    END IF;
    IF ranks IS NOT NULL AND (SELECT array_agg(x ORDER BY x) FROM unnest(got) x) = (SELECT array_agg(x ORDER BY x) FROM unnest(wanted) x)
       AND (SELECT array_agg(ranks[x] ORDER BY n) FROM unnest(got) WITH ORDINALITY g (x, n))
         = (SELECT array_agg(ranks[x] ORDER BY n) FROM unnest(wanted) WITH ORDINALITY g (x, n)) THEN
        RETURN;
    END IF;
    PERFORM kw.fail('%s: got %s, wanted %s', what, got::text, wanted::text);
END $$;

-- The walk. call: rel, spec, size, filter, args, literal (the filter as SQL), columns. opt: seed, proven, error,
-- json, total, shake, role, remove, ddl, rows, minted, offset. Returns 'ok' and what was walked, or what is wrong.
CREATE FUNCTION kw.walk(call jsonb, opt jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    rel text := call ->> 'rel';
    size int := (call ->> 'size')::int;
    page record;
    other record;
    r record;
    first_order text;
    wanted int[];
    spec_wanted int[];
    ranks int[];
    tied bool;
    total int;
    statement text;
    got int[] := '{}';
    removed int[] := '{}';
    alive int[];
    here int[];
    pages int := 0;
    place text;
    back text;
    from_end text;
    remove_at int;
    i int;
    j int;
    doc jsonb;
    args text[];
    done text := '';
    literal text := coalesce(call ->> 'literal', 'true');
BEGIN
    PERFORM setseed((opt ->> 'seed')::float8);
    call := call || jsonb_build_object('oid', rel::regclass::oid);
    IF call ->> 'args' IS NOT NULL THEN
        SELECT array_agg(value ORDER BY n) INTO args FROM jsonb_array_elements_text(call -> 'args') WITH ORDINALITY a (value, n);
    END IF;

    IF opt ? 'role' THEN
        PERFORM set_config('role', opt ->> 'role', true);
    END IF;
    page := kw.page(call, NULL, opt, NULL);
    IF opt ->> 'error' IS NOT NULL THEN
        RETURN format('wanted error %s, got rows %s ordered by %s', opt ->> 'error', page.rids, page.order_by);
    END IF;
    first_order := page.order_by;
    EXECUTE format('SELECT coalesce(array_agg(rid ORDER BY n), ''{}''), array_agg(k ORDER BY n)
                      FROM (SELECT rid, row_number() OVER w AS n, rank() OVER w AS k
                              FROM %s WHERE %s WINDOW w AS (ORDER BY %s)) s', rel, literal, first_order) INTO wanted, ranks;
    total := cardinality(wanted);
    IF nullif(call ->> 'spec', '') IS NOT NULL THEN
        EXECUTE format('SELECT coalesce(array_agg(rid ORDER BY n), ''{}'')
                          FROM (SELECT rid, row_number() OVER (ORDER BY %s%s, %s) AS n FROM %s WHERE %s) s',
                       call ->> 'spec', chr(10), first_order, rel, literal) INTO spec_wanted;
    END IF;
    IF ranks = (SELECT array_agg(n::int) FROM generate_series(1, total) n) THEN
        ranks := NULL;
    ELSIF total > 0 THEN
        IF (opt ->> 'proven')::bool THEN
            RETURN format('order_by %s is not total: ranks %s', first_order, ranks);
        END IF;
        SELECT array_agg(k ORDER BY n) INTO ranks -- by rid
          FROM generate_series(1, (SELECT max(x) FROM unnest(wanted) x)) n
          LEFT JOIN (SELECT wanted[m] AS n, ranks[m] AS k FROM generate_subscripts(ranks, 1) m) k USING (n);
    END IF;
    IF spec_wanted IS NOT NULL THEN
        PERFORM kw.compare('order_by is not the order asked for: ' || first_order, spec_wanted, wanted, ranks);
    END IF;

    -- Forward by next_cursor. Somewhere on the way rows may be deleted, the cursor's own among them, and
    -- indexes come and go.
    alive := wanted;
    remove_at := 1 + floor(random() * (total / size + 1))::int;
    BEGIN
        LOOP
            pages := pages + 1;
            IF page.order_by <> first_order AND NOT opt ? 'quoting' THEN
                PERFORM kw.fail('page %s: order_by changed from %s to %s', pages::text, first_order, page.order_by);
            END IF;
            IF (opt ->> 'total')::bool AND page.total IS DISTINCT FROM cardinality(alive)
               OR NOT (opt ->> 'total')::bool AND page.total IS NOT NULL THEN
                PERFORM kw.fail('page %s: total %s of %s', pages::text, page.total::text, cardinality(alive)::text);
            END IF;
            here := page.rids;
            IF (page.prev_cursor IS NULL) <> (NOT EXISTS (SELECT FROM unnest(got) x WHERE x <> ALL (removed))) THEN
                PERFORM kw.fail('page %s (%s) after %s: prev_cursor is %s', pages::text, here::text, got::text, page.prev_cursor);
            END IF;
            -- There and back again.
            IF page.prev_cursor IS NOT NULL AND random() < 0.15 THEN
                other := kw.page(call, page.prev_cursor, opt, NULL);
                IF other.next_cursor IS NULL AND here <> '{}' THEN
                    PERFORM kw.fail('the page before page %s (%s) is %s and has no next_cursor', pages::text, here::text, other.rids::text);
                ELSIF other.next_cursor IS NOT NULL THEN
                    other := kw.page(call, other.next_cursor, opt, NULL);
                    PERFORM kw.compare(format('page %s back and forth', pages), other.rids, here, ranks);
                    IF (other.next_cursor IS NULL) <> (page.next_cursor IS NULL) THEN
                        PERFORM kw.fail('page %s back and forth: next_cursor is %s', pages::text, other.next_cursor);
                    END IF;
                END IF;
            END IF;
            got := got || here;
            IF page.next_cursor IS NOT NULL AND cardinality(here) <> size THEN
                PERFORM kw.fail('page %s of size %s has rows %s and a next_cursor', pages::text, size::text, here::text);
            END IF;
            IF (page.next_cursor IS NULL) <>
               (NOT EXISTS (SELECT FROM unnest(alive) x WHERE x <> ALL (got) AND x <> ALL (removed))) THEN
                PERFORM kw.fail('page %s: rows so far %s of %s, next_cursor is %s', pages::text, got::text, alive::text, page.next_cursor);
            END IF;
            EXIT WHEN page.next_cursor IS NULL;
            IF pages = remove_at AND opt ? 'ddl' THEN
                FOR statement IN SELECT value FROM jsonb_array_elements_text(opt -> 'ddl') LOOP
                    EXECUTE statement;
                END LOOP;
            END IF;
            IF pages = remove_at AND opt ? 'remove' THEN
                i := cardinality(got);
                SELECT array_agg(wanted[n]) INTO removed FROM generate_series(1, total) n
                 WHERE CASE opt ->> 'remove'
                       WHEN 'cursor' THEN n = i
                       WHEN 'around' THEN n BETWEEN i - 2 AND i + 2
                       WHEN 'before' THEN n <= i
                       WHEN 'after' THEN n >= i
                       WHEN 'all' THEN true
                       ELSE random() < 0.4 END;
                removed := coalesce(removed, '{}');
                EXECUTE format('DELETE FROM %s WHERE rid = ANY ($1)', rel) USING removed;
                SELECT coalesce(array_agg(x ORDER BY n), '{}') INTO alive FROM unnest(wanted) WITH ORDINALITY w (x, n) WHERE x <> ALL (removed);
            END IF;
            page := kw.page(call, page.next_cursor, opt, NULL);
            IF pages > total + 5 THEN
                PERFORM kw.fail('the walk does not end: %s', got::text);
            END IF;
        END LOOP;
        SELECT coalesce(array_agg(x ORDER BY n), '{}') INTO got FROM unnest(got) WITH ORDINALITY g (x, n) WHERE x <> ALL (removed);
        PERFORM kw.compare('forward', got, alive, ranks);

        -- Back from the last page.
        SELECT coalesce(array_agg(x ORDER BY n), '{}') INTO got FROM unnest(page.rids) WITH ORDINALITY g (x, n) WHERE x <> ALL (removed);
        pages := 0;
        WHILE page.prev_cursor IS NOT NULL LOOP
            pages := pages + 1;
            page := kw.page(call, page.prev_cursor, opt, NULL);
            IF (page.next_cursor IS NULL) <> (got = '{}') THEN
                PERFORM kw.fail('back, page %s (%s) before %s: next_cursor is %s', pages::text, page.rids::text, got::text, page.next_cursor);
            END IF;
            got := page.rids || got;
            IF page.prev_cursor IS NOT NULL AND cardinality(page.rids) <> size THEN
                PERFORM kw.fail('back, page %s of size %s has rows %s and a prev_cursor', pages::text, size::text, page.rids::text);
            END IF;
            IF (page.prev_cursor IS NULL) <> (cardinality(got) >= cardinality(alive)) THEN
                PERFORM kw.fail('back, page %s: rows so far %s, prev_cursor is %s', pages::text, got::text, page.prev_cursor);
            END IF;
        END LOOP;
        PERFORM kw.compare('back', got, alive, ranks);
        done := 'pages';
        IF opt ? 'remove' OR opt ? 'ddl' THEN
            RAISE EXCEPTION USING ERRCODE = 'KW002', MESSAGE = 'undo what was done on the way';
        END IF;
    EXCEPTION WHEN SQLSTATE 'KW002' THEN
        done := done || ', undone';
    END;

    -- The same by keyset_rows, both ways.
    IF opt ? 'rows' THEN
        got := '{}';
        place := NULL;
        LOOP
            r := kw.rows(call, place, false, opt);
            FOR i IN 1 .. cardinality(r.rids) LOOP
                IF r.more[i] <> (cardinality(got) + i < total) THEN
                    PERFORM kw.fail('rows after %s: has_more of %s is %s', got::text, r.rids[i]::text, r.more[i]::text);
                END IF;
            END LOOP;
            got := got || r.rids;
            EXIT WHEN coalesce(NOT r.more[cardinality(r.rids)], true);
            i := cardinality(r.rids);
            IF i <> size THEN
                PERFORM kw.fail('rows after %s: %s', place, r.rids::text);
            END IF;
            -- A row's cursor serves keyset_page as well.
            IF random() < 0.2 THEN
                j := 1 + floor(random() * i)::int;
                page := kw.page(call, r.cursors[j], opt, NULL);
                PERFORM kw.compare('page at the cursor of a row', page.rids, wanted[cardinality(got) - i + j + 1 : cardinality(got) - i + j + size], ranks);
                IF page.prev_cursor IS NULL THEN
                    PERFORM kw.fail('page at the cursor of row %s has no prev_cursor', r.rids[j]::text);
                END IF;
            END IF;
            place := r.cursors[i];
        END LOOP;
        PERFORM kw.compare('rows forward', got, wanted, ranks);
        from_end := r.cursors[cardinality(r.rids)];
        -- From the end, or from the last row.
        got := '{}';
        place := NULL;
        IF random() < 0.5 AND total > 0 THEN
            got := wanted[total:];
            place := from_end;
        END IF;
        LOOP
            r := kw.rows(call, place, true, opt);
            FOR i IN 1 .. cardinality(r.rids) LOOP
                IF r.more[i] <> (total - cardinality(got) - cardinality(r.rids) + i > 1) THEN
                    PERFORM kw.fail('rows before %s: %s, has_more of %s is %s', got::text, r.rids::text, r.rids[i]::text, r.more[i]::text);
                END IF;
            END LOOP;
            got := r.rids || got;
            EXIT WHEN coalesce(NOT r.more[1], true);
            IF cardinality(r.rids) <> size THEN
                PERFORM kw.fail('rows before: %s', r.rids::text);
            END IF;
            place := r.cursors[1];
            IF random() < 0.2 THEN -- the cursor of a row that was read backwards serves keyset_page as well
                page := kw.page(call, r.cursors[1], opt, NULL);
                PERFORM kw.compare('page at the cursor of a row read backward', page.rids,
                                   wanted[greatest(total - cardinality(got) - size, 0) + 1 : total - cardinality(got)], ranks);
                IF page.next_cursor IS NULL THEN
                    PERFORM kw.fail('page before the row %s has no next_cursor', r.rids[1]::text);
                END IF;
            END IF;
        END LOOP;
        PERFORM kw.compare('rows backward', got, wanted, ranks);
        done := done || ', rows';
    END IF;

    -- Cursors made of rows, and of what a cursor says.
    IF opt ? 'minted' AND total > 0 THEN
        FOR n IN 1 .. 3 LOOP
            i := 1 + floor(random() * total)::int;
            IF opt ->> 'minted' = 'row' THEN
                PERFORM set_config(s.name, s.value, true)
                   FROM (VALUES ('DateStyle', 'ISO, MDY'), ('TimeZone', 'UTC'), ('IntervalStyle', 'postgres'), ('extra_float_digits', '1'),
                                ('bytea_output', 'hex'), ('lc_monetary', 'C')) s (name, value);
                EXECUTE format('SELECT to_jsonb(t) FROM %s t WHERE rid = $1', rel) INTO doc USING wanted[i];
            ELSE
                r := kw.rows(call || '{"size": 1000}', NULL, false, opt);
                EXECUTE 'SELECT to_jsonb(d) FROM public.keyset_cursor_decode($1) d' INTO doc USING r.cursors[i];
                IF (doc ->> 'order_by' <> first_order AND NOT opt ? 'quoting') OR doc ->> 'relation' IS NULL OR doc ->> 'direction' <> 'next' THEN
                    PERFORM kw.fail('decoded: %s', doc::text);
                END IF;
                doc := doc -> 'position';
            END IF;
            EXECUTE 'SELECT public.keyset_cursor_encode($1, $2, $3, $4, $5), public.keyset_cursor_encode($1, $2, $3, $4, $5, ''prev'')'
               INTO place, back USING rel::regclass, call ->> 'spec', doc, call ->> 'filter', args;
            page := kw.page(call, place, opt, NULL);
            PERFORM kw.compare(format('after minted %s', doc), page.rids, wanted[i + 1 : i + size], ranks);
            IF (page.next_cursor IS NULL) <> (i + size >= total) OR page.prev_cursor IS NULL THEN
                PERFORM kw.fail('after minted %s: %s %s', doc::text, page.next_cursor, page.prev_cursor);
            END IF;
            page := kw.page(call, back, opt, NULL);
            PERFORM kw.compare(format('before minted %s', doc), page.rids, wanted[greatest(i - size, 1) : i - 1], ranks);
            IF (page.prev_cursor IS NULL) <> (i - size <= 1) OR page.next_cursor IS NULL THEN
                PERFORM kw.fail('before minted %s: %s %s', doc::text, page.next_cursor, page.prev_cursor);
            END IF;
        END LOOP;
        done := done || ', minted';
    END IF;

    -- From an offset, which means something where the order is total.
    IF opt ? 'offset' AND ranks IS NULL THEN
        i := (opt ->> 'offset')::int;
        page := kw.page(call, NULL, opt, i);
        PERFORM kw.compare(format('at offset %s', i), page.rids, wanted[i + 1 : i + size], ranks);
        IF (page.next_cursor IS NULL) <> (i + size >= total) OR (page.prev_cursor IS NULL) <> (i = 0 OR total = 0) THEN
            PERFORM kw.fail('at offset %s: %s %s', i::text, page.next_cursor, page.prev_cursor);
        END IF;
        IF page.next_cursor IS NOT NULL THEN
            other := kw.page(call, page.next_cursor, opt, NULL);
            PERFORM kw.compare(format('after offset %s', i), other.rids, wanted[i + size + 1 : i + 2 * size], ranks);
        END IF;
        IF page.prev_cursor IS NOT NULL THEN
            other := kw.page(call, page.prev_cursor, opt, NULL);
            j := least(i, total);
            PERFORM kw.compare(format('before offset %s', i), other.rids, wanted[greatest(j - size, 0) + 1 : j], ranks);
        END IF;
        done := done || ', offset';
    END IF;
    RETURN 'ok ' || done || ', ' || total || ' rows by ' || first_order;
EXCEPTION
    WHEN SQLSTATE 'KW001' THEN
        RETURN 'wrong: ' || SQLERRM || coalesce('; order_by ' || first_order, '');
    WHEN OTHERS THEN
        IF SQLSTATE = opt ->> 'error' THEN
            RETURN 'ok error ' || SQLSTATE;
        END IF;
        IF SQLSTATE = '54000' AND opt ? 'large' THEN
            RETURN 'ok error ' || SQLSTATE;
        END IF;
        -- A tie at the boundary of a page, where nothing proves uniqueness: there must be one.
        IF SQLSTATE = 'KP008' AND NOT (opt ->> 'proven')::bool THEN
            IF nullif(call ->> 'spec', '') IS NULL THEN
                RETURN 'ok no order, no key';
            END IF;
            EXECUTE format('SELECT bool_or(n <> k) FROM (SELECT row_number() OVER w AS n, rank() OVER w AS k FROM %s WHERE %s WINDOW w AS (ORDER BY %s' || chr(10) || ')) s',
                           rel, literal, coalesce(first_order, call ->> 'spec')) INTO tied;
            RETURN CASE WHEN tied THEN 'ok tie' ELSE 'wrong: KP008, but there is no tie under ' || coalesce(first_order, call ->> 'spec') END;
        END IF;
        DECLARE
            what text := SQLSTATE || ': ' || SQLERRM;
            context text;
        BEGIN
            GET STACKED DIAGNOSTICS context = PG_EXCEPTION_CONTEXT;
            RETURN 'error ' || what || ' [' || replace(left(context, 300), chr(10), ' / ') || ']' || coalesce('; order_by ' || first_order, '');
        END;
END $$;
