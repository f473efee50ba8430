import { type Captured, skip, textField } from '../../messages/captured.ts';
import {
  type Before,
  canBegin,
  endsMarked,
  isFence,
  runHeading,
  startOf,
  type Writer,
  writerOf,
} from './aider-lines.ts';
import { messageOf, noRun, noteMessage, type Run, readNotices } from './aider-run.ts';
import { figure } from './facts.ts';
import type { Format, Origin, Parser } from './format.ts';

/**
 * Aider: `<repository>/.aider.chat.history.md`, Markdown to which each run is appended. Prompts begin with `#### `, what
 * Aider itself says with `> `; the rest was written by the model. Only the start of a run has a time.
 *
 * Raw lines are not kept: a secret of several lines cannot be found in one of them.
 */
const aider: Format = {
  name: 'aider',
  unit: 'text',
  live: false,
  recognise: ([first]) => runHeading.test(textField(first, 'text') ?? ''),
  parser: (origin, state) => new AiderParser(origin, state as Run | undefined),
};

export default aider;

/** Lines that belong together: a message, or the heading of a run and what is said before its first message. */
type Block = {
  writer: Writer | 'notices';
  lines: string[];
  /** Offset of the first line. */
  start: number;
  characters: number;
  isCode: boolean;
  before: Run;
};

/** A longer message is stored in parts. */
const longestMessage = 4_000_000;

function beforeNext(block: Block | undefined): Before | undefined {
  const text = block?.lines.at(-1);
  if (!block || text === undefined || runHeading.test(text)) return undefined;
  const { writer, isCode } = block;
  return { writer: writer === 'notices' ? 'tool' : writer, text, isCode };
}

class AiderParser implements Parser {
  readonly #path: string | undefined;
  #run: Run;
  #block: Block | undefined;

  constructor({ path }: Origin, run: Run = noRun) {
    this.#path = path;
    this.#run = { ...run };
  }

  state = (): Run => this.#block?.before ?? this.#run;
  end = (): Captured[] => this.#close();

  open() {
    const block = this.#block;
    if (!block) return undefined;
    const { writer, lines, start } = block;
    const about = { path: this.#path, isOpen: true };
    return { captured: writer === 'notices' ? [] : messageOf(this.#run, writer, lines, about), start };
  }

  push(line: unknown): Captured[] {
    const text = textField(line, 'text') ?? '';
    const start = figure(line, 'start') ?? 0;
    const block = this.#block;
    const before = beforeNext(block);
    if (runHeading.test(text) && canBegin(before, this.#run.hasEnds)) {
      const closed = this.#begin('notices', text, start);
      this.#run = { ...noRun, startedAt: startOf(text) };
      return closed;
    }
    if (text.trim() === '') {
      if (block?.writer === 'assistant') return this.#add(block, text);
      return block?.writer === 'notices' ? [] : this.#close();
    }
    if (!block && this.#run.key === undefined) return [skip('before the first run')];
    this.#run.hasEnds ||= endsMarked(text);
    const writer = writerOf(text, this.#run.hasEnds, before);
    const continues = block?.writer === writer || (block?.writer === 'notices' && writer === 'tool');
    return block && continues ? this.#add(block, text) : this.#begin(writer, text, start);
  }

  #begin(writer: Block['writer'], text: string, start: number): Captured[] {
    const closed = this.#close();
    const before = { ...this.#run };
    this.#block = { writer, lines: [text], start, characters: text.length, isCode: isFence(text), before };
    return closed;
  }

  #add(block: Block, text: string): Captured[] {
    block.lines.push(text);
    block.characters += text.length;
    if (isFence(text)) block.isCode = !block.isCode;
    return block.characters > longestMessage ? this.#close() : [];
  }

  #close(): Captured[] {
    const block = this.#block;
    this.#block = undefined;
    if (!block) return [];
    if (block.writer === 'notices') return readNotices(this.#run, block.lines);
    const found = messageOf(this.#run, block.writer, block.lines, { path: this.#path });
    return found.flatMap((message) => noteMessage(this.#run, message));
  }
}
