import { setTimeout as delay } from 'node:timers/promises';
import { createTransport, openDriver } from '../../db/postgres/transport/index.ts';
import type { Log } from '../../handlers/tool/deps.ts';

export type Listener = { end(): Promise<void> };

export type Listening = {
  /** A direct connection; LISTEN does not work through a transaction-level pooler. */
  url: string;
  channel: string;
  onNotification(payload: string): void;
  /** Called after the connection was lost and restored: some notifications may have been missed. */
  onReconnect(): void;
  log: Log;
};

const retryAfterMs = 1000;
const heartbeatMs = 10_000;

/** Listens on a connection of its own. When the connection drops it reconnects and then calls `onReconnect`. */
export async function listenTo({
  url,
  channel,
  onNotification,
  onReconnect,
  log,
}: Listening): Promise<Listener> {
  let ended = false;
  let connected = false;
  const transport = createTransport(url);
  const sql = openDriver(transport, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connection: { application_name: `dewey ${channel.replace('dewey_', '')}` },
    onclose: () => {
      if (connected && !ended) void reconnect();
      connected = false;
    },
    // Supported by the driver but missing in its types: its own `listen` gives up if the first reconnect attempt fails.
    ...{ onnotify: (_: string, payload: string) => onNotification(payload) },
  });
  const begin = async () => {
    await sql.unsafe(`listen ${channel}`);
    connected = true;
  };
  const reconnect = async () => {
    while (!ended) {
      try {
        await begin();
        return onReconnect();
      } catch (err) {
        log.warn({ err, channel }, 'cannot listen for notifications; trying again');
        await delay(retryAfterMs, undefined, { ref: false });
      }
    }
  };
  const end = async () => {
    await sql.end({ timeout: 1 });
    transport.close();
  };
  try {
    await begin();
  } catch (error) {
    await end();
    throw error;
  }
  // Otherwise an idle connection would never notice that its peer is gone.
  const heartbeat = setInterval(() => {
    if (connected)
      sql`select 1`.catch((err) => log.warn({ err, channel }, 'notifications are interrupted; reconnecting'));
  }, heartbeatMs).unref();
  return {
    async end() {
      ended = true;
      clearInterval(heartbeat);
      await end();
    },
  };
}
