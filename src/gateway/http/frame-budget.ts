import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

export type FrameLimits = {
  /** Bytes of unfinished messages, over all sockets. */
  totalBytes: number;
  /** How many milliseconds a message may take to arrive, and its lowest bytes per second after that. */
  graceMs: number;
  bytesPerSecond: number;
};

/** Close code for a message that exceeds the memory or time available; the peer may try again. */
const tryAgainLater = 1013;
const closeTimeoutMs = 1000;
const lookEveryMs = 2000;

export type FrameBudget = {
  /**
   * Counts what a socket receives until each message is complete.
   *
   * @param wire the underlying connection.
   * @param masked true on the server side, where control frames have a longer header.
   */
  watch(socket: WebSocket, wire: Duplex, masked: boolean): void;
  /** Bytes of unfinished messages at present. */
  held(): number;
  stop(): void;
};

type Unfinished = { bytes: number; since: number; close: (reason: string) => void; paused: () => boolean };

/**
 * Bounds the memory of unfinished messages: the library buffers each until its last byte has arrived, up to its maximum
 * size and for any time. When their total exceeds the budget, the largest is dropped.
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
        // Nothing can arrive while we are not reading.
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
          socket.pause(); // further data would be buffered, too
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
      // Runs before the library's own listener, which subtracts messages as they complete.
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
