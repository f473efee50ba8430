import { describe, expect, it } from 'vitest';
import { split } from '../../../../../../src/handlers/reasoning/domain/intent/facts/tagger/split.ts';
import { tag } from '../../../../../../src/handlers/reasoning/domain/intent/facts/tagger/tag.ts';
import { factsByRules, factsIn } from '../../../../../../src/handlers/reasoning/domain/intent/facts.ts';

const piecesOf = (text: string): string[] => split(text).map(({ text: piece }) => piece);
const factTexts = (text: string): string[] => factsIn(text).map((fact) => fact.text);

describe('pieces of a text', () => {
  it.each([
    ['See `src/desk.ts`, (v2.1).', ['See', '`', 'src/desk.ts', '`', ',', '(', 'v2.1', ')', '.']],
    ["l'API rend find(id)", ["l'", 'API', 'rend', 'find(id)']],
    ['导出Docker失败', ['导', '出', 'Docker', '失', '败']],
  ])('are the words and signs of %j', (text, pieces) => {
    expect(piecesOf(text)).toEqual(pieces);
  });

  it('cover a text without overlapping', () => {
    const text = 'A "loan" (of [two] books)\nends: now!';
    const pieces = split(text);
    expect(pieces.map(({ start, end }) => text.slice(start, end))).toEqual(pieces.map((piece) => piece.text));
    expect(pieces.every(({ start }, i) => start >= (pieces[i - 1]?.end ?? 0))).toBe(true);
    expect(pieces.map(({ text: piece }) => piece).join('')).toBe(text.replaceAll(/\s/g, ''));
  });
});

describe('the tagger of facts', () => {
  it('finds what no rule has the form of, by what stands around it', () => {
    const text = 'After the update the desk shows 3 x 4 loans, and loan-desk-7 answers 503';
    const { pieces, likely } = tag(text, []);
    const likelyOf = (word: string) => likely[pieces.findIndex((piece) => piece.text === word)] ?? 0;
    for (const plain of ['update', 'shows', 'and'])
      expect(likelyOf('loan-desk-7')).toBeGreaterThan(10 * likelyOf(plain));
  });

  it('leaves out what rules take for a fact where it is none', () => {
    const text = 'User Story: readers should see what they lent, with 2 columns';
    expect(factsByRules(text).map((fact) => fact.text)).toEqual(['2 columns', 'User Story']);
    expect(factTexts(text)).toEqual(['2 columns']);
  });

  it('joins facts that touch, and takes the other half of a bracket along', () => {
    expect(factTexts('Fails on Android 5.0.2 with the call desk.find(3, 4) of yesterday')).toEqual(
      expect.arrayContaining([expect.stringContaining('Android 5.0.2')]),
    );
    for (const fact of factTexts('It calls desk.find(3, 4) twice, see "a.b": "^5.0"'))
      expect(fact.split('"').length % 2).toBe(1);
  });

  it('takes no part of a sentence for an identifier because it stands between two', () => {
    const found = factsIn('Set max_connections to 200 or fix openPool() in src/db/pool.ts');
    const texts = found.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['max_connections', '200', 'openPool()', 'src/db/pool.ts']));
    expect(texts.filter((text) => / (?:to|or|in) /.test(text))).toEqual([]);
  });

  it.each([
    ['words', 'The desk x_1 lends. '],
    ['characters without spaces', '导出超过行错误'],
    ['open quotes', '"a `b '],
    ['open brackets', '(((((['],
    ['apostrophes', "l'"],
    ['line ends', ' \n'],
  ])('reads two megabytes of %s in time that the length does not matter for', (_, piece) => {
    const timeOf = (characters: number): number => {
      const text = piece.repeat(Math.ceil(characters / piece.length));
      const began = performance.now();
      expect(factsIn(text).length).toBeLessThanOrEqual(60);
      return performance.now() - began;
    };
    timeOf(20_000);
    const short = timeOf(20_000);
    expect(timeOf(2_000_000)).toBeLessThan(5 * short + 1000);
  });
});
