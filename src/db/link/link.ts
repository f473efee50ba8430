import { setTimeout as delay } from 'node:timers/promises';
import { Line } from './line.ts';
import { type Loss, loss } from './loss.ts';
import { type Address, dial, type Place } from './places.ts';
import type { Find, Link, LinkOptions } from './types.ts';
import { watchLines } from './watch.ts';

const usualPatienceMs = 5000;
const askAgainMs = 250;

/**
 * Bounds how long a server that does not answer can hold anybody up.
 *
 * - A statement that is silent for the time of patience makes the link ask the server over a new connection. If it
 *   answers, the statement is only slow, and goes on until `statementMs`, when it is cancelled. If not, everything that
 *   waits fails, whatever is asked next fails at once, and the link goes on asking until the server is back.
 * - With several hosts, connections go to the one that is not a standby; it is looked for anew after a loss.
 *
 * Times are of the monotonic clock: nothing here minds a change of the system's time.
 *
 * @param find looks for the server; a link without it goes to the one host of its address and asks nobody.
 */
export function linkTo(address: Address, options: LinkOptions, find?: Find): Link {
  const patienceMs = options.patienceMs ?? usualPatienceMs;
  const { statementMs } = options;
  const [first] = address.places;
  const single = address.places.length === 1;
  const lines = new Map<Line, Place | undefined>();
  const byDriverId = new Map<number, Line>();
  /** Where the primary is, as far as is known. */
  let home: Place | undefined = single ? first : undefined;
  let looking: Promise<Place> | undefined;
  let doubting = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let away: Loss | undefined;
  let closed = false;
  let speaking: Line | undefined;

  const speak = (line: Line, say: () => void) => {
    const before = speaking;
    speaking = line;
    try {
      say();
    } finally {
      speaking = before;
    }
  };

  const look = (): Promise<Place> => {
    if (!find) throw new Error('of several hosts one has to be found');
    looking ??= find(address, patienceMs).finally(() => {
      looking = undefined;
    });
    return looking;
  };

  const reach = async (line: Line): Promise<void> => {
    if (away) throw loss('CONNECT_TIMEOUT', away.message);
    if (!home) home = await look();
    lines.set(line, home);
    try {
      line.carry(await dial(home, address, patienceMs));
    } catch (error) {
      if (!single) home = undefined;
      throw error;
    }
  };

  /** Never rejects: the driver would not count the connection any more. */
  const socket = async (): Promise<Line> => {
    const line = new Line(speak);
    lines.set(line, undefined);
    line.once('close', (failed: boolean) => {
      lines.delete(line);
      if (line.driverId !== undefined) byDriverId.delete(line.driverId);
      if (failed && !single) home = undefined;
    });
    await reach(line).catch((error: Error) => {
      const code = 'code' in error ? String(error.code) : 'CONNECTION_CLOSED';
      if (code === 'CONNECT_TIMEOUT') void doubt();
      line.lose(loss(code, error.message));
    });
    return line;
  };

  const loseAll = (reason: Loss, where: (place: Place | undefined) => boolean = () => true) => {
    for (const [line, place] of lines) if (where(place)) line.lose(reason);
  };

  /** Asks the server whether it lives; while it does not, everything fails at once. */
  const doubt = async (): Promise<void> => {
    if (doubting || !find) return;
    doubting = true;
    while (!closed) {
      try {
        const found = await find(address, patienceMs);
        away = undefined;
        home = found;
        answeredAt = performance.now();
        loseAll(
          loss('ECONNRESET', 'the database moved to another host'),
          (place) => place !== undefined && place !== found,
        );
        break;
      } catch (error) {
        away = loss('ETIMEDOUT', `the database does not answer: ${(error as Error).message}`);
        loseAll(away);
        await delay(askAgainMs, undefined, { ref: false });
      }
    }
    doubting = false;
  };

  const watch = watchLines(lines, {
    patienceMs,
    statementMs,
    answeredAt: () => answeredAt,
    doubt: () => void doubt(),
    dial: (place) => dial(place, address, patienceMs),
  });
  const soonest = Math.min(
    4000,
    patienceMs,
    statementMs?.read ?? patienceMs,
    statementMs?.write ?? patienceMs,
  );
  const timer = find ? setInterval(watch, soonest / 4).unref() : undefined;

  return {
    url: address.driverUrl,
    options: { host: first?.host ?? 'localhost', port: first?.port ?? 5432, ssl: false, socket },
    listen(connection, statement) {
      let line = byDriverId.get(connection);
      if (!line && speaking && speaking.driverId === undefined) {
        line = speaking;
        line.driverId = connection;
        byDriverId.set(connection, line);
      }
      if (line) line.expect(statement);
    },
    get away() {
      return away !== undefined;
    },
    get quiet() {
      return [...lines.keys()].every((line) => line.quiet);
    },
    giveUp() {
      for (const line of lines.keys())
        if (line.askingTypes) line.lose(loss('CONNECTION_ENDED', 'the connection was ended'));
    },
    close() {
      closed = true;
      clearInterval(timer);
      loseAll(loss('CONNECTION_ENDED', 'the connection was ended'));
    },
  };
}
