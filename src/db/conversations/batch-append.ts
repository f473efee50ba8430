import type { Sql } from '../postgres/connect.ts';
import { isTimeout, isUnavailable } from '../postgres/errors.ts';
import { type Appended, appendMessages, type NewMessage, seeingDuplicates } from './append.ts';

/** Stores one message; resolves after its COMMIT. */
export type AppendMessage = (message: NewMessage) => Promise<Appended>;

export type CoalescerLimits = {
  /** Most messages in a statement. */
  messages?: number;
  /** Most characters of content in a statement; a longer message goes alone. */
  characters?: number;
  /** How many statements may be under way at once. */
  lanes?: number;
};

type Waiting = {
  message: NewMessage;
  resolve: (result: Appended) => void;
  reject: (error: unknown) => void;
};

/** Stores one message by a statement of its own. */
export const appendSingly =
  (sql: Sql): AppendMessage =>
  (message) =>
    seeingDuplicates(async () => {
      const [result] = await appendMessages(sql, [message]);
      if (!result) throw new Error('append returned no row for its message');
      return result;
    });

/**
 * Lets stores that arrive while another is being written share the next statement and its commit. Nobody waits for a
 * timer: an idle coalescer writes at once, and a busy one writes what has gathered as soon as it is free. Each caller is
 * answered only after the commit that holds its message.
 *
 * Several lanes let one statement run while another waits for its commit. A conversation always uses the same lane, so
 * that its messages get their turns in the order they arrive.
 *
 * When a statement fails, its messages are stored one by one, so that a bad message fails alone; a store that cannot be
 * reached, or was waited for as long as a statement may take, fails them all at once.
 */
export function coalesceAppends(sql: Sql, limits: CoalescerLimits = {}): AppendMessage {
  const lanes = Array.from({ length: limits.lanes ?? 2 }, () => createLane(sql, limits));
  return (message) => {
    const lane = lanes[laneOf(message.conversationId, lanes.length)];
    if (!lane) throw new Error('a coalescer has at least one lane');
    return lane(message);
  };
}

/** The same lane for the same conversation, by the random end of its id. */
const laneOf = (conversationId: string, lanes: number): number =>
  Number.parseInt(conversationId.slice(-4), 16) % lanes || 0;

function createLane(sql: Sql, limits: CoalescerLimits): AppendMessage {
  const maxMessages = limits.messages ?? 256;
  const maxCharacters = limits.characters ?? 4_000_000;
  const single = appendSingly(sql);
  let waiting: Waiting[] = [];
  let writing = false;

  const takeBatch = (): Waiting[] => {
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    const keys = new Set<string>();
    let characters = 0;
    for (const item of waiting) {
      const { conversationId, externalId, content } = item.message;
      const key = externalId === undefined ? undefined : `${conversationId} ${externalId}`;
      characters += content.length;
      const full = batch.length > 0 && (batch.length >= maxMessages || characters > maxCharacters);
      if (full || (key !== undefined && keys.has(key))) later.push(item);
      else {
        batch.push(item);
        if (key !== undefined) keys.add(key);
      }
    }
    waiting = later;
    return batch;
  };

  const settleSingly = (item: Waiting) => single(item.message).then(item.resolve, item.reject);

  const write = async (batch: Waiting[]) => {
    try {
      const results = await appendMessages(
        sql,
        batch.map((item) => item.message),
      );
      batch.forEach((item, i) => {
        const result = results[i];
        if (result) item.resolve(result);
        else item.reject(new Error('append returned no row for its message'));
      });
    } catch (error) {
      if (isUnavailable(error) || isTimeout(error)) for (const item of batch) item.reject(error);
      else for (const item of batch) await settleSingly(item);
    }
  };

  const drain = async () => {
    writing = true;
    while (waiting.length > 0) await write(takeBatch());
    writing = false;
  };

  return (message) =>
    new Promise((resolve, reject) => {
      waiting.push({ message, resolve, reject });
      if (!writing) void drain();
    });
}
