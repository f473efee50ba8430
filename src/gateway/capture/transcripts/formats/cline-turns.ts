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
import { hasFailed, resultTexts } from './cline-results.ts';
import {
  interruptedAt,
  mentionOf,
  type Shown,
  shownResult,
  shownText,
  withoutEnvironment,
} from './cline-texts.ts';
import { activities, thoughts } from './cline-thoughts.ts';
import { timeOf } from './facts.ts';
import { textOf } from './format.ts';

/** A turn of the history, in the form of the Anthropic API. */
export type Turn = unknown;

/** What is known of a task; the same object for all of its turns. */
export type Place = {
  source: Source;
  /** How often a text, a call or a result of the same name came before. */
  seen: Map<string, number>;
  /** The names of calls, by id. */
  own: Map<string, string>;
  /** The model that answers. */
  model: string | undefined;
};

/**
 * Reads one turn. Turns have no ids that last, so that of a message is made of its content: the same however often the file
 * is rewritten, and no other message's when earlier turns are removed. That of what the user typed does not depend on what
 * else is in the turn, as a task that is resumed writes its last turn anew.
 *
 * @param at when it was written, if it does not say so itself.
 */
export function readTurn(turn: Turn, place: Place, at?: string): Captured[] {
  const role = textField(turn, 'role');
  if (role !== 'user' && role !== 'assistant') return [skip(textField(turn, 'type') ?? 'not a turn')];
  if (field(turn, 'isTruncationMarker') === true) return [skip('truncation marker')];
  const reader = new TurnReader(turn, role, place, at);
  const messages = role === 'user' ? reader.user() : reader.assistant();
  return messages.length > 0 ? messages : [skip('empty')];
}

type Part = Pick<CapturedMessage, 'role' | 'content'> & Partial<CapturedMessage>;
/** Blocks of a turn of the user that are one message. */
type Group = { kind: 'prompt' | 'meta' | 'result'; tool?: string; blocks: unknown[]; texts: string[] };

class TurnReader {
  readonly #turn: unknown;
  readonly #role: 'user' | 'assistant';
  readonly #place: Place;
  readonly #createdAt: string | undefined;
  readonly #content: unknown;
  readonly #blocks: unknown[];

  constructor(turn: unknown, role: 'user' | 'assistant', place: Place, at: string | undefined) {
    this.#turn = turn;
    this.#role = role;
    this.#place = place;
    this.#createdAt = timeOf(field(turn, 'ts')) ?? at;
    this.#content = field(turn, 'content');
    this.#blocks = Array.isArray(this.#content) ? this.#content : [{ type: 'text', text: this.#content }];
  }

  /** Results, then what the user typed. */
  user(): CapturedMessage[] {
    if (this.#kind() === 'compact_summary') return this.#summary();
    const results: CapturedMessage[] = [];
    const typed: CapturedMessage[] = [];
    const groups: Group[] = [];
    for (const block of this.#blocks)
      if (textField(block, 'type') === 'tool_result') {
        const [result, words] = this.#result(block);
        results.push(result);
        if (words) typed.push(words);
      } else this.#addBlock(groups, block);
    for (const { kind, tool, blocks, texts } of groups) {
      const content = texts.filter(Boolean).join('\n');
      const id = this.#once(this.#hash(typeof this.#content === 'string' ? this.#content : blocks));
      if (kind === 'result') {
        const metadata = compact({ kind: 'tool_result', tool, ...outcomeOf(content) });
        results.push(this.#message(`${id}#0`, { role: 'tool', content, metadata }));
      } else {
        const metadata = { kind: this.#kind() ?? kind };
        typed.push(this.#message(`${id}#0`, { role: 'user', content, metadata }));
      }
    }
    return [...results, ...typed];
  }

  #summary(): CapturedMessage[] {
    const texts = this.#blocks.map((block) => withoutEnvironment(textOf([block])).trim());
    const content = texts.filter(Boolean).join('\n');
    if (content === '') return [];
    const id = `${this.#once(this.#hash(this.#content))}#0`;
    return [this.#message(id, { role: 'user', content, metadata: { kind: 'compact_summary' } })];
  }

  /** Adds to the message before, unless another one begins. */
  #addBlock(groups: Group[], block: unknown): void {
    const last = groups.at(-1);
    // The block after a result's heading is the result itself.
    const isHeaded =
      last?.kind === 'result' && last.texts.length === 0 && textField(block, 'text') !== undefined;
    const shown = isHeaded ? shownResult(withoutEnvironment(textOf([block])).trim()) : this.#shown(block);
    for (const { as, text } of shown) {
      const kind = as === 'heading' || as === 'result' ? 'result' : as === 'note' ? 'meta' : 'prompt';
      const before = groups.at(-1);
      const continues =
        as === 'attachment'
          ? before?.kind !== 'meta'
          : as !== 'typed' && as !== 'heading' && before?.kind === kind;
      if (before && continues) {
        before.texts.push(text);
        if (before.blocks.at(-1) !== block) before.blocks.push(block);
      } else if (as === 'heading') groups.push({ kind, tool: text, blocks: [block], texts: [] });
      else groups.push({ kind, blocks: [block], texts: [text] });
    }
  }

  /** What tools of the provider did, the text, and the calls. */
  assistant(): CapturedMessage[] {
    const id = this.#once(this.#hash(this.#content));
    const calls: CapturedMessage[] = [];
    const texts: string[] = [];
    for (const block of this.#blocks) {
      const type = textField(block, 'type');
      if (type === 'tool_use') calls.push(this.#call(block, id));
      else if (!/^(?:thinking|reasoning|redacted_thinking|thoughtSignature)$/.test(type ?? ''))
        texts.push(textOf([block]));
    }
    const made = activities(this.#turn).map((block) =>
      textField(block, 'type') === 'tool_use' ? this.#call(block, id) : this.#result(block)[0],
    );

    const said = texts
      .map((text) => text.trim())
      .filter(Boolean)
      .join('\n');
    const cut = interruptedAt(said);
    const content = said.slice(0, cut).trim();
    const kind = this.#kind() ?? 'text';
    const text =
      content === ''
        ? []
        : [
            this.#message(`${id}#${calls.length}`, {
              role: 'assistant',
              content,
              metadata: compact({ kind, interrupted: cut === undefined ? undefined : true }),
            }),
          ];
    const messages = [...made, ...text, ...calls];
    const first = messages.find((message) => message.role === 'assistant');
    const thinking = thoughts(this.#turn, this.#blocks);
    if (first && thinking !== '') first.metadata = { ...first.metadata, thinking };
    return messages;
  }

  #shown(block: unknown): Shown[] {
    const text = textOf([block]);
    if (textField(block, 'type') === 'file')
      return [{ as: 'attachment', text: `[file ${textField(block, 'path') ?? ''}]` }];
    if (textField(block, 'text') !== undefined) return shownText(text);
    return text === '' ? [] : [{ as: 'attachment', text }];
  }

  /** What the turn says of itself: a summary, or a text that nobody typed. */
  #kind(): string | undefined {
    const metadata = field(this.#turn, 'metadata');
    const stated = textField(metadata, 'kind') ?? '';
    if (field(this.#turn, 'isSummary') === true || stated.startsWith('compaction')) return 'compact_summary';
    if (this.#role === 'assistant') return undefined;
    const isNotShown = /^(?:system|status|error)$/.test(textField(metadata, 'displayRole') ?? '');
    return isNotShown || /_(?:notice|reminder|compaction|emergency)$/.test(stated) ? 'meta' : undefined;
  }

  #call(block: unknown, turn: string): CapturedMessage {
    const id = textField(block, 'id') ?? textField(block, 'tool_use_id') ?? turn;
    const name = textField(block, 'name') ?? 'unknown';
    this.#place.own.set(id, serverTool(name, field(block, 'input')));
    return this.#message(this.#once(`call:${id}`), {
      role: 'assistant',
      content: '',
      call: { id, name, input: field(block, 'input') },
      metadata: { kind: 'tool_use', tool: name, tool_use_id: id },
    });
  }

  #result(block: unknown): [result: CapturedMessage, words: CapturedMessage | undefined] {
    const of = textField(block, 'tool_use_id') ?? this.#hash(this.#content);
    const id = this.#once(`result:${of}`);
    const name = this.#place.own.get(of);
    const content = field(block, 'content');
    const texts = resultTexts(content);
    const parts = texts.flatMap(shownResult);
    const typed = parts.filter(({ as }) => as === 'typed');
    // Files that the user mentions with it follow.
    const isWords = (part: Shown) =>
      part.as === 'typed' || (typed.length > 0 && mentionOf(part.text) !== undefined);
    const said = parts.filter((part) => !isWords(part)).map(({ text }) => text);
    const result = this.#message(id, {
      role: 'tool',
      content: name !== undefined && isOwnTool(name) ? ownResult(name) : said.join('\n'),
      metadata: compact({
        kind: 'tool_result',
        tool: name,
        tool_use_id: of,
        ...outcomeOf(texts[0] ?? ''),
        ...(field(block, 'is_error') === true || hasFailed(content) ? { is_error: true } : {}),
      }),
    });
    if (typed.length === 0) return [result, undefined];
    const words = parts.filter(isWords).map((part) => mentionOf(part.text)?.text ?? part.text);
    const prompt: Part = { role: 'user', content: words.join('\n'), metadata: { kind: 'prompt' } };
    return [result, this.#message(`said:${id.slice('result:'.length)}`, prompt)];
  }

  #message(id: string, part: Part): CapturedMessage {
    const { source, model } = this.#place;
    const info = field(this.#turn, 'modelInfo');
    const answering = textField(info, 'modelId') ?? textField(info, 'id') ?? model;
    return {
      type: 'message',
      source,
      id,
      createdAt: this.#createdAt,
      fullness: fullness.record,
      ...part,
      metadata: compact({
        source: source.metadata?.source,
        ...part.metadata,
        ...(part.role === 'assistant' ? { model: answering } : {}),
      }),
    };
  }

  #hash = (content: unknown): string =>
    createHash('sha256')
      .update(this.#role)
      .update(JSON.stringify(content) ?? '')
      .digest('hex')
      .slice(0, 24);

  /** The name, with a number when it came before. */
  #once(name: string): string {
    const { seen } = this.#place;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}:${count}`;
  }
}

/** How a tool ended, as its result says in words or as JSON. */
function outcomeOf(text: string): Record<string, unknown> {
  return {
    denied: /^(?:The user denied this operation|\{"status":"denied")/.test(text) ? true : undefined,
    is_error: text.startsWith('{"status":"error"') ? true : undefined,
    interrupted: /^(?:Tool execution|Task) was interrupted/.test(text) ? true : undefined,
  };
}

/**
 * A call of an MCP server's tool names both, in its input or in its name: `server__tool` in Cline since version 4,
 * `key0mcp0tool` before, `mcp--server--tool` in Roo Code.
 */
function serverTool(name: string, input: unknown): string {
  const server = textField(input, 'server_name');
  if (server !== undefined) return `mcp__${server}__${textField(input, 'tool_name') ?? name}`;
  const isRoo = name.startsWith('mcp--');
  const bare = isRoo ? name.slice('mcp--'.length) : name;
  const between = isRoo ? '--' : '0mcp0';
  const at = bare.indexOf(between);
  if (at > 0) return `mcp__${bare.slice(0, at)}__${bare.slice(at + between.length)}`;
  return name.includes('__') ? `mcp__${name}` : name;
}
