import { createHash } from 'node:crypto';
import { type Role, roles } from '../../../../db/schema/vocabulary.ts';
import { isObject } from '../../../../handlers/shared/domain/is-object.ts';
import {
  type Captured,
  compact,
  field,
  fullness,
  type Source,
  skip,
  textField,
} from '../../messages/captured.ts';
import { type Format, type Origin, type Parser, textOf } from './format.ts';

/**
 * Anything of the shape `{ messages: [{ role, content }] }`, one conversation per line or an array of them, or bare
 * messages, one per line. `dewey export` writes this shape, and importing it restores ids, turns, times and metadata
 * exactly.
 */
export const genericLines: Format = {
  name: 'generic',
  unit: 'line',
  live: false,
  recognise: looksGeneric,
  parser: (origin) => new GenericParser(origin),
};

export const genericElements: Format = { ...genericLines, unit: 'element' };

function looksGeneric(sample: readonly unknown[]): boolean {
  return sample.some((value) => isConversation(value) || isMessage(value));
}

/** Others have messages whose content is an object. */
function isConversation(value: unknown): boolean {
  const messages = field(value, 'messages');
  return (
    Array.isArray(messages) &&
    (messages.length === 0 || messages.some((message: unknown) => !isObject(field(message, 'content'))))
  );
}

const isMessage = (value: unknown): boolean =>
  roleOf(value) !== undefined && field(value, 'content') !== undefined;

const otherNames = new Map<string, Role>(
  Object.entries({
    human: 'user',
    model: 'assistant',
    ai: 'assistant',
    bot: 'assistant',
    developer: 'system',
    function: 'tool',
  } as const),
);

function roleOf(value: unknown): Role | undefined {
  const name = (textField(value, 'role') ?? textField(value, 'sender') ?? '').toLowerCase();
  return roles.find((role) => role === name) ?? otherNames.get(name);
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

class GenericParser implements Parser {
  readonly #origin: Origin;
  /** The conversation of bare messages. */
  #source: Source | undefined;
  #count = 0;

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  state = (): unknown => undefined;

  push(value: unknown): Captured[] {
    const messages = field(value, 'messages');
    if (Array.isArray(messages)) {
      if (messages.length === 0) return [skip('empty conversation')];
      const source = sourceOf(value, messages);
      const own = field(value, 'dewey_export') === 1;
      return messages.map((message: unknown, i) => readMessage(source, message, i + 1, own));
    }
    if (!isMessage(value)) return [skip('not a message')];
    // Identified by its first message, so that a file that was moved or has grown is the same conversation.
    this.#source ??= {
      key: `generic:${hash(JSON.stringify(value))}`,
      metadata: { source: 'generic', ...named(this.#origin) },
    };
    this.#count += 1;
    return [readMessage(this.#source, value, this.#count, false)];
  }
}

const named = ({ path }: Origin): object => (path === undefined ? {} : { file: path.split(/[\\/]/).at(-1) });

/** Keys that live capture uses for the same conversation. */
const captureKey = /^(claude-code|codex|gemini|chatgpt|claude-ai|generic|proxy):/;

function sourceOf(value: unknown, messages: readonly unknown[]): Source {
  const metadata = field(value, 'metadata');
  const kept =
    typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>) : undefined;
  const shared = {
    sessionId: textField(value, 'session_id'),
    project: textField(value, 'project'),
    startedAt: timeOf(value),
  };
  const conversationId = textField(value, 'conversation_id');
  const externalId = textField(value, 'external_id');
  if (field(value, 'dewey_export') === 1 && conversationId !== undefined)
    return {
      ...shared,
      key: externalId !== undefined && captureKey.test(externalId) ? externalId : `dewey:${conversationId}`,
      metadata: kept,
      conversationId,
      externalId: externalId ?? null,
    };
  const id = externalId ?? conversationId ?? textField(value, 'id') ?? hash(JSON.stringify(messages[0]));
  return {
    ...shared,
    key: `generic:${id}`,
    metadata: compact({ source: 'generic', title: field(value, 'title'), ...kept }),
  };
}

function readMessage(source: Source, message: unknown, place: number, own: boolean): Captured {
  const role = roleOf(message);
  const content = field(message, 'content');
  if (role === undefined) return skip('unknown role');
  if (typeof content !== 'string' && !Array.isArray(content)) return skip('no content');
  const text = textOf(content);
  if (text === '' && !own) return skip('empty');
  const metadata = field(message, 'metadata');
  const turn = field(message, 'turn');
  const given = textField(message, 'external_id') ?? (own ? undefined : textField(message, 'id'));
  return {
    type: 'message',
    source,
    id: given ?? (own ? `dewey:${textField(message, 'id')}` : `${place}:${hash(`${role} ${text}`)}`),
    role,
    content: text,
    metadata: typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>) : {},
    createdAt: timeOf(message),
    fullness: fullness.record,
    ...(own
      ? { original: { id: textField(message, 'id'), turn: typeof turn === 'number' ? turn : undefined } }
      : {}),
  };
}

function timeOf(message: unknown): string | undefined {
  const text = textField(message, 'created_at') ?? textField(message, 'timestamp');
  return text !== undefined && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
