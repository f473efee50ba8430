import postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { type Measured, measure } from '../support.ts';
import { begin, type Client, connectSocket } from './client.ts';
import { type Costs, type Counts, processorTime, type Server } from './database.ts';
import { startGateway } from './server.ts';

export const text =
  'The loan period is set in src/loans.ts, line 12: twenty-one days, and it can be renewed twice. '.repeat(4);

/** One way to store a message, with a database of its own. */
export type Way = {
  name: string;
  database: string;
  /** Process id of the gateway; undefined when the client talks to PostgreSQL. */
  gateway?: number;
  /** Creates conversations. */
  begin(count: number): Promise<string[]>;
  store(conversationId: string): Promise<unknown>;
  call?: Client['call'];
  end(): Promise<void>;
};

/** What one message of a round cost; processor times in microseconds. */
export type Round = Measured & Costs & { gatewayCpu: number; clientCpu: number };

/**
 * A row of the same columns, by an `INSERT` for each message: a table with the keys of messages, and nothing else. Its turn
 * number is given, so that the bare row gets for free what the product has to work out.
 */
export async function bareInsert(server: Server, connections: number): Promise<Way> {
  const database = await server.database('bare', false);
  const sql = postgres(database, { max: connections, onnotice: () => undefined });
  await sql`create table conversations (id uuid primary key)`;
  await sql`
    create table messages (
      id uuid primary key, conversation_id uuid not null references conversations on delete cascade,
      turn_number integer not null, role text not null, content text not null, metadata jsonb,
      created_at timestamptz not null default now(), external_id text, unique (conversation_id, turn_number))`;
  await sql`create unique index on messages (conversation_id, external_id) where external_id is not null`;
  let turn = 0;
  return {
    name: 'bare INSERT',
    database,
    async begin(count) {
      const ids = Array.from({ length: count }, () => uuidv7());
      await sql`insert into conversations select * from unnest(${ids}::uuid[])`;
      return ids;
    },
    store(conversationId) {
      turn += 1;
      return sql`
        insert into messages (id, conversation_id, turn_number, role, content)
        values (${uuidv7()}, ${conversationId}, ${turn}, 'user', ${text}) returning id, created_at`;
    },
    end: () => sql.end(),
  };
}

/** A built gateway, called over `connect`. */
export async function product(
  server: Server,
  name: string,
  main: string,
  connect: (url: string) => Promise<Client> = connectSocket,
): Promise<Way> {
  const database = await server.database('product', false);
  const gateway = await startGateway(database, main);
  const client = await connect(gateway.url);
  return {
    name,
    database,
    gateway: gateway.pid,
    begin: (count) => begin(client, count),
    store: (conversation_id) =>
      client.call('dewey_store_message', { conversation_id, role: 'user', content: text }),
    call: client.call,
    async end() {
      client.close();
      await gateway.stop();
    },
  };
}

/** Stores `times` messages, and tells the rate and what each of them cost. */
export async function round(
  server: Server,
  way: Way,
  times: number,
  inFlight: number,
  conversations: number,
): Promise<Round> {
  const ids = await way.begin(conversations);
  const at = (i: number) => ids[i % ids.length] ?? '';
  await measure(Math.ceil(times / 10), inFlight, (i) => way.store(at(i)));
  const gatewayTime = () => (way.gateway === undefined ? 0 : processorTime(way.gateway));
  const before = { costs: await server.costs(), gateway: gatewayTime(), client: process.cpuUsage() };
  const measured = await measure(times, inFlight, (i) => way.store(at(i)), { warmUp: false });
  const client = process.cpuUsage(before.client);
  const gatewayCpu = gatewayTime() - before.gateway;
  const after = await server.costs();
  return {
    ...measured,
    gatewayCpu: gatewayCpu / times,
    clientCpu: (client.user + client.system) / times,
    cpu: (after.cpu - before.costs.cpu) / times,
    walBytes: (after.walBytes - before.costs.walBytes) / times,
  };
}

/** Commits, flushes and records of the write-ahead log for each stored message. */
export async function counted(
  server: Server,
  way: Way,
  times: number,
  inFlight: number,
  conversations: number,
): Promise<Counts> {
  const ids = await way.begin(conversations);
  const before = await server.counts();
  await measure(times, inFlight, (i) => way.store(ids[i % ids.length] ?? ''), { warmUp: false });
  const after = await server.counts();
  const each = (of: keyof Counts) => (after[of] - before[of]) / times;
  return { transactions: each('transactions'), flushes: each('flushes'), walRecords: each('walRecords') };
}
