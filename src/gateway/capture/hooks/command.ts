import { readFileSync } from 'node:fs';
import { dataDirectory } from '../../config/data-dir.ts';
import { appendOnce } from '../spool/append.ts';
import { spoolFolder } from '../spool/segment.ts';
import type { Way } from './gateway-call.ts';
import { forgetGuards, guardsMet } from './guards.ts';
import { hookProblem } from './validate-event.ts';

/**
 * `dewey hook <event>`: writes the event on standard input to the spool and exits. A running hook blocks the agent, so it
 * waits only for the disk. SessionStart also asks the gateway for the active startup context and the guarded calls, and
 * PreToolUse about a call that is guarded, also when the event could not be written. With `DEWEY_URL` set, the spooled
 * events are forwarded to that gateway.
 *
 * A failing hook must not disturb the session: every failure is one line on standard error and exit code 1, which the
 * agent shows and then continues. An answer to a guarded call is read only with exit code 0.
 */
export async function hook(name: string, env: NodeJS.ProcessEnv): Promise<0 | 1> {
  // Importing the gateway's clock would pull in all its dependencies.
  const now = new Date(performance.timeOrigin + performance.now());
  const dataDir = dataDirectory(env.DEWEY_DATA_DIR?.trim());
  const way = { dataDir, remote: env.DEWEY_URL?.trim(), key: env.DEWEY_API_KEY };
  const event = await attempt(`${name} was not captured`, () => eventOf(name));
  if (event === undefined) return 1;
  const captured = await attempt(`${name} was not captured`, () => capture(event, way, now));
  const answered = await attempt(`${name} was not answered`, async () => ({
    output: await answer(name, event, way, now),
  }));
  if (answered?.output) process.stdout.write(JSON.stringify(answered.output));
  return (captured && answered) || answered?.output ? 0 : 1;
}

async function attempt<T>(failure: string, run: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    process.stderr.write(`dewey: ${failure}: ${error instanceof Error ? error.message : error}\n`);
    return undefined;
  }
}

function eventOf(name: string): Event {
  const event: unknown = JSON.parse(readFileSync(0, 'utf8'));
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    throw new Error('the event is not an object');
  return 'hook_event_name' in event ? { ...event } : { ...event, hook_event_name: name };
}

/** Writes the event to the spool, and forwards the spool to a remote gateway. */
async function capture(event: Event, { dataDir, remote, key }: Way, now: Date): Promise<true> {
  const problem = hookProblem(event);
  if (problem) throw new Error(`${problem.field} ${problem.problem}`);
  const folder = spoolFolder(dataDir);
  const kept = appendOnce(folder, { kind: 'hook', at: now.toISOString(), event }, now);
  if (kept === undefined)
    process.stderr.write('dewey: the spool is full; this event can only be captured from the transcript\n');
  if (remote) await (await import('./forward.ts')).forward(folder, remote, key);
  return true;
}

const answer = (name: string, event: Event, way: Way, now: Date) =>
  name === 'SessionStart'
    ? begun(event, way)
    : name === 'PreToolUse'
      ? judged(event, way, now)
      : changed(event, name, way);

type Event = Readonly<Record<string, unknown>>;

const textOf = (event: Event, field: string): string => {
  const value = event[field];
  return typeof value === 'string' ? value : '';
};

/** The start of a session: reads which calls are guarded, and adds the startup context. */
async function begun(event: Event, way: Way) {
  await refreshed(event, way);
  // A resumed session already has it.
  if (event.source === 'resume') return undefined;
  const { startupContext } = await import('./forward.ts');
  const context = await startupContext(way, {
    folder: textOf(event, 'cwd') || undefined,
    session: textOf(event, 'session_id'),
  });
  return context
    ? { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: context } }
    : undefined;
}

/** A call that is about to be made: only a guarded one waits for the gateway. */
async function judged(event: Event, way: Way, now: Date) {
  const call = { tool: textOf(event, 'tool_name'), input: event.tool_input };
  const sessionId = textOf(event, 'session_id');
  const met = await guardsMet(way.dataDir, sessionId, call, now, () => refreshed(event, way));
  return met.length === 0 ? undefined : (await import('./gate.ts')).askGate(way, sessionId, event, met);
}

/** Calls of our own that may change what is guarded. */
const changing = /__(apply_preset|reset_workflow|import_data)$/;

async function changed(event: Event, name: string, way: Way): Promise<undefined> {
  if (name === 'SessionEnd') forgetGuards(way.dataDir, textOf(event, 'session_id'));
  else if (name === 'PostToolUse' && changing.test(textOf(event, 'tool_name'))) await refreshed(event, way);
}

async function refreshed(event: Event, way: Way): Promise<void> {
  try {
    await (await import('./gate.ts')).refreshGuards(way, textOf(event, 'session_id'), appliedIn(event));
  } catch {
    // Without a gateway the guards last known hold; the event itself is on disk.
  }
}

/** The session that a call of `apply_preset` returned, as text or as content blocks. */
function appliedIn({ tool_name, tool_response }: Event): string | undefined {
  if (typeof tool_name !== 'string' || !tool_name.endsWith('__apply_preset')) return undefined;
  const text = typeof tool_response === 'string' ? tool_response : JSON.stringify(tool_response ?? '');
  return /\\?"session_id\\?"\s*:\s*\\?"([\w-]{1,100})\\?"/.exec(text)?.[1];
}
