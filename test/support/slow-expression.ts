import vm from 'node:vm';
import { hostileTexts } from './hostile-text.ts';

/** The first shows what grows exponentially, the second what grows with the square. */
const lengths = [64, 10_000];
/**
 * A text that takes no longer than this, by the clock on the wall, is not looked at further: work that grows with the
 * square of its length takes at least ten times as long.
 */
const quickMs = 5;
/** What is not quick is measured with a text of the first length and one of the second. */
const grown = [5_000, 20_000] as const;
/** For a short text: several times what the slowest takes on an idle machine, and far less than what grows with the cube. */
const boundedMs = 50;
/** Four times the text may take this many times as long; growth with the square takes 16 times as long. */
const allowedGrowth = 8;
/** What a processor does in less time may differ by more than the text does. */
const noiseMs = 1;
/** Texts that are looked at for as long as this without an end are measured one by one. */
const firstLookMs = 200;
/** A text that takes as much of a processor as this is not waited for. */
const patienceMs = 500;
const rounds = 10;

export type Slowness = { ms: number; length: number; text: string };

/**
 * Has a regular expression look for every match in texts made to hold it up. Only time that a processor spent counts, and
 * the least of several measurements: other work on the machine makes nothing slow.
 *
 * @param most the longest text it is ever given in the product, where that is limited: then one may take {@link boundedMs}.
 * @returns the first text that takes clearly more than four times as long when it is four times as long, or has no end;
 * undefined when there is none.
 */
export function slownessOf(source: string, flags: string, most?: number): Slowness | undefined {
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  const look = (text: string): void => void text.replace(expression, '');
  const texts = [...hostileTexts(source, flags)];
  for (const length of most === undefined ? lengths : [Math.min(64, most), most])
    for (const make of notQuick(texts, length, look)) {
      const slow =
        most === undefined && length > 64 ? growing(make, look) : over(make, length, boundedMs, look);
      if (slow) return slow;
    }
  return undefined;
}

type Make = (length: number) => string;
type Look = (text: string) => void;

/** The texts that take long by the clock on the wall, for whichever reason. */
function* notQuick(texts: readonly Make[], length: number, look: Look): Generator<Make> {
  for (let next = 0; next < texts.length; next++) {
    let made: Make | undefined;
    ends(firstLookMs, () => {
      for (; next < texts.length; next++) {
        made = texts[next];
        const text = made?.(length) ?? '';
        let ms = Number.POSITIVE_INFINITY;
        for (let again = 0; again < 3 && ms > quickMs; again++) {
          const from = performance.now();
          look(text);
          ms = Math.min(ms, performance.now() - from);
        }
        if (ms > quickMs) return;
        made = undefined;
      }
    });
    if (made) yield made;
  }
}

/** Whether a text of this length takes more of a processor than is allowed. */
function over(make: Make, length: number, allowed: number, look: Look): Slowness | undefined {
  const text = make(length);
  let ms = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    ms = Math.min(
      ms,
      processorMs(() => look(text)),
    );
    if (ms <= allowed) return undefined;
    if (ms > 10 * allowed) break;
  }
  return { ms, length, text };
}

/** Whether a text takes too much of a processor when it is long, or too much more than when it is short. */
function growing(make: Make, look: Look): Slowness | undefined {
  const [short, long] = grown;
  const [shortText, longText] = [make(short), make(long)];
  let [shortMs, longMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round++) {
    shortMs = Math.min(
      shortMs,
      processorMs(() => look(shortText)),
    );
    longMs = Math.min(
      longMs,
      processorMs(() => look(longText)),
    );
    if (longMs <= allowedGrowth * Math.max(shortMs, noiseMs)) return undefined;
    if (longMs === Number.POSITIVE_INFINITY && round > 0) break;
  }
  return { ms: longMs, length: long, text: longText };
}

/**
 * How long a processor was busy with something; infinite when it was for too long.
 *
 * Neither other threads of this process, which a clock of the process counts, nor other processes, which one on the wall
 * counts, make it more.
 */
function processorMs(run: () => void): number {
  // Time on the wall is all that V8 limits.
  for (let limitMs = patienceMs; ; limitMs *= 2) {
    const wall = performance.now();
    const cpu = process.cpuUsage();
    const ended = ends(limitMs, run);
    const { user, system } = process.cpuUsage(cpu);
    const ms = Math.min((user + system) / 1000, performance.now() - wall);
    if (ended) return ms;
    if (ms > patienceMs / 2) return Number.POSITIVE_INFINITY;
  }
}

const sandbox = { run: (): void => undefined };
const script = new vm.Script('run()');
const context = vm.createContext(sandbox);

/** Whether something ends in time; regular expressions can be interrupted by V8. */
function ends(limitMs: number, run: () => void): boolean {
  sandbox.run = run;
  try {
    script.runInContext(context, { timeout: limitMs });
    return true;
  } catch (error) {
    // An error of the other context is none of this one's.
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}
