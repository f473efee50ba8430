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
import { type FactState, figure, pass, saying, titleFacts, titleRank } from './facts.ts';
import { type Format, type Parser, textOf } from './format.ts';
import { toolCall } from './gemini-calls.ts';

/**
 * Gemini CLI sessions: `~/.gemini/tmp/…/chats/session-*.jsonl`. A repeated record replaces the earlier one in place;
 * `$rewindTo` takes back a message and everything after it.
 */
const gemini: Format = {
  name: 'gemini',
  unit: 'line',
  live: true,
  recognise: (sample) =>
    sample.some(
      (line) =>
        typeof field(line, 'sessionId') === 'string' && typeof field(line, 'projectHash') === 'string',
    ),
  parser: (_, state) => new GeminiParser(state as State | undefined),
  within: (session): State => ({ session, records: [] }),
};

export default gemini;

type State = {
  session?: string | undefined;
  projectHash?: string | undefined;
  startedAt?: string | undefined;
  /** Records in order, each with the ids of its messages. */
  records: [id: string, messages: string[]][];
  facts?: FactState;
};

class GeminiParser implements Parser {
  readonly #state: State;

  constructor(state: State = { records: [] }) {
    this.#state = { ...state, records: [...state.records], facts: { ...state.facts } };
  }

  state = (): State => this.#state;

  push(line: unknown): Captured[] {
    const read = this.#read(line);
    return this.#state.session === undefined ? read : [...read, ...this.#about(line)];
  }

  /** A summary, by which Gemini CLI lists its sessions, and the tokens of an answer, which a repeated record repeats. */
  #about(line: unknown): Captured[] {
    this.#state.facts ??= {};
    const { facts } = this.#state;
    pass(facts, textField(line, 'timestamp') ?? textField(field(line, '$set'), 'lastUpdated'));
    const summary = textField(field(line, '$set'), 'summary') ?? textField(line, 'summary');
    const tokens = field(line, 'tokens');
    const id = textField(line, 'id');
    const cacheRead = figure(tokens, 'cached') ?? 0;
    const usage = {
      key: `answer:${id}`,
      model: textField(line, 'model'),
      input: Math.max(0, (figure(tokens, 'input') ?? 0) - cacheRead) + (figure(tokens, 'tool') ?? 0),
      output: (figure(tokens, 'output') ?? 0) + (figure(tokens, 'thoughts') ?? 0),
      cacheRead,
    };
    return saying(
      this.#source,
      titleFacts(facts, titleRank.agent, summary),
      tokens === undefined || tokens === null || id === undefined ? undefined : { usage: [usage] },
    );
  }

  #read(line: unknown): Captured[] {
    if (typeof field(line, 'sessionId') === 'string' && field(line, 'type') === undefined) {
      this.#state.session ??= textField(line, 'sessionId');
      this.#state.projectHash ??= textField(line, 'projectHash');
      this.#state.startedAt ??= textField(line, 'startTime');
      return [skip('session')];
    }
    if (this.#state.session === undefined) return [skip('no session')];
    const rewindTo = textField(line, '$rewindTo');
    if (rewindTo !== undefined) return this.#rewind(rewindTo);
    if (field(line, '$set') !== undefined) return [skip('$set')];
    const type = textField(line, 'type');
    const id = textField(line, 'id');
    if (id === undefined || (type !== 'user' && type !== 'gemini')) return [skip(type ?? 'unknown')];
    return this.#record(line, id, type);
  }

  get #source(): Source {
    const { session, projectHash, startedAt } = this.#state;
    return {
      key: `gemini:${session}`,
      sessionId: session,
      metadata: compact({ source: 'gemini', project_hash: projectHash }),
      startedAt,
    };
  }

  #rewind(id: string): Captured[] {
    const at = this.#state.records.findIndex(([record]) => record === id);
    // An unknown id takes back everything, as in Gemini CLI itself.
    const gone = this.#state.records.splice(Math.max(at, 0));
    const ids = gone.flatMap(([, messages]) => messages);
    return ids.length > 0 ? [{ type: 'retract', source: this.#source, ids }] : [skip('$rewindTo')];
  }

  #record(line: unknown, id: string, type: 'user' | 'gemini'): Captured[] {
    const base = {
      type: 'message' as const,
      source: this.#source,
      createdAt: textField(line, 'timestamp'),
      fullness: fullness.record,
    };
    const messages: CapturedMessage[] = [];
    const calls = field(line, 'toolCalls');
    for (const call of Array.isArray(calls) ? calls : []) messages.push(...toolCall(base, id, call));
    const content = textOf(field(line, 'content'));
    const thoughts = field(line, 'thoughts');
    const thinking = (Array.isArray(thoughts) ? thoughts : [])
      .map(
        (thought: unknown) =>
          `${textField(thought, 'subject') ?? ''}: ${textField(thought, 'description') ?? ''}`,
      )
      .join('\n');
    if (content !== '')
      messages.push({
        ...base,
        id,
        role: type === 'user' ? 'user' : 'assistant',
        content,
        metadata: compact({
          source: 'gemini',
          kind: type === 'user' ? 'prompt' : 'text',
          model: field(line, 'model'),
          thinking,
        }),
      });
    const ids = messages.map((message) => message.id);
    const known = this.#state.records.find(([record]) => record === id);
    if (known) known[1] = ids;
    else this.#state.records.push([id, ids]);
    return messages.length > 0 ? messages : [skip('empty')];
  }
}
