import { setTimeout as delay } from 'node:timers/promises';
import { createTransport, openDriver } from '../../db/postgres/transport/index.ts';
import type { Log } from '../../handlers/tool/deps.ts';

export type Listener = { end(): Promise<void> };

export type Listening = {
  /** A direct connection; LISTEN does not pass a pooler that hands out connections by transaction. */
  url: string;
  channel: string;
  onNotification(payload: string): void;
  /** It was away and is back: some notifications may have been missed. */
  onReconnect(): void;
  log: Log;
};

const retryAfterMs = 1000;
const heartbeatMs = 10_000;

/** Listens on a connection of its own. When that drops it connects again, and then says so. */
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
    // Known to the driver, not to its types: its own `listen` gives up when the first attempt to reconnect fails.
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
        log.warn({ err, channel }, 'notifications cannot be heard; trying again');
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
  // Nobody speaks on this connection: that its other end is gone would never be noticed.
  const heartbeat = setInterval(() => {
    if (connected)
      sql`select 1`.catch((err) => log.warn({ err, channel }, 'notifications are not heard for a moment'));
  }, heartbeatMs).unref();
  return {
    async end() {
      ended = true;
      clearInterval(heartbeat);
      await end();
    },
  };
}
