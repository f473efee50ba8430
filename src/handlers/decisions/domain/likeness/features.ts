import { featuresOfMatters, namesOfMatters } from './matters/compare.ts';
import { relationBetween } from './relation.ts';
import type { Read } from './text.ts';
import { cosine, rarity, share } from './words/compare.ts';

/** What two decisions have in common, as numbers; each is 0 where nothing is known. */
export const featureNames = [
  ...['words', 'wordsOfAsked', 'wordsOfFound', 'letters', 'lettersPlace', 'wordsPlace'],
  ...['meaning', 'meaningPlace', 'noMeaning', 'turned'],
  ...['chosen', 'against', 'chosenAgainst', 'againstChosen', 'left', 'swapped', 'kinds', 'options'],
  ...['same', 'opposite', 'return', 'keep', 'deny', 'domain', 'otherDomain', 'length', 'stems', 'bothPlace'],
  ...namesOfMatters,
  'meaningAbove',
  ...['lettersLeft', 'lettersLeftChosen', 'lettersChosenLeft'],
  ...['question', 'questionPlace', 'questionAbove'],
] as const;

/** The features of each decision found, compared with the one asked about. */
export function featuresOf(asked: Read, found: readonly Read[]): number[][] {
  const words = rarity(found.map((one) => new Set([...one.says, ...one.against])));
  const stems = rarity(found.map((one) => one.stems));
  const letters = rarity(found.map((one) => one.letters));
  // What is not embedded yet counts as near as what was found is at the mean; without any embeddings, that is 0.
  const usual = mean(found.flatMap(({ meaning }) => meaning?.decision ?? []));
  const alike = found.map((one) => {
    const alone = {
      words: cosine(both(asked), both(one), words),
      letters: cosine(asked.letters, one.letters, letters),
      meaning: one.meaning?.decision ?? usual,
      // Without a model that was fitted to questions, what a decision means tells of its question.
      question: one.meaning?.question?.decision ?? one.meaning?.decision ?? usual,
    };
    return { ...alone, sum: alone.words + alone.letters + alone.meaning };
  });
  const place = (of: 'words' | 'letters' | 'meaning' | 'question' | 'sum') => {
    const order = alike.map((one) => one[of]).toSorted((a, b) => b - a);
    return alike.map((one) => (one[of] > 0 ? 1 / (1 + order.indexOf(one[of])) : 0));
  };
  const places = {
    words: place('words'),
    letters: place('letters'),
    meaning: place('meaning'),
    question: place('question'),
    sum: place('sum'),
  };
  const usualQuestion = mean(alike.map(({ question }) => question));
  const matters = featuresOfMatters(
    asked.matters,
    found.map((one) => one.matters),
  );
  return found.map((one, i) => {
    const { words: said = 0, letters: spelt = 0, meaning = 0, question = 0 } = alike[i] ?? {};
    const relation = relationBetween(asked, one);
    return [
      said,
      share(asked.says, one.says, words),
      share(one.says, asked.says, words),
      spelt,
      places.letters[i] ?? 0,
      places.words[i] ?? 0,
      meaning,
      places.meaning[i] ?? 0,
      one.meaning === undefined ? 1 : 0,
      one.meaning?.alternatives ?? 0,
      cosine(asked.chooses, one.chooses, words),
      cosine(asked.against, one.against, words),
      share(one.against, asked.chooses, words),
      share(asked.against, one.chooses, words),
      cosine(asked.leaves, one.leaves, words),
      cosine(onlyLeft(asked), one.chooses, words) + cosine(onlyLeft(one), asked.chooses, words),
      share(asked.compared.kinds, one.compared.kinds, () => 1),
      share(keys(asked), keys(one), () => 1),
      relation === 'same' ? 1 : 0,
      relation === 'opposite' ? 1 : 0,
      asked.compared.goesBack === one.compared.goesBack ? 0 : 1,
      asked.keeps === one.keeps ? 0 : 1,
      asked.denies === one.denies ? 0 : 1,
      asked.domain !== 'general' && asked.domain === one.domain ? 1 : 0,
      asked.domain !== 'general' && one.domain !== 'general' && asked.domain !== one.domain ? 1 : 0,
      Math.abs(Math.log((1 + asked.says.size) / (1 + one.says.size))),
      cosine(asked.stems, one.stems, stems),
      places.sum[i] ?? 0,
      ...(matters[i] ?? []),
      one.meaning === undefined ? 0 : meaning - usual,
      cosine(asked.lettersLeft, one.lettersLeft, letters),
      cosine(without(asked.lettersLeft, asked.lettersChosen), one.lettersChosen, letters),
      cosine(asked.lettersChosen, without(one.lettersLeft, one.lettersChosen), letters),
      question,
      places.question[i] ?? 0,
      one.meaning === undefined ? 0 : question - usualQuestion,
    ];
  });
}

const both = (one: Read): ReadonlySet<string> => new Set([...one.says, ...one.against]);
/** What one leaves and does not choose as well. */
const onlyLeft = ({ leaves, chooses }: Read): ReadonlySet<string> => without(leaves, chooses);
const without = (all: ReadonlySet<string>, some: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...all].filter((one) => !some.has(one)));
const keys = ({ compared }: Read): ReadonlySet<string> => new Set(compared.options.map(({ key }) => key));

const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length);
