import type { Pair } from './match.ts';

/** The measures of the table of bars. */

export type Share = { right: number; of: number };
export const ratio = ({ right, of }: Share): number => (of === 0 ? 1 : right / of);

export type Measures = {
  precision: number;
  recall: number;
  f1: number;
  /** F1 of the recall of main events and the precision that counts any labelled event. */
  mainF1: number;
  labelled: number;
  found: number;
  /** Of matched events whose label names someone: at least one is found, and none that the label does not name. */
  who: Share;
  /** The same, with all that the label names. */
  whoAll: Share;
  /** Of matched events whose label names no one: none is found. */
  whoNone: Share;
  when: Share;
  due: Share;
  /** Of matched events without a time in their label: a time is given. */
  whenInvented: Share;
  dueInvented: Share;
};

const normal = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^(?:the|der|die|das|le|la|les|l'|el|los) ?/, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether two names are of the same person or party: equal, or one is a part of the other's words. */
export function samePerson(a: string, b: string): boolean {
  const [one, other] = [normal(a), normal(b)];
  if (one.join('') === other.join('')) return one.length > 0;
  const [less, more] = one.length < other.length ? [one, other] : [other, one];
  return less.length > 0 && less.every((word) => more.includes(word));
}

export const sameDay = (a: string, b: string): boolean => a.slice(0, 10) === b.slice(0, 10);

export function measure(pairs: readonly Pair[]): Measures {
  const matched = pairs.flatMap(({ label, found }) => (label && found ? [{ label, found }] : []));
  const labels = pairs.flatMap(({ label }) => (label ? [label] : []));
  const found = pairs.filter((pair) => pair.found).length;
  const precision = found === 0 ? 1 : matched.length / found;
  const recall = labels.length === 0 ? 1 : matched.length / labels.length;
  const main = labels.filter((label) => label.main).length;
  const mainRecall = main === 0 ? 1 : matched.filter(({ label }) => label.main).length / main;
  const harmonic = (p: number, r: number) => (p + r === 0 ? 0 : (2 * p * r) / (p + r));
  const shareOf = (meant: typeof matched, right: (one: (typeof matched)[number]) => boolean): Share => ({
    right: meant.filter(right).length,
    of: meant.length,
  });
  const named = matched.filter(({ label }) => label.who.length > 0);
  const wrong = ({ label, found: event }: (typeof matched)[number]) =>
    event.actors.some(({ ref }) => !label.who.some((name) => samePerson(name, ref)));
  const met = ({ label, found: event }: (typeof matched)[number]) =>
    label.who.filter((name) => event.actors.some(({ ref }) => samePerson(name, ref))).length;
  return {
    precision,
    recall,
    f1: harmonic(precision, recall),
    mainF1: harmonic(precision, mainRecall),
    labelled: labels.length,
    found,
    who: shareOf(named, (one) => met(one) > 0 && !wrong(one)),
    whoAll: shareOf(named, (one) => met(one) === one.label.who.length && !wrong(one)),
    whoNone: shareOf(
      matched.filter(({ label }) => label.who.length === 0),
      ({ found: event }) => event.actors.length === 0,
    ),
    when: shareOf(
      matched.filter(({ label }) => label.when !== null),
      ({ label, found: event }) => event.eventTime !== null && sameDay(label.when ?? '', event.eventTime),
    ),
    due: shareOf(
      matched.filter(({ label }) => label.due !== null),
      ({ label, found: event }) => event.due != null && sameDay(label.due ?? '', event.due),
    ),
    whenInvented: shareOf(
      matched.filter(({ label }) => label.when === null),
      ({ found: event }) => event.eventTime !== null,
    ),
    dueInvented: shareOf(
      matched.filter(({ label }) => label.due === null),
      ({ found: event }) => event.due != null,
    ),
  };
}

export type Bin = { from: number; to: number; count: number; confidence: number; right: number };

/** Confidence against the share that is right, in tenths; and the expected calibration error. */
export function reliability(pairs: readonly Pair[]): { bins: Bin[]; error: number } {
  const judged = pairs.flatMap(({ label, found }) =>
    found ? [{ confidence: found.confidence, right: label !== undefined }] : [],
  );
  const bins = Array.from({ length: 10 }, (_, at): Bin => {
    const inside = judged.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === at);
    const mean = (values: number[]) =>
      values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length;
    return {
      from: at / 10,
      to: (at + 1) / 10,
      count: inside.length,
      confidence: mean(inside.map(({ confidence }) => confidence)),
      right: mean(inside.map(({ right }) => (right ? 1 : 0))),
    };
  });
  const error = bins.reduce(
    (sum, bin) => sum + (bin.count / Math.max(1, judged.length)) * Math.abs(bin.confidence - bin.right),
    0,
  );
  return { bins: bins.filter(({ count }) => count > 0), error };
}
