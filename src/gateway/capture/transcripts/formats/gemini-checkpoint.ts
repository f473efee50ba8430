import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import {
  type Captured,
  type CapturedMessage,
  canonicalJson,
  field,
  fullness,
  type Source,
  skip,
  textField,
} from '../../messages/captured.ts';
import { about, titleRank } from './facts.ts';
import type { Format, Origin, Parser } from './format.ts';
import { resultText, toolCall, toolResult } from './gemini-calls.ts';
import { callsIn, inputKind, partsOf, resultsIn, saidIn, thoughtIn } from './gemini-parts.ts';
import { rootOf } from './gemini-project.ts';

/**
 * A chat that was saved by `/chat save <tag>`: `checkpoint-<tag>.json`, with the history that the model was told. It repeats a
 * session, so it is read only where it is asked for.
 */
const geminiCheckpoint: Format = {
  name: 'gemini-checkpoint',
  unit: 'element',
  live: false,
  rewritten: true,
  recognise: (sample) => {
    const [first] = sample;
    const history = field(first, 'history');
    return isContent(first) || (Array.isArray(history) && history.length > 0 && history.every(isContent));
  },
  parser: (origin) => new CheckpointParser(origin),
};

export default geminiCheckpoint;

const isContent = (value: unknown): boolean =>
  ['user', 'model'].includes(textField(value, 'role') ?? '') && Array.isArray(field(value, 'parts'));

type Base = Pick<CapturedMessage, 'type' | 'source' | 'fullness'>;

class CheckpointParser implements Parser {
  readonly #origin: Origin;
  readonly #seen = new Map<string, number>();
  readonly #open = new Map<string, { name: string; record: string }>();
  #source: Source | undefined;

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  state = (): null => null;

  async push(value: unknown): Promise<Captured[]> {
    const isFirst = this.#source === undefined;
    this.#source ??= await this.#begin();
    const base: Base = { type: 'message', source: this.#source, fullness: fullness.record };
    const history = field(value, 'history');
    const read = (Array.isArray(history) ? history : [value]).flatMap((content) =>
      this.#content(base, content),
    );
    const title = { text: String(this.#source.metadata?.checkpoint), order: `${titleRank.user}` };
    return isFirst ? [...read, about(this.#source, { titles: [title] })] : read;
  }

  async #begin(): Promise<Source> {
    const path = this.#origin.path ?? '';
    const tag = /^checkpoint-(.+)\.json$/.exec(basename(path))?.[1] ?? 'checkpoint';
    const name = decoded(tag);
    const project = await rootOf(this.#origin, '.');
    return {
      key: `gemini-checkpoint:${basename(dirname(path))}:${tag}`,
      project,
      metadata: { source: 'gemini', checkpoint: name },
    };
  }

  #content(base: Base, content: unknown): Captured[] {
    if (!isContent(content)) return [skip('unknown')];
    const parts = partsOf(field(content, 'parts'));
    const id = this.#idOf(content);
    if (textField(content, 'role') === 'model') return this.#answer(base, id, parts);
    const results = resultsIn(parts);
    if (results.length > 0)
      return results.map(({ id: callId, name = 'unknown', part }) => {
        const call = this.#open.get(callId) ?? { name, record: id };
        return toolResult(base, call.record, { callId, name: call.name, text: resultText([part]) });
      });
    const said = saidIn(parts);
    const kind = inputKind(said);
    if (said === '' || kind === undefined) return [skip(said === '' ? 'empty' : 'user scaffolding')];
    const role = kind === 'prompt' ? ('user' as const) : ('system' as const);
    return [{ ...base, id, role, content: said, metadata: { source: 'gemini', kind } }];
  }

  #answer(base: Base, id: string, parts: readonly unknown[]): Captured[] {
    const calls = callsIn(parts);
    for (const call of calls)
      this.#open.set(textField(call, 'id') ?? '', { name: textField(call, 'name') ?? 'unknown', record: id });
    const content = saidIn(parts);
    const thinking = thoughtIn(parts);
    const metadata = { source: 'gemini', kind: 'text', ...(thinking === '' ? {} : { thinking }) };
    const text: Captured[] = content === '' ? [] : [{ ...base, id, role: 'assistant', content, metadata }];
    const all = [...text, ...calls.flatMap((call) => toolCall(base, id, call))];
    return all.length > 0 ? all : [skip('empty')];
  }

  /** A content has no id; it is found again by what it says, and by how often that was said before. */
  #idOf(content: unknown): string {
    const hash = createHash('sha256').update(canonicalJson(content)).digest('hex').slice(0, 24);
    const times = this.#seen.get(hash) ?? 0;
    this.#seen.set(hash, times + 1);
    return times === 0 ? hash : `${hash}#${times}`;
  }
}

/** Tags are written as in addresses. */
function decoded(tag: string): string {
  try {
    return decodeURIComponent(tag);
  } catch {
    return tag; // of an older version
  }
}
