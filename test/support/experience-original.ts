import initSqlJs from 'sql.js';
import { madeUp } from './experience.ts';

/** A database with the tables of seed 003 and some rows of each kind. */
export async function originalDatabase(): Promise<Uint8Array> {
  const SQL = await initSqlJs();
  const db = new SQL.Database();
  db.run(`
    create table experiences (id integer primary key, type text check(type in ('effective', 'ineffective')), domain text,
      situation text, approach text, outcome text, reasoning text, confidence real, tags text, scope text,
      created_at integer, original_id integer);
    create table reasoning_sessions (session_id text primary key, problem text, user_intent text,
      phase text check(phase in ('analyze', 'gather', 'reason', 'finalized')), created_at integer, updated_at integer,
      finalized_at integer, conclusion text, experience_id integer);
    create table reasoning_thoughts (id integer primary key, session_id text, thought_number integer, thought text,
      confidence real, is_revision boolean, revises_thought integer, created_at integer);
    create table workflow_sessions (session_id text primary key, preset text, gates_passed text, steps_completed text,
      created_at integer, expires_at integer, active boolean);
    create table activity_log (id integer primary key, timestamp integer, event_type text, session_id text, details text)`);
  const row = (id: number, n: number, columns: unknown[]) => {
    const { type, domain, situation, approach, outcome, reasoning } = madeUp(n);
    db.run('insert into experiences values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      id,
      type,
      domain,
      situation,
      approach,
      outcome,
      reasoning,
      ...columns,
    ] as (string | number | null)[]);
  };
  row(11, 901, [0, '["a","b"]', 'user', 1_749_988_800, null]);
  row(12, 901, [0.5, 'x, y z', 'user', 1_749_988_800_500, 11]);
  row(13, 902, [null, null, null, 1_749_988_801, null]);
  row(14, 903, [null, null, null, null, null]);
  db.run(
    `update experiences set domain = 'Cooking' where id = 14; update experiences set domain = upper(domain) where id = 13`,
  );
  db.run(`
    insert into reasoning_sessions values ('done', 'Buy or build?', '{"labels":["decide"]}', 'finalized', 1749988800, 1749988900, 1749988900, 'Buy it', 11),
      ('open', 'Which shelf?', 'a choice', 'reason', 1749988800000, 1749988900000, null, null, null),
      ('lost', 'Which phase?', null, null, 1749988800, 1749988800, null, null, null);
    insert into reasoning_thoughts values (1, 'done', 1, 'Costs', 0.5, 0, null, 1749988800), (2, 'done', 2, 'Time', null, 0, null, 1749988801),
      (3, 'done', 1, 'Costs, all of them', 0.9, 1, 1, 1749988802),
      (4, 'nobody', 1, 'Of no session', null, 0, null, 1749988802);
    insert into workflow_sessions values ('w1', 'three-gate', '["learn"]', '["search_experiences"]', 1749988800, 4102444800, 1),
      ('w2', 'of-their-own', null, null, 1749988800000, 1749992400000, 0), ('w3', null, null, null, null, null, 0);
    insert into activity_log values (1, 1749988801, 'search_experiences', 'w1', '{"query":"shelves"}'),
      (2, 1749988802, 'token_created', null, 'password=hunter2-hunter2-77'), (3, null, 'lost', 'w1', null)`);
  return db.export();
}
