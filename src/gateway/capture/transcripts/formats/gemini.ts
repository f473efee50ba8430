import {
  type Captured,
  type CapturedMessage,
  compact,
  field,
  fullness,
  type Source,
  skip,
  textField,
} from '../../messages/captured.ts';
import { type FactState, saying } from './facts.ts';
import type { Format, Origin, Parser } from './format.ts';
import { resultText, toolCall, toolResult } from './gemini-calls.ts';
import { geminiFacts } from './gemini-facts.ts';
import { callsIn, inputKind, partsOf, resultsIn, saidIn, thoughtIn } from './gemini-parts.ts';
import { parentSession, projectOf } from './gemini-project.ts';

/**
 * Gemini CLI sessions: `~/.gemini/tmp/<project>/chats/session-*.jsonl`, and those of subagents in `chats/<session>/`. A repeated
 * record replaces the earlier one in place; `$rewindTo` takes back a message and everything after it. `$set.messages` repeats
 * what the model is told from then on: what it adds is stored, and what it leaves out, as when a history is compressed, stays.
 */
export const gemini: Format = {
  name: 'gemini',
  unit: 'line',
  live: true,
  recognise: (sample) => sample.some(isHead),
  parser: (origin, state) => new GeminiParser(origin, state as State | undefined),
  within: (session): State => ({ session, records: [] }),
};

/** A session of a version before 2026: one JSON document, `session-*.json`. */
export const geminiDocument: Format = {
  name: 'gemini-json',
  unit: 'element',
  live: false,
  rewritten: true,
  recognise: (sample) => sample.some((value) => isHead(value) && Array.isArray(field(value, 'messages'))),
  parser: (origin) => new GeminiParser(origin),
};

const isHead = (line: unknown): boolean =>
  typeof field(line, 'sessionId') === 'string' && typeof field(line, 'projectHash') === 'string';

type State = {
  session?: string | undefined;
  projectHash?: string | undefined;
  /** Its folder, where the agent tells it. */
  project?: string | undefined;
  startedAt?: string | undefined;
  isAgent?: boolean | undefined;
  /** Records in order, each with the ids of its messages. */
  records: [id: string, messages: string[]][];
  facts?: FactState;
};

class GeminiParser implements Parser {
  readonly #state: State;
  readonly #origin: Origin;

  constructor(origin: Origin, state: State = { records: [] }) {
    this.#origin = origin;
    this.#state = { ...state, records: [...state.records], facts: { ...state.facts } };
  }

  state = (): State => this.#state;

  push(line: unknown): Captured[] | Promise<Captured[]> {
    const isNew = this.#state.session === undefined;
    const hash = textField(line, 'projectHash');
    return isNew && isHead(line) && hash !== undefined ? this.#begin(line, hash) : this.#say(line);
  }

  async #begin(line: unknown, hash: string): Promise<Captured[]> {
    this.#state.project = await projectOf(this.#origin, hash);
    this.#state.isAgent = textField(line, 'kind') === 'subagent';
    return this.#say(line);
  }

  #say(line: unknown): Captured[] {
    const read = this.#read(line);
    if (this.#state.session === undefined) return read;
    this.#state.facts ??= {};
    return [...read, ...saying(this.#source, ...geminiFacts(line, this.#state.facts))];
  }

  #read(line: unknown): Captured[] {
    if (typeof field(line, 'sessionId') === 'string' && field(line, 'type') === undefined) {
      this.#state.session ??= textField(line, 'sessionId');
      this.#state.projectHash ??= textField(line, 'projectHash');
      this.#state.startedAt ??= textField(line, 'startTime');
      const records = field(line, 'messages');
      return Array.isArray(records) ? this.#all(records) : [skip('session')];
    }
    if (this.#state.session === undefined) return [skip('no session')];
    const rewindTo = textField(line, '$rewindTo');
    if (rewindTo !== undefined) return this.#rewind(rewindTo);
    const set = field(line, '$set');
    const records = field(set, 'messages');
    if (Array.isArray(records)) return this.#all(records);
    return set === undefined ? this.#record(line) : [skip('$set')];
  }

  get #source(): Source {
    const { session, project, projectHash, startedAt } = this.#state;
    const own: Source = {
      key: `gemini:${session}`,
      sessionId: session,
      project,
      metadata: compact({ source: 'gemini', project_hash: projectHash }),
      startedAt,
    };
    const parent = this.#state.isAgent ? parentSession(this.#origin) : undefined;
    if (parent === undefined || parent === session) return own;
    return {
      ...own,
      metadata: compact({ ...own.metadata, agent_id: session, agent_type: 'subagent' }),
      parent: { ...own, key: `gemini:${parent}`, sessionId: parent, startedAt: undefined },
    };
  }

  /** Records that replace all before, of which a later rewind knows nothing then. */
  #all(records: readonly unknown[]): Captured[] {
    const before = this.#state.records;
    this.#state.records = [];
    const read = records.flatMap((record) => this.#record(record, before));
    return read.length > 0 ? read : [skip('empty')];
  }

  #rewind(id: string): Captured[] {
    const at = this.#state.records.findIndex(([record]) => record === id);
    // An unknown id takes back everything, as in Gemini CLI itself.
    const gone = this.#state.records.splice(Math.max(at, 0));
    const ids = gone.flatMap(([, messages]) => messages);
    return ids.length > 0 ? [{ type: 'retract', source: this.#source, ids }] : [skip('$rewindTo')];
  }

  /** @param before records that are not in the state any more. */
  #record(record: unknown, before: State['records'] = []): Captured[] {
    const type = textField(record, 'type');
    const id = textField(record, 'id');
    if (id === undefined || (type !== 'user' && type !== 'gemini')) return [skip(type ?? 'unknown')];
    const base = {
      type: 'message' as const,
      source: this.#source,
      createdAt: textField(record, 'timestamp'),
      fullness: fullness.record,
    };
    const parts = partsOf(field(record, 'content'));
    const read = type === 'user' ? this.#input(base, id, parts, before) : answer(base, id, parts, record);
    const ids = read.flatMap((item) => (item.type === 'message' ? [item.id] : []));
    const known = this.#state.records.find(([other]) => other === id);
    if (known) known[1] = ids;
    else this.#state.records.push([id, ids]);
    return read.length > 0 ? read : [skip('empty')];
  }

  /** What the user said, or the results of calls that the record of an answer does not have. */
  #input(base: Base, id: string, parts: readonly unknown[], before: State['records']): Captured[] {
    const results = resultsIn(parts);
    if (results.length > 0) {
      const records = [...before, ...this.#state.records];
      const made = results.flatMap(({ id: callId, name = 'unknown', part }) => {
        const [record, messages] =
          records.findLast(([, all]) => all.some((one) => one.endsWith(`:call:${callId}`))) ?? [];
        if (record === undefined || messages?.includes(`${record}:result:${callId}`)) return [];
        return [toolResult(base, record, { callId, name, text: resultText([part]) })];
      });
      return made.length > 0 ? made : [skip('results')];
    }
    const content = saidIn(parts);
    const kind = inputKind(content);
    if (content === '' || kind === undefined) return [skip(content === '' ? 'empty' : 'user scaffolding')];
    const role = kind === 'prompt' ? ('user' as const) : ('system' as const);
    return [{ ...base, id, role, content, metadata: { source: 'gemini', kind } }];
  }
}

type Base = Pick<CapturedMessage, 'type' | 'source' | 'createdAt' | 'fullness'>;

/** What the model said, and the calls that it made. */
function answer(base: Base, id: string, parts: readonly unknown[], record: unknown): CapturedMessage[] {
  const recorded = field(record, 'toolCalls');
  const calls: unknown[] = Array.isArray(recorded) ? recorded : [];
  const known = new Set(calls.map((call) => textField(call, 'id')));
  const others = callsIn(parts).filter((call) => !known.has(textField(call, 'id')));
  const messages = [...calls, ...others].flatMap((call) => toolCall(base, id, call));
  const content = saidIn(parts);
  if (content === '') return messages;
  const thoughts = field(record, 'thoughts');
  const thinking = (Array.isArray(thoughts) ? thoughts : [])
    .map(
      (thought: unknown) =>
        `${textField(thought, 'subject') ?? ''}: ${textField(thought, 'description') ?? ''}`,
    )
    .join('\n');
  const metadata = compact({
    source: 'gemini',
    kind: 'text',
    model: field(record, 'model'),
    thinking: thinking || thoughtIn(parts),
  });
  return [...messages, { ...base, id, role: 'assistant', content, metadata }];
}
