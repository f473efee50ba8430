import { isObject } from '../../../handlers/shared/domain/is-object.ts';

/**
 * Validation of Claude Code hook events before they are spooled. Fields that Dewey reads are checked; unknown events and
 * fields are kept unchanged. An event that passes can always be stored.
 *
 * This file is loaded by every hook process: what it imports must import only what Node has.
 */
export type HookProblem = { field: string; problem: string };

/**
 * In bytes. Ids become index keys, whose size is limited: session and subagent ids are combined into one key, the others
 * stand alone.
 */
const longestSession = 256;
const longestId = 1000;
/** Deeper values exhaust the stack of JSON parsers, ours and PostgreSQL's. */
const mostDepth = 150;
/** No agent sends a text in more fragments. */
const mostParts = 1_000_000;

type Check = (value: unknown) => string | undefined;

/** Control characters and lone surrogates. */
const unprintable = /[\p{Cc}\p{Cs}]/u;

const line =
  (longest: number): Check =>
  (value) => {
    if (typeof value !== 'string') return 'must be a string';
    if (value === '') return 'must not be empty';
    if (Buffer.byteLength(value) > longest) return `must be at most ${longest} bytes`;
    return unprintable.test(value) ? 'must not contain control characters' : undefined;
  };
const session = line(longestSession);
const id = line(longestId);
const text: Check = (value) => (typeof value === 'string' ? undefined : 'must be a string');
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
const part: Check = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostParts
    ? undefined
    : `must be an integer from 0 to ${mostParts}`;

/** A field that may be absent, null or empty. */
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || value === '' ? undefined : check(value);

type Shape = Readonly<Record<string, Check>>;

const call: Shape = { tool_name: line(longestId), tool_use_id: optional(id) };

const calls: Check = (value) => {
  if (!Array.isArray(value)) return 'must be a list';
  for (const [i, item] of value.entries()) {
    const found = isObject(item) ? firstProblem(item, call) : { field: '', problem: 'must be an object' };
    if (found) return `${found.problem} (${[i, found.field].filter((name) => name !== '').join('.')})`;
  }
  return undefined;
};

const everyEvent: Shape = {
  session_id: session,
  hook_event_name: line(longestSession),
  prompt_id: optional(id),
  agent_id: optional(session),
  agent_type: optional(text),
  cwd: optional(text),
  transcript_path: optional(text),
};

const byEvent: Readonly<Record<string, Shape>> = {
  UserPromptSubmit: { prompt: text },
  MessageDisplay: { message_id: id, index: part, final: optional(flag), delta: optional(text) },
  PreToolUse: call,
  PostToolUse: call,
  PostToolUseFailure: { ...call, error: optional(text) },
  PostToolBatch: { tool_calls: calls },
  Stop: { last_assistant_message: optional(text) },
  StopFailure: { last_assistant_message: optional(text) },
  SubagentStop: { last_assistant_message: optional(text) },
  PostCompact: { compact_summary: optional(text) },
};

/** @returns the first invalid field and why; undefined for an event that can be stored. */
export function hookProblem(event: unknown): HookProblem | undefined {
  if (!isObject(event)) return { field: 'event', problem: 'must be an object' };
  const name = event.hook_event_name;
  const known = typeof name === 'string' && Object.hasOwn(byEvent, name) ? byEvent[name] : undefined;
  const found = firstProblem(event, { ...everyEvent, ...known });
  if (found) return found;
  for (const [field, value] of Object.entries(event))
    if (isDeeper(value, mostDepth))
      return { field, problem: `must not be nested deeper than ${mostDepth} levels` };
  return undefined;
}

function firstProblem(value: Readonly<Record<string, unknown>>, shape: Shape): HookProblem | undefined {
  for (const [field, check] of Object.entries(shape)) {
    const problem = check(value[field]);
    if (problem !== undefined) return { field, problem };
  }
  return undefined;
}

/** Iterates level by level: recursion would exhaust the stack on exactly the values this rejects. */
function isDeeper(value: unknown, most: number): boolean {
  let level = containers([value]);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((item) => containers(Object.values(item)));
  }
  return false;
}

const containers = (values: readonly unknown[]): object[] =>
  values.filter((value) => typeof value === 'object' && value !== null);
