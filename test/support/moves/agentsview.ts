import { join } from 'node:path';
import { isoAt, type Made, type MadeStore, markerOf, textOf, timeAt } from './made.ts';
import { type Row, sqliteOf } from './sqlite.ts';

const tables = `
  create table sessions (id text primary key, project text not null, machine text not null default 'local',
    agent text not null default 'claude', agent_label text not null default '', entrypoint text not null default '',
    session_kind text not null default '', first_message text, display_name text, session_name text, started_at text,
    ended_at text, message_count integer not null default 0, file_path text, parent_session_id text,
    relationship_type text not null default '', total_output_tokens integer not null default 0, outcome text not null default 'unknown',
    health_grade text, cwd text not null default '', git_branch text not null default '', source_session_id text not null default '',
    source_version text not null default '', transcript_fidelity text not null default '', is_truncated integer not null default 0,
    deleted_at text, deletion_cause text, created_at text, termination_status text);
  create table messages (id integer primary key, session_id text not null, ordinal integer not null, role text not null,
    content text not null, thinking_text text not null default '', timestamp text, has_thinking integer not null default 0,
    content_length integer not null default 0, is_system integer not null default 0, model text not null default '',
    token_usage text not null default '', claude_message_id text not null default '', claude_request_id text not null default '',
    source_type text not null default '', source_subtype text not null default '', prompt_source text not null default '',
    source_uuid text not null default '', source_parent_uuid text not null default '', is_sidechain integer not null default 0,
    is_compact_boundary integer not null default 0, unique (session_id, ordinal));
  create table tool_calls (id integer primary key, message_id integer not null, session_id text not null, tool_name text not null,
    category text not null, tool_use_id text, input_json text, skill_name text, result_content_length integer,
    result_content text, subagent_session_id text, file_path text, call_index integer);
  create table tool_result_events (id integer primary key, session_id text not null, tool_call_message_ordinal integer not null,
    call_index integer not null default 0, tool_use_id text, source text not null, status text not null, content text not null,
    timestamp text, event_index integer not null default 0);
  create table insights (id integer primary key, type text not null, date_from text not null, date_to text not null, project text,
    agent text not null, model text, prompt text, content text not null, kind text not null default '', created_at text not null);
  create table recall_entries (id text primary key, type text not null, scope text not null, status text not null default 'accepted',
    review_state text not null default 'unreviewed_auto', title text not null, body text not null, trigger text not null default '',
    confidence real, uncertainty text not null default '', project text not null default '', cwd text not null default '',
    source_session_id text not null, superseded_by_entry_id text not null default '', created_at text not null, updated_at text not null);
  create table recall_evidence (id integer primary key, entry_id text not null, session_id text not null,
    message_start_ordinal integer not null, message_end_ordinal integer not null, snippet text not null default '');
  create table pinned_messages (id integer primary key, session_id text not null, message_id integer not null,
    ordinal integer not null, note text, created_at text);
  create table starred_sessions (session_id text primary key, created_at text);
  create table usage_events (id integer primary key, session_id text not null, model text);
  create table secret_findings (id integer primary key, session_id text not null, rule_name text not null);`;

const perSession = 15;

/** `sessions.db` of agentsview 0.41.1. */
export async function agentsview(folder: string, count: number): Promise<MadeStore> {
  const made: Made[] = [];
  const rows = {
    sessions: [] as Row[],
    messages: [] as Row[],
    tool_calls: [] as Row[],
    tool_result_events: [] as Row[],
    insights: [] as Row[],
    recall_entries: [] as Row[],
    recall_evidence: [] as Row[],
    pinned_messages: [] as Row[],
    starred_sessions: [] as Row[],
    usage_events: [] as Row[],
    secret_findings: [{ session_id: 'session-0', rule_name: 'x' }],
  };
  const nowhere = (outcome: string) => made.push({ marker: '', outcome });
  for (let n = 0; made.length < count; n += 1) {
    const number = Math.floor(n / perSession);
    const session = `session-${number}`;
    // Of one that a user deleted nothing is read; one whose file is gone is there still.
    const isTrash = number % 7 === 3;
    const isGone = number % 7 === 4;
    if (n % perSession === 0) {
      rows.sessions.push({
        id: session,
        project: `project ${number}`,
        machine: `machine ${number}`,
        agent: 'claude',
        entrypoint: `cli ${number}`,
        display_name: number % 2 === 0 ? `Name ${number}` : null,
        started_at: isoAt(n),
        ended_at: isoAt(n + 20),
        file_path: `/transcripts/${number}.jsonl`,
        git_branch: `branch-${number}`,
        source_version: `2.1.${number}`,
        transcript_fidelity: `whole ${number}`,
        deleted_at: isTrash || isGone ? isoAt(n) : null,
        deletion_cause: isGone ? 'source_missing' : null,
      });
      if (number % 5 === 0) rows.starred_sessions.push({ session_id: session, created_at: isoAt(n) });
    }
    const about = [
      `project ${number}`,
      `machine ${number}`,
      `cli ${number}`,
      `whole ${number}`,
      `2.1.${number}`,
    ];
    const kind = n % perSession;
    const { marker, text, kept } = textOf('agv', n);
    const id = n + 1;
    const message: Row = {
      id,
      session_id: session,
      ordinal: kind,
      role: kind % 2 === 0 ? 'user' : 'assistant',
      content: text,
      thinking_text: kind % 2 === 0 ? '' : `thought ${n} of it`,
      timestamp: isoAt(n),
      model: kind % 2 === 0 ? '' : 'a-model',
      token_usage: kind % 2 === 0 ? '' : JSON.stringify({ output_tokens: n }),
      claude_message_id: `message ${n} id`,
      claude_request_id: `request ${n} id`,
      source_type: `type ${n} t`,
      source_subtype: `subtype ${n} t`,
      prompt_source: `typed ${n} t`,
      source_uuid: `uuid-${n}-u`,
      source_parent_uuid: `parent-${n}-u`,
      is_sidechain: kind === 4 ? 1 : 0,
    };
    const {
      id: _,
      session_id: __,
      timestamp: ___,
      role: ____,
      is_sidechain: _____,
      token_usage: ______,
      ...told
    } = message;
    let said: unknown[] = [{ ...told, content: kept }, kind % 2 === 0 ? null : n, about];
    let at: number | undefined = timeAt(n);
    if (kind === 3) {
      message.role = 'narrator';
      rows.messages.push(message);
      nowhere(isTrash ? 'in the trash of agentsview' : 'message of an unknown role');
      continue;
    }
    if (kind === 5) {
      // What was thought without a word goes with the next message, unless the session is trash.
      message.content = '';
      message.thinking_text = markerOf('thought', n);
      rows.messages.push(message);
      nowhere(isTrash ? 'in the trash of agentsview' : 'message without text');
      continue;
    }
    if (kind === 6) said.push(markerOf('thought', n - 1));
    if (kind === 7) {
      message.timestamp = 'some day';
      said.push('some day');
      at = undefined;
    }
    if (kind === 8) {
      rows.pinned_messages.push({
        session_id: session,
        message_id: id,
        ordinal: kind,
        note: `a note ${n} on it`,
      });
      said.push(`a note ${n} on it`);
      nowhere('pin of a message');
    }
    if (isTrash) said = [];
    rows.messages.push(message);
    made.push({
      marker,
      outcome: isTrash ? 'in the trash of agentsview' : 'stored',
      said,
      at,
      states: false,
    });
    if (kind === 9 || kind === 11 || kind === 13) {
      const call: Row = {
        message_id: id,
        session_id: session,
        tool_name: `Tool${n}`,
        category: 'Bash',
        tool_use_id: `toolu-${n}`,
        input_json: JSON.stringify({ command: `edge${String(n).padStart(5, '0')}x`, at: [n] }),
        file_path: `/file/${n}`,
        call_index: 0,
      };
      const input = { marker: `edge${String(n).padStart(5, '0')}x`, states: false };
      const toldOf = [`Tool${n}`, `toolu-${n}`, about];
      if (kind === 9) call.result_content = `result ${n}`;
      // Its result is in the events alone.
      if (kind === 11)
        for (const part of [0, 1])
          rows.tool_result_events.push({
            session_id: session,
            tool_call_message_ordinal: kind,
            call_index: 0,
            source: 'x',
            status: 'running',
            content: `part ${part} of ${n}`,
            event_index: part,
          });
      rows.tool_calls.push(call);
      if (!isTrash)
        made.push({
          ...input,
          outcome: 'stored',
          at: timeAt(n),
          said: [
            toldOf,
            ...(kind === 13 ? [] : [`/file/${n}`]),
            ...(kind === 9 ? [`result ${n}`] : []),
            ...(kind === 11 ? [`part 0 of ${n}`, `part 1 of ${n}`] : []),
          ],
        });
      if (kind === 11) {
        nowhere('progress of a call whose result is a record of its own');
        nowhere('progress of a call whose result is a record of its own');
      }
    }
    if (kind === 12) {
      const insight = {
        type: 'daily',
        date_from: `from ${n}`,
        date_to: `to ${n}`,
        agent: 'claude',
        prompt: `asked ${n}`,
      };
      const marked = markerOf('insight', n);
      rows.insights.push({ ...insight, content: marked, created_at: isoAt(n) });
      made.push({ marker: marked, outcome: 'stored', said: insight, at: timeAt(n), states: false });
    }
    if (kind === 14) {
      const entry = {
        id: `entry-${n}`,
        type: n % 2 === 0 ? 'decision' : 'fact',
        scope: 'project',
        status: number % 3 === 0 ? 'rejected' : 'accepted',
        body: `body ${n}`,
        trigger: `when ${n}`,
        confidence: 0.75,
        uncertainty: `unsure ${n}`,
        source_session_id: session,
        superseded_by_entry_id: number % 3 === 1 ? 'another' : '',
      };
      const marked = markerOf('recall', n);
      rows.recall_entries.push({ ...entry, title: marked, created_at: isoAt(n), updated_at: isoAt(n + 1) });
      const snippet = `snippet ${n} of it`;
      rows.recall_evidence.push({
        entry_id: entry.id,
        session_id: session,
        message_start_ordinal: 1,
        message_end_ordinal: 2,
        snippet,
      });
      made.push({
        marker: marked,
        outcome: 'stored',
        said: [entry, snippet],
        at: timeAt(n),
        states: number % 3 === 2,
      });
      rows.usage_events.push({ session_id: session, model: 'x' });
      nowhere('figures of usage, which the sessions sum up');
    }
  }
  const path = join(folder, 'sessions.db');
  await sqliteOf(path, tables, rows);
  return { product: 'agentsview', paths: [path], made, notes: [/secret_findings 1/] };
}
