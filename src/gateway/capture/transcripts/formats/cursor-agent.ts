import { createHash } from 'node:crypto';
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
import { isOwnTool, ownResult } from '../../messages/own-tools.ts';
import { promptIn } from './cursor-agent-prompt.ts';
import { aboutChat, isInStore, sourceAt } from './cursor-agent-source.ts';
import { type Format, type Origin, type Parser, textOf } from './format.ts';

/**
 * Cursor's agent on the command line: `~/.cursor/projects/<project>/agent-transcripts/<session>/<session>.jsonl`, and
 * `subagents/<session>.jsonl` beside it. Lines have neither ids nor times, and results of tools are left out by Cursor. It
 * writes such a file for conversations of its editor as well, which are in the editor's store with all that is missing here.
 */
const cursorAgent: Format = {
  name: 'cursor-agent',
  unit: 'line',
  live: true,
  recognise: (sample) => sample.some(isLine) && sample.every((line) => textField(line, 'uuid') === undefined),
  parser: (origin, state) => new CursorAgentParser(origin, state as State | undefined),
};

export default cursorAgent;

const isLine = (line: unknown): boolean =>
  ['user', 'assistant'].includes(textField(line, 'role') ?? '') &&
  field(field(line, 'message'), 'content') !== undefined;

/**
 * @property last the id before; `at` the time of the last prompt; `elsewhere` whether the conversation is in the editor's
 * store.
 */
type State = { source: Source | undefined; last: string; at?: string | undefined; elsewhere: boolean };

class CursorAgentParser implements Parser {
  readonly #origin: Origin;
  #state: State | undefined;
  #told = false;

  constructor(origin: Origin, state: State | undefined) {
    this.#origin = origin;
    this.#state = state;
  }

  state = (): State | undefined => this.#state;

  async push(line: unknown): Promise<Captured[]> {
    const state = this.#state ?? (await this.#begin());
    this.#state = state;
    if (state.elsewhere) return [skip('in the store of Cursor')];
    if (!state.source) return [skip('no session')];
    const about = this.#told ? [] : await aboutChat(this.#origin, state.source);
    this.#told = true;
    return [...this.#read(line, state, state.source), ...about];
  }

  async #begin(): Promise<State> {
    const source = await sourceAt(this.#origin);
    const elsewhere = source?.sessionId !== undefined && (await isInStore(source.sessionId));
    return { source, last: '', elsewhere };
  }

  #read(line: unknown, state: State, source: Source): Captured[] {
    if (!isLine(line)) return [skip(textField(line, 'type') ?? 'unknown line')];
    const role = textField(line, 'role') === 'user' ? 'user' : 'assistant';
    const content = field(field(line, 'message'), 'content');
    const blocks: unknown[] =
      typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : [];
    const out: CapturedMessage[] = [];
    const add = (
      said: string,
      part: Pick<CapturedMessage, 'role' | 'content' | 'metadata'> & Partial<CapturedMessage>,
    ) => {
      // Of what is said and the id before: a file that is written anew with other lines gives other ids.
      const hash = createHash('sha256').update(JSON.stringify([state.last, part.role, said]));
      state.last = hash.digest('hex').slice(0, 24);
      const metadata = compact({ source: 'cursor-agent', ...part.metadata });
      out.push({
        type: 'message',
        source,
        id: state.last,
        createdAt: state.at,
        fullness: fullness.record,
        ...part,
        metadata,
      });
    };
    for (const block of blocks) {
      const type = textField(block, 'type');
      const text = textField(block, 'text') ?? '';
      if (type === 'text' && role === 'user') {
        const prompt = promptIn(text);
        state.at = prompt.at ?? state.at;
        if (prompt.text !== '')
          add(prompt.text, { role, content: prompt.text, metadata: { kind: 'prompt' } });
        if (prompt.around !== '')
          add(prompt.around, { role, content: prompt.around, metadata: { kind: 'meta' } });
      } else if (type === 'text' && text.trim() !== '' && text.trim() !== '[REDACTED]')
        add(text, { role, content: text, metadata: { kind: 'text' } });
      else if (type === 'tool_use') {
        const name = textField(block, 'name') ?? 'unknown';
        const input = field(block, 'input');
        const id = textField(block, 'id');
        const metadata = { kind: 'tool_use', tool: name, tool_use_id: id };
        add(JSON.stringify([name, input]), {
          role: 'assistant',
          content: '',
          call: { id, name, input },
          metadata,
        });
      } else if (type === 'tool_result') {
        const name = textField(block, 'name') ?? '';
        const isOwn = isOwnTool(name) || /(?:^|[_-])(?:dewey|winni)_/.test(name);
        const result = isOwn ? ownResult(name) : textOf(field(block, 'content'));
        const metadata = { kind: 'tool_result', tool: name, tool_use_id: textField(block, 'tool_use_id') };
        add(result, { role: 'tool', content: result, metadata });
      }
    }
    return out.length > 0 ? out : [skip('empty')];
  }
}
