import { determiners, fillers, prepositions } from './cues.ts';
import { keyOf, knownPhrase, type Named } from './names/lexicon.ts';
import type { Mention } from './names/mentions.ts';
import { isVersion, type Word } from './names/words.ts';

/** Options whose words the local model has marked. */

/** The words of an option, from `start` up to `end`, and what becomes of it. */
export type Marked = { start: number; end: number; role: 'chosen' | 'rejected' };

/** Scores a word. */
export const labels = 5;
const [, firstChosen, , firstLeft] = [0, 1, 2, 3];

/**
 * The likeliest options by five scores a word (none, first and further word of a chosen one, first and further word of one given
 * up), of which a further word follows a word of the same kind (Viterbi, 1967).
 */
export function markedIn(scores: ArrayLike<number>): Marked[] {
  const count = Math.floor(scores.length / labels);
  let best = Array.from({ length: labels }, (_, label) =>
    follows(0, label) ? (scores[label] ?? 0) : -Infinity,
  );
  const from: number[][] = [];
  for (let word = 1; word < count; word += 1) {
    const before = best;
    const chosen = before.map((_, label) =>
      before.reduce(
        (most, score, one) => (follows(one, label) && score > (before[most] ?? -Infinity) ? one : most),
        label === 0 || label === firstChosen || label === firstLeft ? 0 : label,
      ),
    );
    from.push(chosen);
    best = before.map(
      (_, label) => (before[chosen[label] ?? 0] ?? -Infinity) + (scores[word * labels + label] ?? 0),
    );
  }
  const path: number[] = [];
  let label = best.indexOf(Math.max(...best));
  for (let word = count - 1; word >= 0; word -= 1) {
    path[word] = label;
    label = from[word - 1]?.[label] ?? 0;
  }
  const found: Marked[] = [];
  for (const [word, is] of path.entries()) {
    const last = found.at(-1);
    if (is === firstChosen || is === firstLeft)
      found.push({ start: word, end: word + 1, role: is === firstChosen ? 'chosen' : 'rejected' });
    else if (is !== 0 && last) last.end = word + 1;
  }
  return found;
}

/** A further word follows the first or a further one of its kind. */
const follows = (before: number, label: number): boolean =>
  label === 0 || label === firstChosen || label === firstLeft || before === label || before === label - 1;

/** "The", "for", "will": alone, or at either end, they are no part of a name. */
const joining = ({ stem }: Word): boolean =>
  determiners.has(stem) || prepositions.has(stem) || fillers.has(stem);

/** The option that marked words name: a known one, else the words themselves. */
export function markedOption(
  words: readonly Word[],
  mentions: readonly Mention[],
  { start, end }: Marked,
): Named | undefined {
  const own = words.slice(start, end).filter(({ stem }) => stem !== '');
  while (own[0] && joining(own[0])) own.shift();
  for (let last = own.at(-1); last && joining(last); last = own.at(-1)) own.pop();
  const known = knownPhrase(own);
  if (known) return known;
  const inside = mentions.filter(
    (one) => one.start >= start && one.end <= end && one.option.category !== undefined,
  );
  const [only] = inside;
  if (only && inside.length === 1 && own.length - (only.end - only.start) <= 1) return only.option;
  const telling = own.filter((word, i) => i === 0 || !isVersion(word));
  if (telling.length === 0) return undefined;
  const name = telling.map(({ text }) => text).join(' ');
  return (
    knownPhrase(telling) ?? {
      key: telling.length > 4 ? keyOf(name.toLowerCase()) : telling.map(({ stem }) => stem).join('-'),
      name,
      category: undefined,
    }
  );
}
