import { cueAt, determiners, prepositions } from './cues.ts';
import { type Alias, knownPhrase, type Named } from './names/lexicon.ts';
import { type Mention, mentionsIn } from './names/mentions.ts';
import { isVersion, type Word } from './names/words.ts';

/** A stretch of a segment: the words after a preposition, or before the first one. */
export type Part = {
  /** The preposition in lower case; empty for the first part, a comma after a comma. */
  lead: string;
  words: readonly Word[];
  /** The options named in it. */
  options: readonly Named[];
  /** Whether it begins with one. */
  named: boolean;
  /** Whether it consists of nothing else. */
  only: boolean;
};

const marks = new Set([',', '(', ')']);

/** Cuts the words from `start` up to `end` at prepositions and commas outside names. */
export function partsOf(
  words: readonly Word[],
  mentions: readonly Mention[],
  start: number,
  end: number,
): Part[] {
  const parts: Part[] = [];
  let lead = '';
  let from = start;
  const close = (to: number) => {
    const inside = mentions.filter((mention) => mention.start >= from && mention.end <= to);
    const content = words
      .slice(from, to)
      .map((word, i) => ({ word, at: from + i }))
      .filter(({ word }) => word.stem !== '' && !determiners.has(word.stem));
    const isNamed = (at: number) => inside.some((mention) => mention.start <= at && at < mention.end);
    parts.push({
      lead,
      words: words.slice(from, to),
      options: inside.map(({ option }) => option),
      named: content[0] !== undefined && isNamed(content[0].at),
      only: content.length > 0 && content.every(({ at }) => isNamed(at)),
    });
  };
  for (let i = start; i < end; i += 1) {
    const word = words[i];
    if (!word || mentions.some((mention) => mention.start <= i && i < mention.end)) continue;
    if (!marks.has(word.text) && !prepositions.has(word.stem)) continue;
    close(i);
    lead = word.lower;
    from = i + 1;
  }
  close(end);
  return parts;
}

/** The options mentioned in a statement; a deciding verb that begins it with a capital is no name. */
export const optionsIn = (words: readonly Word[], extra: readonly Alias[] = []): Mention[] =>
  mentionsIn(words, extra).filter(
    ({ start, option }) => !(option.category === undefined && words[start]?.first && cueAt(words, start)),
  );

const longestName = 4;
const pronouns = new Set([
  'one',
  'ones',
  'it',
  'them',
  'that',
  'this',
  'something',
  'nothing',
  'anything',
  'everything',
  'things',
  'instead',
  'both',
  'same',
]);

/** A part without a known option as an option of its own: its words without determiners, if they are few. */
export function phraseOf(part: Pick<Part, 'words'>): Named | undefined {
  const words = part.words.filter(({ stem }) => stem !== '');
  const known = knownPhrase(words);
  if (known) return known;
  while (words[0] && determiners.has(words[0].stem)) words.shift();
  // "RN is sunset": the name ends before its verb.
  const verb = words.findIndex(({ stem }, i) => i > 0 && stem === 'be');
  if (verb > 0) words.length = verb;
  const telling = words.filter((word, i) => i === 0 || !isVersion(word));
  if (telling.length === 0 || telling.length > longestName) return undefined;
  if (telling.every(({ lower }) => pronouns.has(lower) || /^\d+$/.test(lower))) return undefined;
  return (
    knownPhrase(telling) ?? {
      key: telling.map(({ stem }) => stem).join('-'),
      name: telling.map(({ text }) => text).join(' '),
      category: undefined,
    }
  );
}
