import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isoAt, type Made, type MadeStore, markerOf, textOf, timeAt } from './made.ts';
import { type Row, sqliteOf } from './sqlite.ts';

const tables = `
  create table schema_versions (id integer primary key, version integer unique not null, applied_at text not null);
  create table sdk_sessions (id integer primary key autoincrement, content_session_id text not null,
    memory_session_id text unique, project text not null, platform_source text not null default 'claude', user_prompt text,
    started_at text not null, started_at_epoch integer not null, completed_at text, completed_at_epoch integer,
    status text not null default 'active', worker_port integer, prompt_counter integer default 0, custom_title text);
  create table observations (id integer primary key autoincrement, memory_session_id text not null, project text not null,
    text text, type text not null, title text, subtitle text, facts text, narrative text, concepts text, files_read text,
    files_modified text, prompt_number integer, discovery_tokens integer default 0, created_at text not null,
    created_at_epoch integer not null, content_hash text, generated_by_model text, relevance_count integer default 0,
    merged_into_project text, agent_type text, agent_id text, metadata text, synced_at integer, origin_device_id text,
    origin_local_id text, sync_rev text not null default '1');
  create table session_summaries (id integer primary key autoincrement, memory_session_id text not null, project text not null,
    request text, investigated text, learned text, completed text, next_steps text, files_read text, files_edited text,
    notes text, prompt_number integer, discovery_tokens integer default 0, created_at text not null,
    created_at_epoch integer not null, merged_into_project text, synced_at integer, sync_rev text not null default '1');
  create table user_prompts (id integer primary key autoincrement, session_db_id integer, content_session_id text not null,
    prompt_number integer not null, prompt_text text not null, created_at text not null, created_at_epoch integer not null);
  create table pending_messages (id integer primary key autoincrement, session_db_id integer, message_type text);
  create table sync_outbox (id integer primary key, body text);
  create table agent_events (id text primary key, project_id text not null, event_type text not null, payload text not null);`;

/** The database of claude-mem 13.15.3. */
export async function claudeMem(folder: string, count: number): Promise<MadeStore> {
  const { made, rows } = recordsOf(count);
  const path = join(folder, 'claude-mem.db');
  await sqliteOf(path, tables, rows);
  const notes = [/agent_events \d+/, /sync_outbox 1/];
  return { product: 'claude-mem', paths: [path], made, notes };
}

/** What its export script writes: the rows as they are, with the sessions of those that have one. */
export async function claudeMemExport(folder: string, count: number): Promise<MadeStore> {
  const { made, rows } = recordsOf(count);
  const path = join(folder, 'claude-mem-export.json');
  const told = {
    exportedAt: isoAt(0),
    query: 'everything',
    observations: rows.observations.map((row, i) => ({ id: i + 1, ...row })),
    sessions: rows.sdk_sessions.map((row, i) => ({ id: i + 1, ...row })),
    summaries: rows.session_summaries.map((row, i) => ({ id: i + 1, ...row })),
    prompts: rows.user_prompts.map((row, i) => ({ id: i + 1, ...row })),
  };
  await writeFile(path, JSON.stringify(told, null, 2));
  const isKept = ({ outcome }: Made) => outcome !== 'waiting to be processed by claude-mem';
  return { product: 'claude-mem', paths: [path], made: made.filter(isKept) };
}

function recordsOf(count: number) {
  const made: Made[] = [];
  const rows = {
    sdk_sessions: [] as Row[],
    observations: [] as Row[],
    session_summaries: [] as Row[],
    user_prompts: [] as Row[],
    pending_messages: [] as Row[],
    sync_outbox: [{ id: 1, body: 'x' }],
    agent_events: [] as Row[],
  };
  const nowhere = (outcome: string) => made.push({ marker: '', outcome });
  for (let n = 0; made.length < count; n += 1) {
    const session = Math.floor(n / 20);
    if (n % 20 === 0) {
      const started = n % 40 === 0 ? { started_at_epoch: timeAt(n) } : { started_at_epoch: 'unknown' };
      rows.sdk_sessions.push({
        content_session_id: `content-${session}`,
        memory_session_id: `memory-${session}`,
        project: `project ${session}`,
        platform_source: session % 3 === 0 ? 'codex' : 'claude',
        user_prompt: null,
        started_at: isoAt(n),
        ...started,
        completed_at: isoAt(n + 19),
        status: 'completed',
        custom_title: session % 2 === 0 ? `Title ${session}` : null,
      });
    }
    const about = [`project ${session}`, `content-${session}`, session % 2 === 0 ? `Title ${session}` : null];
    const time = { created_at: isoAt(n), created_at_epoch: timeAt(n) };
    const { marker, text, kept } = textOf('clm', n);
    const kind = n % 11;
    if (kind === 0) {
      rows.user_prompts.push({
        session_db_id: session + 1,
        content_session_id: `content-${session}`,
        prompt_number: n,
        prompt_text: text,
        ...time,
      });
      made.push({ marker, outcome: 'stored', said: [kept, n, about], at: timeAt(n), states: false });
      continue;
    }
    if (kind === 1) {
      const summary = { request: text, learned: `learned ${n}`, next_steps: `next ${n}`, notes: `note ${n}` };
      const others = { prompt_number: n, discovery_tokens: n, merged_into_project: `other ${n}` };
      rows.session_summaries.push({
        memory_session_id: `memory-${session}`,
        project: `project ${session}`,
        ...summary,
        files_read: n % 2 === 0 ? `["read-${n}.md"]` : `read-${n}.md`,
        files_edited: '[]',
        ...others,
        ...time,
      });
      const said = [{ ...summary, request: kept }, others, `read-${n}.md`, about];
      made.push({ marker, outcome: 'stored', said, at: timeAt(n), states: false });
      continue;
    }
    const observation: Row = {
      memory_session_id: `memory-${session}`,
      project: `project ${session}`,
      type: n % 4 === 0 ? 'decision' : 'discovery',
      title: text,
      subtitle: `subtitle ${n}`,
      narrative: `narrative ${n}`,
      facts: JSON.stringify([`first fact ${n}`, `second fact ${n}`]),
      concepts: JSON.stringify([`concept ${n}`]),
      files_read: JSON.stringify([`src/${n}.ts`]),
      files_modified: JSON.stringify([]),
      prompt_number: n,
      discovery_tokens: n * 10,
      content_hash: `hash ${n}`,
      generated_by_model: 'a model',
      agent_type: 'explorer',
      agent_id: `agent ${n}`,
      metadata: JSON.stringify({ seen: { by: `reader ${n}` } }),
      origin_device_id: `device ${n}`,
      ...time,
    };
    const said: unknown[] = [
      kept,
      ...[
        `subtitle ${n}`,
        `narrative ${n}`,
        `first fact ${n}`,
        `second fact ${n}`,
        `concept ${n}`,
        `src/${n}.ts`,
      ],
      ...[
        n * 10,
        `hash ${n}`,
        'a model',
        'explorer',
        `agent ${n}`,
        `reader ${n}`,
        `device ${n}`,
        observation.type,
      ],
    ];
    let at: number | undefined = timeAt(n);
    if (kind === 2) {
      rows.observations.push({ ...observation, title: null, subtitle: '', narrative: ' ', facts: null });
      nowhere('observation without text');
      continue;
    }
    if (kind === 3) {
      rows.observations.push(observation, { ...observation });
      nowhere('known');
    } else if (kind === 4) {
      observation.facts = `facts in words ${n}`;
      observation.concepts = JSON.stringify([`concept ${n}`, { of: `another form ${n}` }]);
      said.splice(3, 2, `facts in words ${n}`, `another form ${n}`);
      rows.observations.push(observation);
    } else if (kind === 5) {
      observation.created_at_epoch = 'long ago';
      said.push('long ago');
      rows.observations.push(observation);
    } else if (kind === 6) {
      Object.assign(observation, { created_at_epoch: 'long ago', created_at: 'then' });
      said.push('long ago', 'then');
      at = undefined;
      rows.observations.push(observation);
    } else if (kind === 7) {
      // Its session is not there.
      observation.memory_session_id = `gone-${n}`;
      rows.observations.push(observation);
    } else rows.observations.push(observation);
    if (kind === 8) {
      rows.pending_messages.push({ session_db_id: session + 1, message_type: 'observation' });
      rows.agent_events.push({ id: `event ${n}`, project_id: 'p', event_type: 'tool', payload: '{}' });
      nowhere('waiting to be processed by claude-mem');
    }
    made.push({
      marker,
      outcome: 'stored',
      said: [said, kind === 7 ? `project ${session}` : about],
      at,
      states: true,
    });
  }
  rows.sdk_sessions.push({
    content_session_id: 'empty',
    project: 'nothing',
    platform_source: 'claude',
    user_prompt: markerOf('first', 1),
    started_at: isoAt(0),
    started_at_epoch: timeAt(0),
  });
  made.push({
    marker: markerOf('first', 1),
    outcome: 'stored',
    said: 'nothing',
    at: timeAt(0),
    states: false,
  });
  rows.sdk_sessions.push({ content_session_id: 'none', project: 'x', started_at: 'x', started_at_epoch: 1 });
  nowhere('session without content');
  return { made, rows };
}
