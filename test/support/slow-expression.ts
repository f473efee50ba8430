import vm from 'node:vm';
import { hostileTexts } from './hostile-text.ts';

/** The first reveals exponential growth, the second quadratic growth. */
const lengths = [64, 10_000];
/**
 * A text that takes no longer than this is not examined further: most quadratic work takes twenty
 * times as long.
 */
const quickMs = 2.5;
/**
 * An eighth of a text that takes no longer than {@link promisingMs} promises that the whole is quick, were its growth
 * quadratic; cubic work takes a thousand times as long for it.
 */
const promisingPart = 1 / 8;
const promisingMs = quickMs * promisingPart ** 2;
/**
 * A text that takes this many times as long as its eighth grows linearly beyond doubt: a part of it that grew
 * quadratically would be small at the lengths of {@link grown}, too, where four times as long may be 8 times as much.
 */
const steadyGrowth = 10;
/** Even a text that grows linearly is examined further if it takes longer. */
const steadyMs = 50;
/** The lengths at which slow texts are measured. */
const grown = [5_000, 20_000] as const;
/** For a short text: several times what the slowest takes on an idle machine, and far less than cubic work. */
const boundedMs = 50;
/** A text four times as long may take this many times as long; quadratic growth takes 16 times as long. */
const allowedGrowth = 8;
/** Growth beyond doubt, after a few measurements. */
const clearGrowth = 12;
const clearRounds = 3;
/** Below this, measurement noise exceeds the effect of the text. */
const noiseMs = 1;
/** Texts without a result after this time are measured one by one. */
const firstLookMs = 200;
/** A text that takes this much CPU time is not waited for. */
const patienceMs = 250;
const rounds = 10;

/** Expressions that must be found slow, each kind of growth among the first four. */
export const slowExamples: readonly (readonly [source: string, flags: string])[] = [
  ['^(a+)+$', ''],
  ['<!--[\\s\\S]*?-->', ''],
  ['\\s+$', 'm'],
  ['\\d+-\\d+x', 'u'],
  ['["\']?(.+?)["\']? *$', ''],
  ['\\beyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}', 'g'],
  ['<private>.*?</private>', 's'],
  ['[\\w.]+@[\\w.]+\\.x', ''],
];

export type Slowness = { ms: number; length: number; text: string };

/**
 * Lets a regular expression find all matches in texts designed to slow it down. Only CPU time counts, as the minimum of
 * several measurements, so that other work on the machine does not matter.
 *
 * @param most the longest text it is ever given in the product, if limited: then one may take {@link boundedMs}.
 * @returns the first text that takes clearly more than four times as long when it is four times as long, or does not
 * finish; undefined if there is none.
 */
export function slownessOf(source: string, flags: string, most?: number): Slowness | undefined {
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  const look = (text: string): void => void text.replace(expression, '');
  const makes = [...hostileTexts(source, flags)];
  const texts = (most === undefined ? lengths : [Math.min(64, most), most]).flatMap((length) =>
    makes.map((make): Text => ({ make, length })),
  );
  for (const { make, length } of notQuick(texts, look)) {
    const slow =
      most === undefined && length > 64 ? growing(make, look) : over(make, length, boundedMs, look);
    if (slow) return slow;
  }
  return undefined;
}

type Make = (length: number) => string;
type Text = { make: Make; length: number };
type Look = (text: string) => void;

/** The texts that take long, for whatever reason. */
function* notQuick(texts: readonly Text[], look: Look): Generator<Text> {
  for (let next = 0; next < texts.length; next++) {
    let text: Text | undefined;
    // All at once: every look that may be interrupted starts a thread that would interrupt it.
    ends(firstLookMs, () => {
      for (; next < texts.length; next++) {
        text = texts[next];
        if (text && !isQuick(text, look)) return;
        text = undefined;
      }
    });
    if (text) yield text;
  }
}

/** Whether a text takes little time, or a time that clearly grows with its length alone. */
function isQuick({ make, length }: Text, look: Look): boolean {
  if (length <= 1000) return lookMs(make(length), look, quickMs) <= quickMs;
  const part = lookMs(make(length * promisingPart), look, promisingMs);
  if (part <= promisingMs) return true;
  const enough = Math.min(Math.max(quickMs, steadyGrowth * part), steadyMs);
  return lookMs(make(length), look, enough) <= enough;
}

/**
 * The shortest of up to three measurements; one that is short enough ends them. Asking for CPU time takes longer than most
 * looks, so the first measures the time alone.
 */
function lookMs(text: string, look: Look, enough: number): number {
  let ms = Number.POSITIVE_INFINITY;
  for (let again = 0; again < 3 && ms > enough; again++) {
    const cpu = again > 0 ? process.cpuUsage() : undefined;
    const from = performance.now();
    look(text);
    ms = Math.min(ms, performance.now() - from);
    // The processor may have been with others meanwhile.
    if (cpu === undefined || ms <= enough) continue;
    const { user, system } = process.cpuUsage(cpu);
    ms = Math.min(ms, (user + system) / 1000);
  }
  return ms;
}

/** Whether a text of this length takes more CPU time than allowed. */
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

/** Whether a long text takes too much CPU time, or too much compared with a short one. */
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
    if (round + 1 >= clearRounds && longMs > clearGrowth * Math.max(shortMs, noiseMs)) break;
  }
  return { ms: longMs, length: long, text: longText };
}

/**
 * CPU time of a function in milliseconds; infinite if it takes too long.
 *
 * Unlike process CPU time it excludes other threads, and unlike wall-clock time it excludes other processes.
 */
function processorMs(run: () => void): number {
  // V8 can limit only wall-clock time.
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

/** Whether a function ends in time; V8 can interrupt regular expressions. */
function ends(limitMs: number, run: () => void): boolean {
  sandbox.run = run;
  try {
    script.runInContext(context, { timeout: limitMs });
    return true;
  } catch (error) {
    // Errors of the other context are not instances of this one's classes.
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}
