import type { Category } from '../domain/event.ts';
import type { Candidate } from './features/context.ts';

/** A candidate that is taken as an event; `read` where its meaning was known. */
export type Taken = {
  candidate: Candidate;
  category: Category;
  score: number;
  read: boolean;
  also: Candidate[];
};

/** Words that tell what a candidate is about. */
const contentOf = ({ features }: Candidate): string[] =>
  features.filter((name) => name.startsWith('w:') && name.length > 8 && !name.endsWith(':xnum'));

/** Numbers tell facts apart that are worded alike. */
const numbersOf = ({ unit }: Candidate): string => (unit.text.match(/\d+/g) ?? []).join(' ');

/** How much of the shorter text is in the other. */
const sameness = (a: readonly string[], b: ReadonlySet<string>): number => {
  const shared = a.filter((word) => b.has(word)).length;
  return shared / Math.max(3, Math.min(a.length, b.size));
};

const window = 60;

/** One event for one fact: a repetition of an earlier event of its category becomes a further quote of it. */
export function mergeRepeated(taken: readonly Taken[], least: number): Taken[] {
  const kept: { event: Taken; words: string[]; set: Set<string>; numbers: string }[] = [];
  for (const event of taken) {
    const words = contentOf(event.candidate);
    const set = new Set(words);
    const numbers = numbersOf(event.candidate);
    const same = kept
      .slice(-window)
      .find(
        (one) =>
          one.event.category === event.category &&
          words.length > 2 &&
          one.words.length > 2 &&
          one.numbers === numbers &&
          sameness(words, one.set) >= least,
      );
    const before = kept.at(-1);
    // Parts of one sentence in one category tell one fact.
    const part =
      before?.event.category === event.category &&
      before.event.candidate.unit.sentence === event.candidate.unit.sentence
        ? before
        : undefined;
    if (part !== undefined) {
      if (part.event.score < event.score) {
        part.event.also.push(part.event.candidate);
        part.event.candidate = event.candidate;
        part.event.score = event.score;
        part.event.read = event.read;
      } else part.event.also.push(event.candidate);
    } else if (same === undefined) kept.push({ event, words, set, numbers });
    else if (same.event.also.length < 4) same.event.also.push(event.candidate);
  }
  return kept.map(({ event }) => event);
}
