import { isDerived } from '../../src/db/backup/tables.ts';
import type { Database } from '../../src/db/postgres/connect.ts';

/**
 * A fingerprint of every row of every table, except the search index: databases with equal ones hold the same content.
 */
export async function fingerprint({ sql }: Database): Promise<Record<string, string>> {
  const tables = await sql<{ name: string; columns: string[] }[]>`
    select table_name as name, array_agg(quote_ident(column_name) order by column_name) as columns
    from information_schema.columns
    where table_schema = 'public' and not exists (
      select 1 from pg_depend d
      where d.objid = format('%I.%I', table_schema, table_name)::regclass and d.deptype = 'e')
    group by table_name order by table_name`;
  const found: Record<string, string> = {};
  for (const { name, columns } of tables) {
    if (isDerived(name)) continue;
    const [row] = await sql.unsafe<{ rows: string; sum: string }[]>(
      `select count(*) as rows, coalesce(sum(hashtextextended(r::text, 1)::numeric), 0)::text as sum
       from (select ${columns.join(', ')} from ${name}) r`,
    );
    found[name] = `${row?.rows} rows, ${row?.sum}`;
  }
  return found;
}

/** Fills the lake with every kind of value that PostgreSQL stores for us, through tools and directly. */
export async function fillLake({ sql }: Database): Promise<void> {
  // One after the other: several in one call are one transaction, and Citus allows that for some tables only.
  const statements = `
    insert into conversations (id, session_id, project, metadata, external_id, created_at) values
      ('11111111-1111-4111-8111-111111111111', 'evening', 'library', '{"cwd":"/lib","n":[1,null,1e30,0.1],"t":"a\\tb"}', 'x', '2025-01-02 03:04:05.678901+00'),
      ('22222222-2222-4222-8222-222222222222', null, null, null, null, '2025-02-02 00:00:00+00');
    insert into conversation_heads (conversation_id, last_turn, message_count, open) values
      ('11111111-1111-4111-8111-111111111111', 40, 40, true), ('22222222-2222-4222-8222-222222222222', 0, 0, false);
    insert into messages (conversation_id, turn_number, role, content, metadata)
    select '11111111-1111-4111-8111-111111111111', n, case when n % 2 = 0 then 'assistant' else 'user' end,
           'Shelf ' || n || case n when 1 then E'\\n\\\\.\\n' when 2 then E'tab\\t and \\\\N and \\r\\n' when 3 then '🐘 größer "quoted"' when 4 then E'\\\\.' when 5 then '' else '' end,
           case when n % 3 = 0 then jsonb_build_object('n', n) end
    from generate_series(1, 40) n;
    insert into startup_contexts (name, content, is_active) values ('work', 'We build a library.', true);
    insert into startup_context_versions (context_id, version, content) select id, 1, content from startup_contexts;
    insert into capture_raw (conversation_id, fingerprint, start_offset, end_offset, lines, data)
      values ('11111111-1111-4111-8111-111111111111', 'f', 0, 9000000000, 3, '\\x00ff5c2e0a0d');
    insert into capture_positions (reader, position, state) values ('a', 1, 'null'), ('b', 2, null), ('c', 3, '{"k":"v"}');
    insert into capture_keys (conversation_id, key, message_id) select conversation_id, 'k' || turn_number, id from messages;
    insert into decisions (id, statement, alternatives, assumptions, confidence, domain, created_by, context_hash, firewall_status)
      values ('dec_1', 'Use PostgreSQL', '{"a,b","c\\"d",NULL,""}', '{}', 0.1 + 0.2, 'database', 'me', 'h', 'clear');
    insert into decision_confidences (decision_id, confidence) values ('dec_1', 0.3), ('dec_1', 1e-300);
    insert into experiences (type, domain, situation, approach, outcome, reasoning, confidence, scope, tags)
      select 'effective', 'Tools', 's' || n, 'a', 'o', 'r', n / 7.0, 'user', array['x', 'y z'] from generate_series(1, 5) n;
    insert into experience_sketches (experience_id, kind, bigrams, sketch, text_hash, case_hash)
      select id, 1, 2, B'10110', 't', 'c' from experiences;
    insert into fiedler_results (correlation_id, model, output, duration_seconds, status) values ('run', 'm', 'o', 1.1, 'success');
    insert into search_models (name, dimensions) values ('m', 2);
    insert into search_embeddings (shelf, doc_no, model, signature, vector) select 1, 1, id, B'10', '{0.6,-0.8}' from search_models;
    insert into tombstones (kind, parent, source_id) values ('conversation', '', 'gone');
    delete from experiences where id = 2`;
  for (const statement of statements.split(/;\n/)) await sql.unsafe(statement);
}
