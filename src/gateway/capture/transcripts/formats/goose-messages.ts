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
import { textOf } from './format.ts';
import { type GooseRow, isFor, kindsOf, type RowKind } from './goose-compaction.ts';
import { instant } from './record-values.ts';

/** Reads the rows of a session in order; one that could not be decoded is undefined. */
export function readRows(source: Source, rows: readonly (GooseRow | undefined)[]): Captured[] {
  const decoded = rows.filter((row) => row !== undefined);
  const kinds = kindsOf(decoded);
  const reader = new Rows(source);
  return [
    ...decoded.flatMap((row, i) => reader.read(row, kinds[i] ?? 'shown')),
    ...rows.filter((row) => row === undefined).map(() => skip('malformed')),
  ];
}

/** The model that answered in a row; before it was stated, only the session names one. */
export const modelIn = ({ metadata }: GooseRow): string | undefined => {
  const inference = field(metadata, 'inference');
  return textField(inference, 'resolvedModel') ?? textField(inference, 'requestedModel');
};

type Made = Pick<CapturedMessage, 'role' | 'content' | 'metadata'> & Partial<CapturedMessage>;

class Rows {
  readonly #source: Source;
  /** The names of tools by the ids of their calls. */
  readonly #names = new Map<string, string>();
  /** How many messages each row has given; an answer that is streamed has several rows of one id. */
  readonly #given = new Map<string, number>();
  #thinking = '';

  constructor(source: Source) {
    this.#source = source;
  }

  read(row: GooseRow, kind: RowKind): Captured[] {
    // Versions of ours that did not know the repetition have stored it.
    if (kind === 'repeated')
      return [{ type: 'retract', source: this.#source, ids: [`message:${row.id}`] }, skip('repeated')];
    if (row.role === 'user') this.#thinking = '';
    const before = this.#given.get(row.id) ?? 0;
    const out: CapturedMessage[] = [];
    const left: Captured[] = [];
    for (const content of row.contents) {
      const type = textField(content, 'type');
      const callId = textField(content, 'id') ?? row.id;
      const add = (name: string, made: Made) => out.push(this.#message(row, name, made));
      if (type === 'thinking' || type === 'reasoning')
        this.#thinking += textField(content, 'thinking') ?? textField(content, 'text') ?? '';
      else if (type === 'toolRequest' || type === 'frontendToolRequest')
        add(`call:${callId}`, this.#call(content, callId));
      else if (type === 'toolResponse')
        add(`result:${callId}`, resultOf(content, callId, this.#names.get(callId)));
      else {
        const said = saidIn(content, row.role);
        const n = before + out.length;
        const name = n === 0 ? `message:${row.id}` : `message:${row.id}#${n}`;
        if (said)
          add(name, { role: row.role, content: said.content, metadata: kindOf(row, kind, content, said) });
        else if (type !== 'text') left.push(skip(type ?? 'unknown'));
      }
    }
    this.#given.set(row.id, before + out.length);
    if (out.length + left.length > 0) return [...out, ...left];
    return [skip(row.role === 'assistant' && this.#thinking !== '' ? 'thinking' : 'empty')];
  }

  #message(row: GooseRow, id: string, { metadata, ...made }: Made): CapturedMessage {
    const isAnswer = made.role === 'assistant';
    const thinking = isAnswer ? this.#thinking : '';
    if (isAnswer) this.#thinking = '';
    return {
      type: 'message',
      source: this.#source,
      id,
      createdAt: instant(row.created),
      fullness: fullness.record,
      ...made,
      metadata: compact({
        source: 'goose',
        ...metadata,
        model: isAnswer ? modelIn(row) : undefined,
        thinking,
      }),
    };
  }

  #call(content: unknown, id: string): Made {
    const call = field(field(content, 'toolCall'), 'value');
    const name = textField(call, 'name') ?? 'unknown';
    this.#names.set(id, name);
    return {
      role: 'assistant',
      content: '',
      call: { id, name, input: field(call, 'arguments') },
      metadata: { kind: 'tool_use', tool: name, tool_use_id: id },
    };
  }
}

type Said = { content: string; kind: string };

/** A text, a picture, a document, an error, a question to the user or the answer. */
function saidIn(content: unknown, role: GooseRow['role']): Said | undefined {
  const text = textField(content, 'text') ?? '';
  switch (textField(content, 'type')) {
    case 'text':
      return text.trim() === '' ? undefined : { content: text, kind: role === 'user' ? 'prompt' : 'text' };
    case 'image':
      return { content: '[image]', kind: 'attachment' };
    case 'document':
      return {
        content: `[${['document', textField(content, 'name')].filter(Boolean).join(' ')}]`,
        kind: 'attachment',
      };
    case 'error':
      return { content: textField(content, 'message') ?? '', kind: 'error' };
    case 'actionRequired':
      return askedIn(field(content, 'data'));
    default:
      return undefined;
  }
}

function askedIn(data: unknown): Said | undefined {
  const question = textField(data, 'actionType') === 'elicitation' ? textField(data, 'message') : undefined;
  if (question) return { content: question, kind: 'question' };
  const action = textField(data, 'action') ?? 'accept';
  const answer = field(data, 'userData');
  if (answer === undefined) return undefined;
  return { content: action === 'accept' ? JSON.stringify(answer) : action, kind: 'answer' };
}

/** What only the model sees is no prompt: a summary in place of earlier messages, or what Goose says between turns. */
function kindOf(row: GooseRow, kind: RowKind, content: unknown, said: Said) {
  const isForModel = kind === 'hidden' || !isFor(content, 'user');
  return compact({
    kind: kind === 'summary' ? 'compact_summary' : isForModel ? 'meta' : said.kind,
    interrupted: field(row.metadata, 'outputTokenLimitReached') === true ? true : undefined,
  });
}

function resultOf(content: unknown, callId: string, name: string | undefined): Made {
  const result = field(content, 'toolResult');
  const value = field(result, 'value');
  const error = textField(result, 'error');
  const server = name?.replace(/__/, ' ').split(' ')[0] ?? '';
  const isOwn = name !== undefined && (isOwnTool(name) || isOwnTool(`mcp__${server}__tool`));
  return {
    role: 'tool',
    content: isOwn
      ? ownResult(name)
      : (error ?? textOf(differing(Array.isArray(value) ? value : field(value, 'content')))),
    metadata: compact({
      kind: 'tool_result',
      tool: name,
      tool_use_id: callId,
      is_error: error !== undefined || field(value, 'isError') === true ? true : undefined,
      interrupted: error !== undefined && /interrupted|cancelled/i.test(error) ? true : undefined,
    }),
  };
}

/** Many tools give one text twice, once for the model and once for the user. */
function differing(blocks: unknown): unknown {
  if (!Array.isArray(blocks)) return blocks;
  const toModel = new Set(
    blocks.filter((block) => !isFor(block, 'user')).map((block: unknown) => textField(block, 'text')),
  );
  return blocks.filter(
    (block: unknown) => isFor(block, 'assistant') || !toModel.has(textField(block, 'text')),
  );
}
