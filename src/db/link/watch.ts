import type { Socket } from 'node:net';
import type { Line } from './line.ts';
import { loss } from './loss.ts';
import { cancelMessage } from './messages.ts';
import type { Place } from './places.ts';
import type { StatementMs } from './types.ts';

type Watched = {
  patienceMs: number;
  statementMs: StatementMs | undefined;
  /** When the server answered last that it lives. */
  answeredAt: () => number;
  /** Asks it again. */
  doubt: () => void;
  dial: (place: Place) => Promise<Socket>;
};

/**
 * Makes what looks at every connection now and then: a long silence is a reason to doubt the server, and a statement
 * beyond its time is cancelled, or given up with its connection when that does not help.
 */
export function watchLines(lines: ReadonlyMap<Line, Place | undefined>, server: Watched): () => void {
  const { patienceMs, statementMs } = server;
  /** Since when nothing had come of the statements that were cancelled. */
  const cancelled = new WeakMap<Line, number>();

  const cancel = async (line: Line): Promise<void> => {
    const place = lines.get(line);
    if (!line.key || !place) return;
    const raw = await server.dial(place);
    raw.on('error', () => raw.destroy()); // it was only a wish
    raw.end(cancelMessage(line.key));
  };
  const limit = (line: Line, began: number, now: number) => {
    if (!statementMs || now - began < Math.min(statementMs.read, statementMs.write)) return;
    const mostMs = line.reads ? statementMs.read : statementMs.write;
    if (now - began < mostMs) return;
    if (cancelled.get(line) !== began) {
      cancelled.set(line, began);
      cancel(line).catch(() => undefined); // what follows does not rely on it
    } else if (now - began > mostMs + patienceMs)
      line.lose(loss('ETIMEDOUT', 'the statement could not be cancelled in time'));
  };
  return () => {
    const now = performance.now();
    for (const line of lines.keys()) {
      if ((line.silence(now) ?? 0) > patienceMs && now - server.answeredAt() > patienceMs) server.doubt();
      if (line.fruitlessSince !== undefined) limit(line, line.fruitlessSince, now);
    }
  };
}
