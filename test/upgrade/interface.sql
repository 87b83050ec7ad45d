-- What an installed keyset_page consists of, a line each, sorted, the same on every major: its members with all
-- that a caller can notice. Run with psql -A -t; the extension's schema reads @extschema@, its owner @owner@.
SET search_path = pg_catalog;
CREATE FUNCTION pg_temp.grants(acl aclitem[], fallback aclitem[], owner oid) RETURNS text LANGUAGE sql AS $$
    -- What the owner has by default is left out: its list grows with the majors.
    SELECT coalesce(string_agg(who || '=' || what, ' ' ORDER BY who), 'owner only')
      FROM (SELECT CASE a.grantee WHEN 0 THEN 'public' WHEN owner THEN '@owner@ without default' ELSE a.grantee::regrole::text END AS who,
                   string_agg(lower(a.privilege_type) || CASE WHEN a.is_grantable THEN '*' ELSE '' END, ',' ORDER BY a.privilege_type) AS what
              FROM aclexplode(coalesce(acl, fallback)) a
             WHERE a.grantee <> owner
             GROUP BY 1
             UNION ALL
            SELECT '@owner@ lacks', string_agg(lower(d.privilege_type), ',' ORDER BY d.privilege_type)
              FROM aclexplode(fallback) d
             WHERE d.grantee = owner
               AND NOT EXISTS (SELECT FROM aclexplode(coalesce(acl, fallback)) a WHERE a.grantee = owner AND a.privilege_type = d.privilege_type)
            HAVING count(*) > 0) g
$$;
WITH extension AS (
    SELECT e.oid, e.extowner AS owner, e.extrelocatable, e.extconfig, e.extcondition, n.nspname AS schema
      FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
     WHERE e.extname = 'keyset_page'
), member AS (
    SELECT d.classid, d.objid, x.owner, x.schema, i.type, i.identity,
           coalesce(obj_description(d.objid, d.classid::regclass::text::name), '-') AS comment,
           EXISTS (SELECT FROM pg_init_privs p WHERE p.objoid = d.objid AND p.classoid = d.classid) AS initial_privileges
      FROM extension x
      JOIN pg_depend d ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = x.oid AND d.deptype = 'e'
     CROSS JOIN LATERAL pg_identify_object(d.classid, d.objid, d.objsubid) i
     -- The row types of tables and views, and the array types of all, are members from 17 on.
     WHERE NOT EXISTS (SELECT FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid AND c.relkind <> 'c' LEFT JOIN pg_type element ON element.typarray = t.oid
                        WHERE d.classid = 'pg_type'::regclass AND t.oid = d.objid AND (c.oid IS NOT NULL OR element.oid IS NOT NULL))
), line AS (
    SELECT 'extension: relocatable ' || extrelocatable || ', dumped ' || coalesce(extconfig::text, 'nothing') || ' ' || coalesce(extcondition::text, '') AS line,
           schema
      FROM extension
    UNION ALL
    SELECT m.type || ' ' || m.identity || ': ' || m.comment, m.schema FROM member m
    UNION ALL
    SELECT m.type || ' ' || m.identity || ': ' ||
           CASE WHEN r.owner = m.owner THEN 'owner as the extension''s' ELSE 'owner ' || r.owner::regrole::text END ||
           ', ' || pg_temp.grants(r.acl, r.fallback, r.owner) || CASE WHEN m.initial_privileges THEN ', of the script' ELSE '' END,
           m.schema
      FROM member m
      JOIN LATERAL (
           SELECT p.proowner AS owner, p.proacl AS acl, acldefault('f', p.proowner) AS fallback
             FROM pg_proc p WHERE m.classid = 'pg_proc'::regclass AND p.oid = m.objid
           UNION ALL
           SELECT c.relowner, c.relacl, acldefault('r', c.relowner)
             FROM pg_class c WHERE m.classid = 'pg_class'::regclass AND c.oid = m.objid AND c.relkind <> 'S'
           UNION ALL
           SELECT t.typowner, t.typacl, acldefault('T', t.typowner)
             FROM pg_type t WHERE m.classid = 'pg_type'::regclass AND t.oid = m.objid
           UNION ALL
           SELECT n.nspowner, n.nspacl, acldefault('n', n.nspowner)
             FROM pg_namespace n WHERE m.classid = 'pg_namespace'::regclass AND n.oid = m.objid) r ON true
    UNION ALL
    -- Functions: everything about them.
    SELECT 'function ' || p.proname || '(' || pg_get_function_arguments(p.oid) || ') returns ' || coalesce(pg_get_function_result(p.oid), '-') || ': ' ||
           concat_ws(', ', 'language ' || l.lanname, CASE p.prokind WHEN 'f' THEN NULL ELSE 'kind ' || p.prokind::text END,
               CASE p.provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' ELSE 'volatile' END,
               'parallel ' || CASE p.proparallel WHEN 's' THEN 'safe' WHEN 'r' THEN 'restricted' ELSE 'unsafe' END,
               CASE WHEN p.proisstrict THEN 'strict' END, CASE WHEN p.prosecdef THEN 'security definer' END,
               CASE WHEN p.proleakproof THEN 'leakproof' END, 'cost ' || p.procost, CASE WHEN p.proretset THEN 'rows ' || p.prorows END,
               CASE WHEN p.prosupport <> 0 THEN 'support ' || p.prosupport::regproc END,
               CASE WHEN l.lanname = 'c' THEN p.probin || ' ' || p.prosrc ELSE coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) END,
               array_to_string(p.proconfig, ' ')), m.schema
      FROM member m JOIN pg_proc p ON m.classid = 'pg_proc'::regclass AND p.oid = m.objid JOIN pg_language l ON l.oid = p.prolang
    UNION ALL
    -- Relations: kind and options, columns, constraints, indexes, policies, triggers, the view's query.
    SELECT 'relation ' || c.relname || ': kind ' || c.relkind::text || ', persistence ' || c.relpersistence::text ||
           CASE WHEN c.relrowsecurity THEN ', row security' ELSE '' END || CASE WHEN c.relforcerowsecurity THEN ', forced' ELSE '' END ||
           coalesce(', ' || array_to_string(c.reloptions, ' '), ''), m.schema
      FROM member m JOIN pg_class c ON m.classid = 'pg_class'::regclass AND c.oid = m.objid
    UNION ALL
    SELECT 'column ' || c.relname || '.' || a.attnum || ' ' || a.attname || ': ' || format_type(a.atttypid, a.atttypmod) ||
           CASE WHEN a.attnotnull THEN ' not null' ELSE '' END || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') ||
           CASE a.attgenerated WHEN '' THEN '' ELSE ' generated' END || CASE a.attidentity WHEN '' THEN '' ELSE ' identity' END ||
           CASE WHEN a.attcollation = t.typcollation THEN '' ELSE ' collate ' || a.attcollation::regcollation::text END ||
           coalesce(' grants ' || a.attacl::text, '') || coalesce(': ' || col_description(c.oid, a.attnum), ''), m.schema
      FROM member m JOIN pg_class c ON m.classid = 'pg_class'::regclass AND c.oid = m.objid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_type t ON t.oid = a.atttypid
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    UNION ALL
    SELECT 'constraint ' || k.conname || ' on ' || c.relname || ': ' || pg_get_constraintdef(k.oid), m.schema
      FROM member m JOIN pg_class c ON m.classid = 'pg_class'::regclass AND c.oid = m.objid
      JOIN pg_constraint k ON k.conrelid = c.oid
     WHERE k.contype <> 'n' -- from 18 on NOT NULL stands here too
    UNION ALL
    SELECT 'index on ' || c.relname || ': ' || pg_get_indexdef(x.indexrelid), m.schema
      FROM member m JOIN pg_class c ON m.classid = 'pg_class'::regclass AND c.oid = m.objid
      JOIN pg_index x ON x.indrelid = c.oid
    UNION ALL
    SELECT 'policy ' || p.polname || ' on ' || c.relname, m.schema
      FROM member m JOIN pg_policy p ON m.classid = 'pg_class'::regclass AND p.polrelid = m.objid JOIN pg_class c ON c.oid = p.polrelid
    UNION ALL
    SELECT 'trigger ' || t.tgname || ' on ' || c.relname || ': ' || pg_get_triggerdef(t.oid), m.schema
      FROM member m JOIN pg_trigger t ON m.classid = 'pg_class'::regclass AND t.tgrelid = m.objid JOIN pg_class c ON c.oid = t.tgrelid
    UNION ALL
    SELECT 'view ' || c.relname || ': ' ||
           -- before 16 each column is qualified
           regexp_replace(regexp_replace(pg_get_viewdef(c.oid), 'keyset_signing_key\.(?=[a-z_]+[,\s])', '', 'g'), '\s+', ' ', 'g'), m.schema
      FROM member m JOIN pg_class c ON m.classid = 'pg_class'::regclass AND c.oid = m.objid
     WHERE c.relkind = 'v'
)
SELECT text FROM (
    SELECT replace(replace(regexp_replace(line, '\s+', ' ', 'g'), quote_ident(schema) || '.', '@extschema@.'), schema || '.', '@extschema@.') AS text
      FROM line) t
 ORDER BY text COLLATE "C";
