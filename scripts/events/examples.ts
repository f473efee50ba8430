import { categories } from '../../src/handlers/events/extraction/domain/event.ts';
import {
  candidatesIn,
  type Read,
  readSource,
} from '../../src/handlers/events/extraction/offline/candidates.ts';
import type { Candidate } from '../../src/handlers/events/extraction/offline/features/context.ts';
import { overlapOf, placesOf } from '../../test/support/event-sets/match.ts';
import {
  type Label,
  type LabelledDocument,
  publisherOf,
  sourceOf,
} from '../../test/support/event-sets/read.ts';

/** Labelled documents as examples to fit weights to. */

export const classes: readonly string[] = ['none', ...categories];

export type Prepared = {
  document: LabelledDocument;
  publisher: string;
  read: Read;
  candidates: Candidate[];
  /** The labels of each candidate; undefined when it may be left out or taken alike. */
  labels: (Label[] | undefined)[];
  /** Labels that no candidate stands for. */
  missed: Label[];
};

export function prepare(document: LabelledDocument): Prepared {
  const read = readSource(sourceOf(document));
  const candidates = allOf(candidatesIn(read));
  const labels: (Label[] | undefined)[] = candidates.map(() => []);
  const vague = new Set<number>();
  const missed: Label[] = [];
  const near = (quote: string): { at: number; overlap: number; length: number }[] =>
    placesOf(document.text, quote).flatMap((place) =>
      candidates.flatMap(({ unit }, at) => {
        const overlap =
          unit.start < place.end && place.start < unit.end ? overlapOf(document.text, place, unit) : 0;
        return overlap >= 0.5 ? [{ at, overlap, length: unit.end - unit.start }] : [];
      }),
    );
  for (const label of document.events) {
    const found = near(label.quote).sort(
      (a, b) => b.overlap - a.overlap || b.length - a.length || a.at - b.at,
    );
    const [best] = found;
    if (best === undefined) missed.push(label);
    else labels[best.at]?.push(label);
    for (const { at } of [...found.slice(1), ...label.alt_quotes.flatMap(near)]) vague.add(at);
  }
  for (const at of vague) if (labels[at]?.length === 0) labels[at] = undefined;
  return { document, publisher: publisherOf(document), read, candidates, labels, missed };
}

/** Probability of each class for a candidate: its labels share it, each with the categories that are as good. */
export function targetOf(labels: readonly Label[], share: number): Float64Array {
  const target = new Float64Array(classes.length);
  const add = (name: string, amount: number) => {
    const at = classes.indexOf(name);
    target[at] = (target[at] ?? 0) + amount;
  };
  if (labels.length === 0) add('none', 1);
  for (const { category, also } of labels) {
    const rest = also.length === 0 ? 0 : share;
    add(category, (1 - rest) / labels.length);
    for (const other of also) add(other, rest / also.length / labels.length);
  }
  return target;
}

/** Documents in groups of about the same size, all of one publisher together. */
export function foldsOf(documents: readonly Prepared[], count: number): Prepared[][] {
  const groups = new Map<string, Prepared[]>();
  for (const one of documents) groups.set(one.publisher, [...(groups.get(one.publisher) ?? []), one]);
  const folds: Prepared[][] = Array.from({ length: count }, () => []);
  const size = (group: readonly Prepared[]) =>
    group.reduce((sum, { candidates }) => sum + candidates.length, 0);
  for (const group of [...groups.values()].sort(
    (a, b) => size(b) - size(a) || (a[0]?.publisher ?? '').localeCompare(b[0]?.publisher ?? ''),
  ))
    folds.sort((a, b) => size(a) - size(b))[0]?.push(...group);
  return folds;
}

function allOf(reading: Generator<undefined, Candidate[]>): Candidate[] {
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}
