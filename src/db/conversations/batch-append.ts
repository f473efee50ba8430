import type { Sql } from '../postgres/connect.ts';
import { isTimeout, isUnavailable } from '../postgres/errors.ts';
import { isSpread } from '../postgres/spread.ts';
import { type Appended, appendMessages, type NewMessage, seeingDuplicates } from './append.ts';

/** Stores one message; resolves after its COMMIT. */
export type AppendMessage = (message: NewMessage) => Promise<Appended>;

export type CoalescerLimits = {
  /** Maximum messages per statement. */
  messages?: number;
  /** Maximum characters of content per statement; a longer message gets a statement of its own. */
  characters?: number;
  /** Maximum concurrent statements. */
  statements?: number;
  /** Milliseconds after which a running statement no longer keeps the next one waiting. */
  patienceMs?: number;
};

type Waiting = {
  message: NewMessage;
  resolve: (result: Appended) => void;
  reject: (error: unknown) => void;
};

/** How many statements run at a time where each stores on one of several nodes. */
const spreadStatements = 8;

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
 * Joins stores that arrive while another is being written into the next statement and its commit. Each promise resolves
 * only after the commit of its message.
 *
 * A statement costs as much as eight messages in it, so few large ones are wanted: an idle coalescer writes at the end of
 * the turn of the event loop, with everything that arrived in it, and what arrives while a statement runs waits for its
 * commit, and is sent before that is answered. A statement that takes long (it waits for a lock, or the disk is slow) holds
 * up nobody but the conversations in it: after a while the next one runs beside it. A conversation is in one statement at a
 * time, so that its messages get turns in order of arrival.
 *
 * Where conversations are spread over nodes, a statement stores in one of them, and several run at a time.
 *
 * When a statement fails, its messages are stored one by one, so that a bad message fails alone; an unreachable
 * database, or a statement that timed out, fails all of them at once.
 */
export function coalesceAppends(sql: Sql, limits: CoalescerLimits = {}): AppendMessage {
  const { messages = 256, characters = 4_000_000, statements = 4, patienceMs = 10 } = limits;
  const single = appendSingly(sql);
  let waiting: Waiting[] = [];
  /** Conversations in running statements. */
  const busy = new Set<string>();
  let running = 0;
  /** A statement has not run for long: what arrives waits for its commit. */
  let young = false;
  let scheduled = false;
  /** Whether conversations are spread; until that is known, a statement may have several of them, which is right, too. */
  let apart = false;

  const takeBatch = (): Waiting[] => {
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    const keys = new Set<string>();
    let taken = 0;
    let full = false;
    for (const item of waiting) {
      const { conversationId, externalId, content } = item.message;
      const key = externalId === undefined ? undefined : `${conversationId} ${externalId}`;
      const other = apart && batch.length > 0 && batch[0]?.message.conversationId !== conversationId;
      const held = other || busy.has(conversationId) || (key !== undefined && keys.has(key));
      if (!held) taken += content.length;
      full ||= batch.length > 0 && (batch.length >= messages || taken > characters);
      if (full || held) later.push(item);
      else {
        batch.push(item);
        if (key !== undefined) keys.add(key);
      }
    }
    waiting = later;
    return batch;
  };

  const settleSingly = (item: Waiting) => single(item.message).then(item.resolve, item.reject);

  /** @returns one outcome per message; none when all callers know already, so that answering them again does nothing. */
  const write = async (batch: readonly Waiting[]): Promise<readonly Appended[]> => {
    try {
      apart = await isSpread(sql);
      const given = batch.map((item) => item.message);
      return await appendMessages(sql, given);
    } catch (error) {
      if (isUnavailable(error) || isTimeout(error)) for (const item of batch) item.reject(error);
      else for (const item of batch) await settleSingly(item);
      return [];
    }
  };

  const start = async () => {
    scheduled = false;
    if ((young && !apart) || running >= (apart ? spreadStatements : statements)) return;
    const batch = takeBatch();
    if (batch.length === 0) return;
    const conversations = new Set(batch.map((item) => item.message.conversationId));
    for (const id of conversations) busy.add(id);
    running += 1;
    young = true;
    let aged = false;
    const age = () => {
      aged = true;
      young = false;
      schedule();
    };
    const timer = setTimeout(age, patienceMs);
    if (apart) schedule();
    const outcomes = await write(batch);
    clearTimeout(timer);
    running -= 1;
    for (const id of conversations) busy.delete(id);
    if (!aged) young = false;
    schedule();
    const answer = () => {
      for (const [i, item] of batch.entries()) {
        const outcome = outcomes[i];
        if (outcome) item.resolve(outcome);
        else item.reject(new Error('append returned no row for its message'));
      }
    };
    // Answering takes up to half as long as a statement: the next one, if any, is on its way before.
    if (scheduled) setImmediate(() => setImmediate(answer));
    else answer();
  };

  /** At the end of the turn, when everything that was read in it has arrived. */
  const schedule = () => {
    if (scheduled || waiting.length === 0) return;
    scheduled = true;
    setImmediate(() => void start());
  };

  return (message) =>
    new Promise((resolve, reject) => {
      waiting.push({ message, resolve, reject });
      schedule();
    });
}
