import type { EventStore } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

type Event = { streamId: string; message: JSONRPCMessage; bytes: number };

/** Bytes that all sessions together may keep for reconnecting clients. */
export type EventBudget = { bytes: number };

const mostEvents = 256;

/**
 * Events sent on a session's streams, so that a client whose connection broke can resume. Bounded: the oldest are
 * dropped first, and events beyond the budget are not kept.
 */
export class RecentEvents implements EventStore {
  readonly #events = new Map<string, Event>();
  readonly #budget: EventBudget;
  #last = 0;

  constructor(budget: EventBudget) {
    this.#budget = budget;
  }

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    this.#last += 1;
    const id = `${streamId}_${this.#last}`;
    const bytes = JSON.stringify(message).length;
    while (this.#events.size > 0 && (this.#events.size >= mostEvents || bytes > this.#budget.bytes))
      this.#forgetOldest();
    if (bytes <= this.#budget.bytes) {
      this.#events.set(id, { streamId, message, bytes });
      this.#budget.bytes -= bytes;
    }
    return id;
  }

  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return this.#events.get(eventId)?.streamId;
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const streamId = this.#events.get(lastEventId)?.streamId;
    if (streamId === undefined) return '';
    let after = false;
    for (const [id, event] of [...this.#events]) {
      if (after && event.streamId === streamId && Object.keys(event.message).length > 0)
        await send(id, event.message);
      if (id === lastEventId) after = true;
    }
    return streamId;
  }

  clear(): void {
    while (this.#events.size > 0) this.#forgetOldest();
  }

  #forgetOldest(): void {
    const [oldest] = this.#events;
    if (!oldest) return;
    this.#events.delete(oldest[0]);
    this.#budget.bytes += oldest[1].bytes;
  }
}
