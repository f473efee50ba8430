/** A word of a statement, or a mark that ends a clause or a sentence. */
export type Token = {
  /** In lower case. */
  raw: string;
  /** What inflected forms of a word share; the lexicon is stemmed by the same function. */
  stem: string;
  /** After an article, so a noun or its attribute. */
  noun?: boolean;
  mark?: 'clause' | 'sentence';
  /** Where it stands in the plain text. */
  start: number;
  to: number;
};

const parts = /\.?[\p{L}\p{N}$]+(?:[.'][\p{L}\p{N}$]+)*|[*|]|[.;!?\n]|[,:()—–]/gu;
const assigned = /(?<=[\w"'])"?[:=] ?(?=true\b|false\b|\d|\*)/gu;
const contracted = new Map([
  ["can't", 'can not'],
  ['cannot', 'can not'],
  ["won't", 'will not'],
]);
/** Articles and the like say nothing here; without them, "turn off the tests" reads as "turn off tests". */
const articles = new Set('a an the our your their its his her my this that these those'.split(' '));
const dropped = new Set(
  'a an the our your their its his her my this that these those themselves just simply really actually also even'.split(
    ' ',
  ),
);

/** A text in lower case with contractions spelled out; what {@link tokensOf} reads. */
export const plainOf = (text: string): string =>
  text
    .replaceAll(/[’‘`]/gu, "'")
    .replaceAll('new Function', 'newfunction')
    .replaceAll(/\b(?:system|popen)\(/gu, 'os.system (')
    .replaceAll(/\bw\/o\b/giu, 'without')
    .replaceAll(assigned, ' ')
    .toLowerCase()
    .replaceAll(/(?<=\p{L})n't\b/gu, ' not')
    .replaceAll(/ - | -- /gu, ' , ');

/** The words of a text in order. Hyphens and underscores separate words. */
export function tokensOf(text: string, plain = plainOf(text)): Token[] {
  let noun = false;
  return [...plain.matchAll(parts)].flatMap(({ 0: raw, index }) => {
    const made = tokenOf(raw).map((token) => ({ ...token, start: index, to: index + raw.length }));
    const [first] = made;
    const found = first && noun && !first.mark ? [{ ...first, noun }, ...made.slice(1)] : made;
    noun = articles.has(raw);
    return found;
  });
}

function tokenOf(raw: string): Omit<Token, 'start' | 'to'>[] {
  if (/^[.;!?\n]$/u.test(raw)) return [{ raw, stem: raw, mark: 'sentence' }];
  if (/^[,:()—–]$/u.test(raw)) return [{ raw, stem: raw, mark: 'clause' }];
  const words = (contracted.get(raw) ?? raw).replace(/'(?:s|ll|re|ve|d|m)?$/u, '').split(' ');
  return words.filter((word) => !dropped.has(word)).map((word) => ({ raw: word, stem: stemOf(word) }));
}

const irregular = new Map(
  `sent send,kept keep,gave give,given give,wrote write,written write,ran run,built build,left leave,made make,
  held hold,chose choose,chosen choose,took take,taken take,using use,used use,uses use,lost lose,let let,went go,
  gone go,going go,goes go,put put,putting put,done do,did do,does do,doing do,has have,had have,having have,
  staging staging,stripe stripe,shared share,sharing share,got get,getting get,paid pay,read read,set set,setting setting,drawn draw,drew draw`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]),
);

/** Cuts inflection. Not linguistically exact; equal forms of one word are all that matters. */
export function stemOf(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length < 4 || !/^\p{L}+$/u.test(word)) return word;
  let stem = word;
  if (/(?:ies|ied)$/u.test(stem)) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:sses|shes|ches|xes|zes|ses)$/u.test(stem)) stem = stem.slice(0, -2);
  else if (/[^su]s$/u.test(stem) && !stem.endsWith('is')) stem = stem.slice(0, -1);
  if (/ing$/u.test(stem) && stem.length >= 6 && /[aeiouy]/u.test(stem.slice(0, -3))) stem = stem.slice(0, -3);
  else if (/[^e]ed$/u.test(stem) && stem.length >= 5 && /[aeiouy]/u.test(stem.slice(0, -2)))
    stem = stem.slice(0, -2);
  if (stem.length >= 4) stem = stem.replace(/e$/u, '');
  return stem.replace(/([^aeiouy\W\d])\1$/u, '$1');
}
