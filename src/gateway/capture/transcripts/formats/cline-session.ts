import { basename, dirname } from 'node:path';
import type { UsageFact } from '../../../../db/capture/version.ts';
import { type Captured, compact, field, type Source, skip, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import { type Place, readTurn } from './cline-turns.ts';
import { about, figure, modelFact, orderAt, titleRank } from './facts.ts';
import { type Format, type Origin, textOf } from './format.ts';
import { readEach } from './other-form.ts';

/**
 * Sessions of Cline since version 4, of its command line and its editors alike: `~/.cline/data/sessions/<session>`, with
 * `<session>.messages.json` beside `<session>.json`, which says where and by what model it was run. A subagent has messages
 * of its own in the folder of the session that started it. All are rewritten as a session continues.
 */
const clineSession: Format = {
  name: 'cline',
  unit: 'element',
  live: false,
  rewritten: true,
  recognise: ([first]) =>
    figure(first, 'version') !== undefined &&
    textField(first, 'updated_at') !== undefined &&
    textField(first, 'sessionId') !== undefined &&
    Array.isArray(field(first, 'messages')),
  parser: (origin) => ({ push: (session) => readSession(origin, session), state: () => undefined }),
};

export default clineSession;

async function readSession(origin: Origin, session: unknown): Promise<Captured[]> {
  const about = await manifestOf(origin);
  const source = sourceOf(session, about);
  const messages = field(session, 'messages');
  if (!Array.isArray(messages) || messages.length === 0) return [skip('empty')];
  const place: Place = { source, seen: new Map(), own: new Map(), model: textField(about, 'model') };
  const known = await knownFrom(origin, source, messages);
  return [
    ...readEach(messages, (turn, n) => {
      const read = readTurn(turn, place);
      return n < known ? [skip('of the task it continues')] : read;
    }),
    ...factsOf(source, about, messages),
  ];
}

/** The description of the session in whose folder the file is. */
async function manifestOf({ path, sidecar }: Origin): Promise<unknown> {
  if (path === undefined) return undefined;
  return parse((await sidecar?.(`${basename(dirname(path))}.json`)) ?? '{}');
}

function sourceOf(session: unknown, manifest: unknown): Source {
  const id = textField(session, 'sessionId') ?? '';
  const origin = field(session, 'origin');
  const above = textField(origin, 'parentThreadId');
  const project = textField(manifest, 'cwd');
  const base = (of: string): Source => ({
    key: `cline:${of}`,
    sessionId: of,
    project,
    metadata: { source: 'cline' },
  });
  if (above === undefined || above === id)
    return { ...base(id), startedAt: textField(manifest, 'started_at') };
  return {
    ...base(id),
    metadata: compact({
      source: 'cline',
      agent_id: id,
      agent_type: textField(session, 'agent'),
    }),
    parent: base(above),
  };
}

function factsOf(source: Source, manifest: unknown, messages: readonly unknown[]): Captured[] {
  // What the manifest says is of the session that was started by the user.
  const title = source.parent ? undefined : textField(field(manifest, 'metadata'), 'title')?.trim();
  const model = textField(manifest, 'model');
  const own = messages.slice(copiedInto(manifest, messages));
  const usage = own.flatMap((message, n) => usageOf(message, n, model));
  if (usage.length === 0 && model !== undefined) usage.push(modelFact(model));
  return [
    about(source, {
      usage,
      ...(title ? { titles: [{ text: title, order: orderAt(titleRank.agent, undefined) }] } : {}),
    }),
  ];
}

/** Where a session begins to continue a task of a version before 4: it has a copy of its history until there. */
const continuesFrom = (messages: readonly unknown[]): number =>
  Math.max(
    0,
    messages.findIndex((message) =>
      textOf(field(message, 'content')).startsWith('Warning: this is a legacy conversation'),
    ),
  );

/** How many messages are read from the file of the task that the session continues. */
async function knownFrom(origin: Origin, source: Source, messages: readonly unknown[]): Promise<number> {
  const continued = continuesFrom(messages);
  if (continued === 0) return 0;
  const files = await origin.listing?.(`../../tasks/${source.sessionId}`);
  return files?.includes('api_conversation_history.json') ? continued : 0;
}

/**
 * How many messages a session began with that are of another one: of the session it was forked from, or of the task of an
 * earlier version that it continues. Their tokens count there.
 */
function copiedInto(manifest: unknown, messages: readonly unknown[]): number {
  const continued = continuesFrom(messages);
  const forkedAt = Date.parse(textField(field(field(manifest, 'metadata'), 'fork'), 'forkedAt') ?? '');
  if (Number.isNaN(forkedAt)) return continued;
  const first = messages.findIndex((message) => (figure(message, 'ts') ?? Infinity) > forkedAt);
  return Math.max(continued, first < 0 ? messages.length : first);
}

function usageOf(message: unknown, n: number, model: string | undefined): UsageFact[] {
  const metrics = field(message, 'metrics');
  const all = figure(metrics, 'inputTokens');
  if (all === undefined) return [];
  const cacheRead = figure(metrics, 'cacheReadTokens') ?? 0;
  const cacheWrite = figure(metrics, 'cacheWriteTokens') ?? 0;
  return [
    {
      key: `answer:${textField(message, 'id') ?? figure(message, 'ts') ?? n}`,
      model: textField(field(message, 'modelInfo'), 'id') ?? model,
      input: Math.max(0, all - cacheRead - cacheWrite), // it is stated with what came from a cache
      output: figure(metrics, 'outputTokens'),
      cacheRead,
      cacheWrite,
      cost: figure(metrics, 'cost'),
    },
  ];
}
