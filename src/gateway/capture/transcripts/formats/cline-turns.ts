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
import { timeOf } from './facts.ts';
import { textOf } from './format.ts';

/** A turn of the history, in the form of the Anthropic API. */
export type Turn = unknown;

type Place = {
  source: Source;
  at: string | undefined;
  /** How often a turn of the same content came before. */
  seen: Map<string, number>;
  /** The names of calls, by id. */
  own: Map<string, string>;
  model: string | undefined;
};

/** Where the note begins that an extension adds to an interrupted answer; undefined for a complete one. */
function interruptedAt(said: string): number | undefined {
  if (!said.trimEnd().endsWith(']')) return undefined;
  const at = Math.max(
    said.lastIndexOf('[Response interrupted by '),
    said.lastIndexOf('[Task was interrupted'),
  );
  return at < 0 ? undefined : at;
}

/** A result of tools that are called in the text of an answer. */
const namedResult = /^\[([\w-]+)(?: for '[\s\S]*?')?\] Result:\s*/;

/**
 * Reads one turn. Turns have no ids, so that of a message is made of its content: the same however often the file is
 * rewritten, and no other message's when earlier turns are removed.
 */
export function readTurn(turn: Turn, { source, at, seen, own, model }: Place): Captured[] {
  const role = textField(turn, 'role');
  if (role !== 'user' && role !== 'assistant') return [skip(textField(turn, 'type') ?? 'not a turn')];
  if (field(turn, 'isTruncationMarker') === true) return [skip('truncation marker')];
  const content = field(turn, 'content');
  const blocks: unknown[] = Array.isArray(content) ? content : [{ type: 'text', text: content }];
  const hash = createHash('sha256')
    .update(role)
    .update(JSON.stringify(content) ?? '')
    .digest('hex')
    .slice(0, 24);
  const count = (seen.get(hash) ?? 0) + 1;
  seen.set(hash, count);
  const id = count === 1 ? hash : `${hash}:${count}`;
  const createdAt = timeOf(field(turn, 'ts')) ?? at;
  const agent = source.metadata?.source;
  const info = field(turn, 'modelInfo');
  const answering = textField(info, 'modelId') ?? textField(info, 'id') ?? model;
  const out: CapturedMessage[] = [];
  let thinking = '';
  const add = (name: string, part: Pick<CapturedMessage, 'role' | 'content'> & Partial<CapturedMessage>) => {
    out.push({
      type: 'message',
      source,
      id: name,
      createdAt,
      fullness: fullness.record,
      ...part,
      metadata: compact({
        source: agent,
        ...part.metadata,
        ...(part.role === 'assistant' ? { model: answering } : {}),
      }),
    });
  };
  const texts: { said: string; result: string | undefined }[] = [];
  for (const block of blocks) {
    const type = textField(block, 'type');
    const callId = textField(block, 'id') ?? id;
    if (type === 'thinking' || type === 'reasoning')
      thinking += textField(block, 'thinking') ?? textField(block, 'text') ?? '';
    else if (type === 'redacted_thinking') continue;
    else if (type === 'tool_use') {
      const name = textField(block, 'name') ?? 'unknown';
      own.set(callId, serverTool(name, field(block, 'input')));
      add(`call:${callId}`, {
        role: 'assistant',
        content: '',
        call: { id: callId, name, input: field(block, 'input') },
        metadata: { kind: 'tool_use', tool: name, tool_use_id: callId },
      });
    } else if (type === 'tool_result') {
      const of = textField(block, 'tool_use_id') ?? id;
      const name = own.get(of);
      const text = textOf(field(block, 'content'));
      add(`result:${of}`, {
        role: 'tool',
        content: name !== undefined && isOwnTool(name) ? ownResult(name) : text,
        metadata: compact({
          kind: 'tool_result',
          tool: name,
          tool_use_id: of,
          is_error: field(block, 'is_error') === true ? true : undefined,
          denied: /^The user denied this operation/.test(text) ? true : undefined,
          interrupted: /^Tool execution was interrupted/.test(text) ? true : undefined,
        }),
      });
    } else if (type === 'file')
      texts.push({ said: `[file ${textField(block, 'path') ?? ''}]`, result: undefined });
    else texts.push(...shownText(textOf([block]), texts.at(-1)));
  }
  for (const { said, result } of joined(texts)) {
    const cut = role === 'assistant' ? interruptedAt(said) : undefined;
    const text = said.slice(0, cut).trim();
    if (text === '') continue;
    const name = `${id}#${out.length}`;
    if (result !== undefined) {
      add(name, { role: 'tool', content: text, metadata: { kind: 'tool_result', tool: result } });
      continue;
    }
    const isSummary = field(turn, 'isSummary') === true;
    const kind = isSummary ? 'compact_summary' : role === 'user' ? 'prompt' : 'text';
    add(name, {
      role,
      content: text,
      metadata: compact({ kind, interrupted: cut === undefined ? undefined : true }),
    });
  }
  if (out.length === 0) return [skip('empty')];
  const messages = ordered(out);
  const first = messages.find((message) => message.role === 'assistant');
  if (first && thinking !== '') first.metadata = { ...first.metadata, thinking };
  return messages;
}

/** A text comes before the calls of its turn, a result before the prompt. */
const ordered = (messages: CapturedMessage[]): CapturedMessage[] =>
  messages.toSorted((a, b) => rank(a) - rank(b));
const rank = ({ role, metadata }: CapturedMessage): number =>
  role === 'tool' ? 0 : metadata.kind === 'tool_use' ? 2 : 1;

type Text = { said: string; result: string | undefined };

/** The text of a block as a person wrote it, or the result of a tool; what the extension adds for the model is left out. */
function shownText(text: string, before: Text | undefined): Text[] {
  const bare = withoutNotice(without(text, '<environment_details>', '</environment_details>').trim());
  if (bare === '' || /^# (?:task_progress|TODO LIST)/i.test(bare)) return [];
  const named = namedResult.exec(bare);
  if (named) return [{ said: bare.slice(named[0].length), result: named[1] }];
  const typed = wrappers.map((tag) => within(bare, tag)).find((found) => found !== undefined);
  if (typed !== undefined) return [{ said: typed.trim(), result: undefined }];
  // The block after a result's heading is the result itself.
  if (before?.result !== undefined && before.said === '') return [{ said: bare, result: before.result }];
  return [{ said: bare, result: undefined }];
}

/** Cline says before a prompt that the user has changed to another mode. */
function withoutNotice(text: string): string {
  const end = '</mode_notice>';
  return text.startsWith('<mode_notice>') && text.includes(end)
    ? text.slice(text.indexOf(end) + end.length).trim()
    : text;
}

/** The elements around what the user typed. */
const wrappers = ['task', 'feedback', 'user_message', 'answer', 'user_input', 'user_command'];

/** What is within an element, which may have attributes. */
function within(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}`);
  const open = start + tag.length + 1;
  const isTag = start >= 0 && (text[open] === '>' || text[open] === ' ');
  const from = isTag ? text.indexOf('>', open) + 1 : 0;
  const to = text.lastIndexOf(`</${tag}>`);
  return from === 0 || to < from ? undefined : text.slice(from, to);
}

function without(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  const to = text.lastIndexOf(end);
  return from < 0 || to < from ? text : text.slice(0, from) + text.slice(to + end.length);
}

/** Consecutive texts of the same kind as one. */
function joined(texts: readonly Text[]): Text[] {
  const all: Text[] = [];
  for (const text of texts) {
    const last = all.at(-1);
    if (last?.result === text.result && last) last.said = [last.said, text.said].filter(Boolean).join('\n');
    else all.push({ ...text });
  }
  return all;
}

/** A call of an MCP server's tool names both, in its input or, since version 4, in its name. */
function serverTool(name: string, input: unknown): string {
  const server = textField(input, 'server_name');
  if (server === undefined) return name.includes('__') ? `mcp__${name}` : name;
  return `mcp__${server}__${textField(input, 'tool_name') ?? name}`;
}
