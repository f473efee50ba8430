import { type Captured, type Source, skip, textField } from '../../messages/captured.ts';
import { isLine, type LineState, readLine } from './cursor-agent-lines.ts';
import { aboutChat, isInChats, isInStore, sourceAt } from './cursor-agent-source.ts';
import type { Format, Origin, Parser } from './format.ts';

/**
 * Cursor's agent on the command line: `~/.cursor/projects/<project>/agent-transcripts/<session>/<session>.jsonl`, and
 * `subagents/<session>.jsonl` beside it. Lines have neither ids nor times, and results of tools are left out by Cursor. It
 * writes such a file for conversations of its editor as well, which are in the editor's store with all that is missing here,
 * as those of the command line are in stores of their own.
 */
const cursorAgent: Format = {
  name: 'cursor-agent',
  unit: 'line',
  live: true,
  recognise: (sample) => sample.some(isLine) && sample.every((line) => textField(line, 'uuid') === undefined),
  parser: (origin, state) => new CursorAgentParser(origin, state as State | undefined),
};

export default cursorAgent;

/** @property elsewhere where the conversation is read instead, or false. */
type State = LineState & { source: Source | undefined; elsewhere: string | boolean };

const inStore = 'in the store of Cursor';

class CursorAgentParser implements Parser {
  readonly #origin: Origin;
  #state: State | undefined;
  #begun = false;

  constructor(origin: Origin, state: State | undefined) {
    this.#origin = origin;
    this.#state = state;
  }

  state = (): State | undefined => this.#state;

  async push(line: unknown): Promise<Captured[]> {
    const isFirst = !this.#begun;
    this.#begun = true;
    const state = this.#state ?? { source: await sourceAt(this.#origin), last: '', elsewhere: false };
    this.#state = state;
    const { source } = state;
    if (isFirst && source && state.elsewhere === false) state.elsewhere = await this.#elsewhere(source);
    if (state.elsewhere !== false) return [skip(state.elsewhere === true ? inStore : state.elsewhere)];
    if (!source) return [skip('no session')];
    return [...readLine(line, state, source), ...(isFirst ? await aboutChat(this.#origin, source) : [])];
  }

  /** A store may come later than the first lines of a transcript. */
  async #elsewhere({ sessionId = '', parent }: Source): Promise<string | false> {
    if (this.#state?.last === '' && (await isInStore(sessionId))) return inStore;
    return parent === undefined && (await isInChats(this.#origin, sessionId))
      ? 'in the store of its chat'
      : false;
  }
}
