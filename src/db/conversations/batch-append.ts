import type { Sql } from '../postgres/connect.ts';
import { isTimeout, isUnavailable } from '../postgres/errors.ts';
import { type Appended, appendMessages, type NewMessage, seeingDuplicates } from './append.ts';

/** Stores one message; resolves after its COMMIT. */
export type AppendMessage = (message: NewMessage) => Promise<Appended>;

export type CoalescerLimits = {
  /** Maximum messages per statement. */
  messages?: number;
  /** Maximum characters of content per statement; a longer message gets a statement of its own. */
  characters?: number;
  /** Maximum concurrent statements. */
  lanes?: number;
};

type Waiting = {
  message: NewMessage;
  resolve: (result: Appended) => void;
  reject: (error: unknown) => void;
};

/** Stores each message with a separate statement. */
export const appendSingly =
  (sql: Sql): AppendMessage =>
  (message) =>
    seeingDuplicates(async () => {
      const [result] = await appendMessages(sql, [message]);
      if (!result) throw new Error('append returned no row for its message');
      return result;
    });

/**
 * Joins stores that arrive while another is being written into the next statement and its commit. There is no timer: an
 * idle coalescer writes at once, and a busy one writes everything queued as soon as it is free. Each promise resolves
 * only after the commit of its message.
 *
 * With several lanes, one statement runs while another waits for its commit. A conversation always uses the same lane,
 * so that its messages get turns in order of arrival.
 *
 * When a statement fails, its messages are stored one by one, so that a bad message fails alone; an unreachable
 * database, or a statement that timed out, fails all of them at once.
 */
export function coalesceAppends(sql: Sql, limits: CoalescerLimits = {}): AppendMessage {
  const lanes = Array.from({ length: limits.lanes ?? 2 }, () => createLane(sql, limits));
  return (message) => {
    const lane = lanes[laneOf(message.conversationId, lanes.length)];
    if (!lane) throw new Error('a coalescer needs at least one lane');
    return lane(message);
  };
}

/** Maps a conversation to its lane by the random end of its id. */
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
