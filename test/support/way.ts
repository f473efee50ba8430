import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A connection to a database that can be cut and restored, always at the same address. */
export type Way = {
  url: string;
  mend(): Promise<void>;
  cut(): void;
  /** Still accepts data, and never passes it on: a database that hangs. */
  stall(): void;
};

/** Starts cut: nothing listens at its address until it is restored. */
export async function wayTo(databaseUrl: string): Promise<Way> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let stalled = false;
  const listen = async (port: number): Promise<number> => {
    server = createServer({ allowHalfOpen: true }, (client) => {
      const upstream = connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          sockets.delete(from);
          if (!stalled) to.destroy();
        });
        from.on('data', (chunk) => {
          if (!stalled) to.write(chunk);
        });
      }
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  const cut = () => {
    server?.close();
    for (const socket of sockets) socket.destroy();
  };
  const port = await listen(0);
  cut();
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    mend: async () => {
      await listen(port);
    },
    cut,
    stall: () => {
      stalled = true;
    },
  };
}
