import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Pool } from '../../src/db/postgres/connect.ts';
import { withTimeout } from '../../src/db/runtime/with-timeout.ts';
import { CallFailed, mcpClient, type ToolClient } from './clients.ts';

/** Writers of every kind on one or more gateways, which record what was acknowledged. */
export type Load = {
  /** How many writes of all kinds have been acknowledged so far. */
  acknowledged(): number;
  /** How many of them are decisions. */
  decisions(): number;
  failures(): CallFailed[];
  /** What no answer has come to yet, and what was refused last. */
  state(): string;
  /** Lets every writer finish its current write, with retries. */
  stop(): Promise<void>;
  /** Compares what was acknowledged with what is stored: every write once, turns without a gap. */
  compare(sql: Pool): Promise<{ messages: number; decisions: number; contexts: number }>;
};

const messagesInFlight = 16;
/** How long a write may take once the database is back. */
const answerMs = 20_000;

/**
 * Messages over a WebSocket, 16 in flight, decisions and startup contexts. A write refused because the database is
 * unreachable is repeated until it is acknowledged, as clients should.
 */
export async function beginLoad(urls: readonly string[], name: string): Promise<Load> {
  const clients = await Promise.all(urls.map((url) => mcpClient('ws', url)));
  const clientOf = (n: number): ToolClient => {
    const client = clients[n % clients.length];
    if (!client) throw new Error('a load needs a gateway');
    return client;
  };
  const { conversation_id } = await clientOf(0).call('dewey_begin_conversation', {});
  const turns = new Map<string, number>();
  const decisions = new Map<string, string>();
  const contexts = new Map<string, number>();
  const failures: CallFailed[] = [];
  /** Calls without an answer yet: a test that waits for one says which. */
  const unanswered = new Map<object, string>();
  let running = true;

  // biome-ignore lint/suspicious/noExplicitAny: a tool's result has the shape of its output schema
  const insist = async (client: ToolClient, tool: string, input: object): Promise<any> => {
    for (;;)
      try {
        unanswered.set(input, tool);
        return await client.call(tool, input);
      } catch (error) {
        if (!(error instanceof CallFailed) || error.body.error.kind !== 'unavailable') throw error;
        failures.push(error);
        await delay(20);
      } finally {
        unanswered.delete(input);
      }
  };
  const store = async (writer: number) => {
    for (let n = 0; running; n += 1) {
      const external_id = `${name} ${writer}-${n}`;
      const message = { conversation_id, role: 'user', content: `content of ${external_id}`, external_id };
      turns.set(external_id, (await insist(clientOf(writer), 'dewey_store_message', message)).turn_number);
    }
  };
  const decide = async (writer: number) => {
    for (let n = 0; running; n += 1) {
      const external_id = `${name} decision ${writer}-${n}`;
      const decision = {
        statement: `Decide ${external_id}`,
        alternatives: ['Wait'],
        confidence: 0.7,
        external_id,
      };
      const { decision_id } = await insist(clientOf(writer), 'membria_capture_decision', decision);
      decisions.set(decision_id, decision.statement);
    }
  };
  const write = async (writer: number) => {
    const context = `${name} context ${writer}`;
    for (let n = 1; running; n += 1) {
      await insist(clientOf(writer), 'dewey_set_startup_context', { name: context, content: `text ${n}` });
      contexts.set(context, n);
    }
  };
  const writers = Promise.all([
    ...Array.from({ length: messagesInFlight }, (_, writer) => store(writer)),
    ...[0, 1].flatMap((writer) => [decide(writer), write(writer)]),
  ]);
  const state = () =>
    `unanswered: ${[...unanswered.values()].join(', ')}; refused last: ${failures.at(-1)?.message}`;
  return {
    acknowledged: () => turns.size + decisions.size + [...contexts.values()].reduce((sum, n) => sum + n, 0),
    decisions: () => decisions.size,
    failures: () => failures,
    state,
    async stop() {
      running = false;
      await withTimeout(writers, answerMs, () => {
        throw new Error(`not all were answered within ${answerMs} ms: ${state()}`);
      });
      for (const client of clients) await client.close();
    },
    async compare(sql) {
      const messages = await sql<{ externalId: string; turn: number; content: string }[]>`
        select external_id, turn_number as turn, content from messages
        where conversation_id = ${conversation_id} order by turn_number`;
      expect(new Map(messages.map((row) => [row.externalId, row.turn]))).toEqual(turns);
      expect(messages.map(({ turn }) => turn)).toEqual(messages.map((_, i) => i + 1));
      const decided = await sql<{ id: string; statement: string }[]>`
        select id, statement from decisions where statement like ${`Decide ${name}%`}`;
      expect(decided).toHaveLength(decisions.size);
      expect(new Map(decided.map((row) => [row.id, row.statement]))).toEqual(decisions);
      const versions = await sql<{ name: string; n: number }[]>`
        select name, count(*)::int as n from startup_contexts c join startup_context_versions v on v.context_id = c.id
        where name like ${`${name}%`} group by name`;
      expect(new Map(versions.map((row) => [row.name, row.n]))).toEqual(contexts);
      return {
        messages: messages.length,
        decisions: decided.length,
        contexts: versions.reduce((sum, { n }) => sum + n, 0),
      };
    },
  };
}
