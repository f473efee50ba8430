import type { Fact } from '../kinds.ts';
import { kindOf } from '../token.ts';
import { hasCapitalNouns, isFunction, isLabel, isProduct, isUnit } from '../vocabulary.ts';
import { quotedIn, ruledIn, sentencesOf } from './around.ts';
import type { Piece } from './split.ts';

/** What is seen of each piece of a text and around it, by name; `weights.json` weighs the names. */

const longestShape = 9;

/** "ReadMe.md" is "XxXx.x". */
function shapeOf(word: string): string {
  let shape = '';
  for (const character of word.slice(0, 40)) {
    const sign = /\p{Lu}/u.test(character)
      ? 'X'
      : /\p{L}/u.test(character)
        ? 'x'
        : /\p{N}/u.test(character)
          ? '9'
          : character;
    if (!shape.endsWith(sign)) shape += sign;
    if (shape.length > longestShape) break;
  }
  return shape;
}

function classOf(word: string): string {
  if (/^\p{Ll}+$/u.test(word))
    return isFunction(word) ? 'fn' : isUnit(word) ? 'unit' : isLabel(word) ? 'label' : 'low';
  if (/^\p{Lu}\p{Ll}*$/u.test(word)) return isFunction(word) ? 'Fn' : 'Cap';
  if (/^\p{Lu}+$/u.test(word)) return 'ALL';
  if (/^[\p{L}’'-]+$/u.test(word))
    return /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(word) ? 'camel' : word.includes('-') ? 'hyphen' : 'word';
  if (/^\p{N}+$/u.test(word)) return 'int';
  if (/^[\p{N}.,]+$/u.test(word)) return 'dec';
  return kindOf(word) ?? (/[\p{L}\p{N}]/u.test(word) ? 'mixed' : 'sign');
}

const bucket = (n: number): string => (n < 4 ? String(n) : n < 7 ? '4+' : n < 13 ? '7+' : '13+');

/** @param facts what rules find in the text. */
export function featuresOf(all: readonly Piece[], text: string, facts: readonly Fact[]): string[][] {
  const nouns = hasCapitalNouns(text);
  const classes = all.map(({ text: word }) => classOf(word));
  const lows = all.map(({ text: word }) => word.toLowerCase());
  const lower = new Set(all.map(({ text: word }) => word).filter((word) => /^\p{Ll}/u.test(word)));
  const ruled = ruledIn(all, text, facts);
  const quoted = quotedIn(all);
  const sentences = sentencesOf(all, classes);
  let start = 0;
  return all.map(({ text: word, gap }, i) => {
    const kind = classes[i] ?? '';
    const [low, before] = [lows[i] ?? '', lows[i - 1] ?? ''];
    if (gap === '\n' || /^[.!?:。！？]$/.test(before)) start = i;
    const first = start === i || (start === i - 1 && classes[start] === 'sign');
    const near = (by: number) => classes[i + by] ?? 'none';
    const rule = ruled[i] ?? '';
    const names = [
      ...ofWord(word, low, kind),
      `before ${near(-1)}`,
      `after ${near(1)}`,
      `before ${near(-1)} is ${kind}`,
      `after ${near(1)} is ${kind}`,
      `around ${near(-1)} ${kind} ${near(1)}`,
      `before2 ${near(-2)}`,
      `after2 ${near(2)}`,
      `word before ${before} ${kind}`,
      `word after ${lows[i + 1] ?? ''} ${kind}`,
      `word before2 ${lows[i - 2] ?? ''}`,
      `word after2 ${lows[i + 2] ?? ''}`,
      `gap ${gap === '' && i > 0 ? 'none' : 'some'} is ${kind}`,
      `rule ${rule}`,
      `rule ${rule} is ${kind}`,
      `rule ${rule} ${ruled[i - 1]?.slice(0, 3)} ${ruled[i + 1]?.slice(0, 3)}`,
      `rule ${rule} after ${near(1)}`,
      `rule ${rule} before ${near(-1)}`,
    ];
    if (first) names.push(`first ${kind}`);
    if ((kind === 'Cap' || kind === 'Fn') && !first) {
      names.push(nouns ? 'capital of nouns' : 'capital');
      if (lower.has(low)) names.push('capital, elsewhere low');
    }
    const quote = quoted.get(i);
    if (quote) {
      const length = bucket(quote.length);
      const how = quote.sign === '`' ? 'code' : 'said';
      names.push(`quoted ${quote.sign} ${length}`, `quoted ${how} is ${kind}`, `quoted ${length}`);
    }
    const sentence = sentences[i];
    if (sentence) {
      const { code, said, trouble } = sentence;
      names.push(`line ${code}`, `line trouble ${trouble}`, `line ${code} ${kind}`);
      names.push(`line is ${sentence.first}`, `rule ${rule} line ${code}`);
      if (said) names.push(`said ${trouble}`, `said ${kind}`);
    }
    return names;
  });
}

/** What is seen of a word by itself. */
function ofWord(word: string, low: string, kind: string): string[] {
  const names = [
    'constant',
    `is ${kind}`,
    `shape ${shapeOf(word)}`,
    `word ${low.slice(0, 40)}`,
    `size ${bucket(word.length)} ${kind}`,
  ];
  if (isProduct(word)) names.push('product', `product ${kind}`);
  if (kind !== 'sign') names.push(`kind ${kindOf(word) ?? 'plain'}`);
  if (!/^[\p{L}-]+$/u.test(word)) return names;
  names.push(`begin ${low.slice(0, 3)}`, `end ${low.slice(-3)}`, `end2 ${low.slice(-2)}`);
  if (kind !== 'low' && kind !== 'Cap') return names;
  const edged = `^${low.slice(0, 20)}$`;
  for (let i = 0; i + 3 <= edged.length; i += 1) names.push(`has ${edged.slice(i, i + 3)}`);
  return names;
}
