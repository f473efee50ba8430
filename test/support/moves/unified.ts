import { join } from 'node:path';
import { expect } from 'vitest';
import { madeUp } from '../experience.ts';
import type { TestLake } from '../lake.ts';
import { type Dewey, lost } from './check.ts';
import { type Made, markerOf, redacted, secret, textOf, timeAt } from './made.ts';
import { type Row, sqliteOf } from './sqlite.ts';

const tables = `
  create table experiences (id integer primary key, type text, domain text, situation text, approach text, outcome text,
    reasoning text, confidence real, tags text, scope text, created_at integer, original_id integer);
  create table reasoning_sessions (session_id text primary key, problem text, user_intent text, phase text, created_at integer,
    updated_at integer, finalized_at integer, conclusion text, experience_id integer);
  create table reasoning_thoughts (id integer primary key, session_id text, thought_number integer, thought text,
    confidence real, is_revision boolean, revises_thought integer, created_at integer);
  create table workflow_sessions (session_id text primary key, preset text, gates_passed text, steps_completed text,
    created_at integer, expires_at integer, active boolean);
  create table activity_log (id integer primary key, timestamp integer, event_type text, session_id text, details text);
  create table tokens_of_a_fork (id integer primary key);`;

/** `data.db` of the Unified MCP server, and what must become of each row. */
export async function unified(folder: string, count: number) {
  const made: Made[] = [];
  const rows = {
    experiences: [] as Row[],
    reasoning_sessions: [] as Row[],
    reasoning_thoughts: [] as Row[],
    workflow_sessions: [] as Row[],
    activity_log: [] as Row[],
    tokens_of_a_fork: [{ id: 1 }],
  };
  const counts = { experiences: 0, reasoningSessions: 0, workflowSessions: 0, activities: 0, known: 0 };
  const notStored: Record<string, number> = {};
  const invalid = (table: string) => {
    notStored[table] = (notStored[table] ?? 0) + 1;
  };
  for (let n = 0; n < count; n += 1) {
    // Seconds or milliseconds.
    const time = n % 2 === 0 ? timeAt(n) : timeAt(n) / 1000;
    const kind = n % 10;
    if (kind < 5) {
      const experience: Row = {
        id: n * 2 + 1,
        ...(madeUp(n) as Row),
        situation: `${markerOf('exp', n)} ${madeUp(n).situation}`,
        confidence: n % 3 === 0 ? null : 0.25,
        tags: n % 2 === 0 ? `["shelf ${n}","größe"]` : `shelf ${n}, größe`,
        scope: n % 4 === 0 ? null : 'project',
        created_at: time,
        original_id: null,
      };
      if (kind === 0) experience.outcome = `${madeUp(n).outcome} with ${secret}`;
      if (kind === 1) experience.domain = String(experience.domain).toUpperCase();
      if (kind === 2) {
        experience.type = n % 20 === 2 ? 'unheard of' : null;
        rows.experiences.push(experience);
        invalid('experiences');
        continue;
      }
      rows.experiences.push(experience);
      if (kind === 3) {
        rows.experiences.push({ ...experience, id: n * 2 + 2 });
        counts.known += 1;
      }
      if (kind === 4) {
        rows.experiences.push({ ...experience, id: n * 2 + 2, original_id: n * 2 + 1, confidence: 0.875 });
        counts.experiences += 1;
      }
      counts.experiences += 1;
      const {
        id: _,
        created_at: __,
        scope: ___,
        tags: ____,
        type: _____,
        domain: ______,
        ...texts
      } = experience;
      const said = Object.values(texts).map((value) =>
        typeof value === 'string' ? value.replace(secret, redacted) : null,
      );
      made.push({
        marker: markerOf('exp', n),
        outcome: 'stored',
        said: [said, `shelf ${n}`, 'größe'],
        at: timeAt(n),
      });
    } else if (kind < 7) {
      const { marker, text, kept } = textOf('rea', n);
      const isValid = kind === 5;
      rows.reasoning_sessions.push({
        ...{ session_id: `session-${n}`, problem: text, phase: isValid ? 'finalized' : null },
        user_intent: n % 4 === 1 ? JSON.stringify({ labels: [`label ${n}`] }) : `in words label ${n}`,
        ...{ created_at: time, updated_at: time, finalized_at: time, conclusion: `concluded ${n}` },
        experience_id: null,
      });
      rows.reasoning_thoughts.push(
        {
          session_id: `session-${n}`,
          thought_number: 1,
          thought: markerOf('thi', n),
          confidence: 0.5,
          is_revision: 0,
          created_at: time,
        },
        {
          session_id: `session-${n}`,
          thought_number: 1,
          thought: markerOf('rev', n),
          is_revision: 1,
          revises_thought: 1,
          created_at: time,
        },
        { session_id: 'nobody', thought_number: 1, thought: 'of no session', is_revision: 0 },
      );
      invalid('reasoning_thoughts');
      if (isValid) {
        counts.reasoningSessions += 1;
        made.push({ marker, outcome: 'stored', said: [kept, `label ${n}`, `concluded ${n}`], at: timeAt(n) });
        for (const each of ['thi', 'rev'])
          made.push({ marker: markerOf(each, n), outcome: 'stored', at: timeAt(n) });
      } else {
        invalid('reasoning_sessions');
        for (let i = 0; i < 2; i += 1) invalid('reasoning_thoughts');
      }
    } else if (kind === 7) {
      const isValid = n % 20 === 7;
      rows.workflow_sessions.push({
        ...{ session_id: markerOf('wor', n), preset: isValid ? 'three-gate' : null },
        ...{
          gates_passed: `["gate ${n}"]`,
          steps_completed: `["step ${n}"]`,
          created_at: time,
          expires_at: time,
          active: 1,
        },
      });
      if (isValid) {
        counts.workflowSessions += 1;
        counts.activities += 1;
        made.push({
          marker: markerOf('wor', n),
          outcome: 'stored',
          said: [`gate ${n}`, `step ${n}`],
          at: timeAt(n),
        });
      } else invalid('workflow_sessions');
    } else {
      const isValid = n % 20 !== 19;
      rows.activity_log.push({
        ...{
          timestamp: isValid ? time : null,
          event_type: `event ${n}`,
          session_id: n % 3 === 0 ? null : `w${n}`,
        },
        details: JSON.stringify({ marker: markerOf('act', n), by: secret }),
      });
      if (isValid) {
        counts.activities += 1;
        made.push({
          marker: markerOf('act', n),
          outcome: 'stored',
          said: [`event ${n}`, redacted],
          at: timeAt(n),
        });
      } else invalid('activity_log');
    }
  }
  const path = join(folder, 'data.db');
  await sqliteOf(path, tables, rows);
  return { path, made, counts, notStored };
}

const stored = (lake: TestLake) =>
  lake.db.sql<{ content: string; at: string; metadata: string }[]>`
    select to_jsonb(e)::text as metadata, to_char(e.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, '' as content from experiences e
    union all select to_jsonb(r)::text, to_char(r.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '' from reasoning_sessions r
    union all select to_jsonb(t)::text, to_char(t.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '' from reasoning_thoughts t
    union all select to_jsonb(w)::text, to_char(w.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '' from workflow_activity w
      where details is not null`;

export async function unifiedMovesOver(
  lake: TestLake,
  dewey: Dewey,
  folder: string,
  count: number,
): Promise<void> {
  const { path, made, counts, notStored } = await unified(folder, count);
  const wanted = { ...counts, notStored, failed: [], notes: ['not read: the tables tokens_of_a_fork 1'] };
  // Whether an experience is there already is known to the lake alone.
  const tried = await dewey('import', '--dry-run', path);
  expect(tried.originals).toMatchObject({
    ...wanted,
    experiences: counts.experiences + counts.known,
    known: 0,
  });
  expect(await stored(lake)).toEqual([]);
  const first = await dewey('import', path);
  expect(first.originals).toMatchObject(wanted);
  const rows = (await stored(lake)).map((row) => ({ ...row, conversation: '{}', names: '' }));
  const marked = rows.map((row) => ({ ...row, content: /[a-z]+\d{5}x/.exec(row.metadata)?.[0] ?? '' }));
  // A revision repeats the text of what it revises.
  expect(lost(made, marked)).toEqual([]);
  expect(JSON.stringify(rows)).not.toContain(secret);
  const again = await dewey('import', path);
  expect(again.originals).toMatchObject({
    ...{ experiences: 0, reasoningSessions: 0, workflowSessions: 0, activities: 0, notStored },
    known: counts.experiences + counts.known,
  });
  expect(await stored(lake)).toHaveLength(rows.length);
}
