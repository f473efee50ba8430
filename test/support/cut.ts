import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A loopback connection to a database that misbehaves on request, always at the same address. */
export type Cut = {
  /** The database's URL through this connection. */
  url: string;
  port: number;
  /** Passes everything again and accepts new connections. */
  pass(): Promise<void>;
  /** Delays each piece by this much, in both directions. */
  delay(milliseconds: number): void;
  /** Accepts connections and data, and passes nothing on: like a host behind a dropping firewall. */
  blackHole(): void;
  /** Resets every connection; new ones are accepted. */
  reset(): void;
  /** Resets every connection and refuses new ones. */
  refuse(): Promise<void>;
  /** Connects to another server from now on; connections to the previous one are reset. */
  leadTo(databaseUrl: string): void;
  /** The next statement that contains this text reaches the server, but its answer is lost with the connection. */
  loseAnswerTo(text: string): Promise<void>;
  connections(): number;
  close(): Promise<void>;
};

type Pair = { client: Socket; upstream: Socket };

export async function cutTo(databaseUrl: string): Promise<Cut> {
  let target = new URL(databaseUrl);
  let passing = true;
  let later = 0;
  let doomed: { text: string; done: () => void } | undefined;
  const pairs = new Set<Pair>();

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const upstream = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    const pair = { client, upstream };
    pairs.add(pair);
    let answerLost = false;
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    const underWay = new Map<Socket, Promise<void>>();
    const hand = (to: Socket, chunk: Buffer) => {
      const due = later > 0 ? delay(later) : undefined;
      // Never ahead of earlier data.
      const before = underWay.get(to);
      if (!due && !before) {
        if (passing) to.write(chunk);
        return;
      }
      const mine = Promise.all([before, due]).then(() => {
        if (passing) to.write(chunk);
        if (underWay.get(to) === mine) underWay.delete(to);
      });
      underWay.set(to, mine);
    };
    client.on('data', (chunk) => {
      if (doomed && chunk.includes(doomed.text)) answerLost = true;
      hand(upstream, chunk);
    });
    upstream.on('data', (chunk) => {
      // A statement is described before it is executed; only "ready" proves that it was.
      if (answerLost && chunk.includes('Z\0\0\0\x05', 0, 'latin1')) {
        const lost = doomed;
        doomed = undefined;
        resetPair(pair);
        lost?.done();
      } else hand(client, chunk);
    });
    for (const socket of [client, upstream]) {
      socket.on('error', end);
      // Behind a black hole neither side learns that the other is gone.
      socket.on('close', () => passing && end());
      socket.on('end', () => passing && end());
    }
  });
  const resetPair = (pair: Pair) => {
    pairs.delete(pair);
    pair.client.resetAndDestroy();
    pair.upstream.destroy();
  };
  const reset = () => {
    for (const pair of pairs) resetPair(pair);
  };
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    port,
    async pass() {
      if (!passing) reset(); // these connections lack the swallowed data
      passing = true;
      later = 0;
      if (!server.listening) await listen(port);
    },
    delay(milliseconds) {
      later = milliseconds;
    },
    blackHole() {
      passing = false;
    },
    reset,
    async refuse() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      reset();
      await closed;
    },
    leadTo(databaseUrl) {
      target = new URL(databaseUrl);
      reset();
    },
    loseAnswerTo: (text) =>
      new Promise((done) => {
        doomed = { text, done };
      }),
    connections: () => pairs.size,
    async close() {
      reset();
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
