import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

export type FrameLimits = {
  /** Bytes of messages that have begun and not ended, over all sockets. */
  totalBytes: number;
  /** Milliseconds a message may take to arrive, and the bytes a second it has to come with beyond them. */
  graceMs: number;
  bytesPerSecond: number;
};

/** The close code for a peer whose message takes more room or time than there is; it may try again. */
const tryAgainLater = 1013;
const closeTimeoutMs = 1000;
const lookEveryMs = 2000;

export type FrameBudget = {
  /**
   * Counts what a socket has begun to send until it is a whole message.
   *
   * @param wire the connection below it.
   * @param masked true on the side of a server: control frames are longer there.
   */
  watch(socket: WebSocket, wire: Duplex, masked: boolean): void;
  /** Bytes of unfinished messages now. */
  held(): number;
  stop(): void;
};

type Unfinished = { bytes: number; since: number; close: (reason: string) => void; paused: () => boolean };

/**
 * Bounds the memory that unfinished messages hold: the library keeps each until its last byte is there, up to the largest
 * message it takes, and for any time. When all of them together are too many bytes the largest is given up.
 */
export function createFrameBudget({ totalBytes, graceMs, bytesPerSecond }: FrameLimits): FrameBudget {
  const sockets = new Set<Unfinished>();
  let held = 0;

  const abort = (entry: Unfinished, reason: string) => {
    held -= entry.bytes;
    entry.bytes = 0;
    sockets.delete(entry);
    entry.close(reason);
  };
  const shed = () => {
    while (held > totalBytes) {
      let largest: Unfinished | undefined;
      for (const entry of sockets) if (entry.bytes > (largest?.bytes ?? 0)) largest = entry;
      if (!largest) return;
      abort(largest, 'too many unfinished messages');
    }
  };
  const timer = setInterval(
    () => {
      const now = performance.now();
      for (const entry of sockets) {
        if (entry.bytes === 0) continue;
        // What we do not read cannot arrive.
        if (entry.paused()) entry.since = now;
        else if (now - entry.since > graceMs + (entry.bytes / bytesPerSecond) * 1000)
          abort(entry, 'a message did not arrive in time');
      }
    },
    Math.min(lookEveryMs, graceMs),
  ).unref();

  return {
    watch(socket, wire, masked) {
      const entry: Unfinished = {
        bytes: 0,
        since: 0,
        paused: () => socket.isPaused,
        close(reason) {
          socket.pause(); // what it still sends would be kept, too
          socket.close(tryAgainLater, reason);
          setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
        },
      };
      const arrived = (bytes: number) => {
        const left = Math.max(0, entry.bytes - bytes);
        held += left - entry.bytes;
        entry.bytes = left;
      };
      sockets.add(entry);
      // Before the library takes it: whole messages are counted off while it does.
      wire.prependListener('data', (chunk: Buffer) => {
        if (!sockets.has(entry)) return;
        if (entry.bytes === 0) entry.since = performance.now();
        entry.bytes += chunk.length;
        held += chunk.length;
        if (held > totalBytes) shed();
      });
      socket.on('message', () => arrived(entry.bytes));
      const control = (data: Buffer) => arrived(data.length + (masked ? 6 : 2));
      socket.on('ping', control).on('pong', control);
      socket.once('close', () => {
        held -= entry.bytes;
        entry.bytes = 0;
        sockets.delete(entry);
      });
    },
    held: () => held,
    stop: () => clearInterval(timer),
  };
}
