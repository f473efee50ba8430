import { expect, test } from 'vitest';
import { DocValues } from '../../../../src/db/search/index/doc-values.ts';
import { KeptList } from '../../../../src/db/search/index/kept-list.ts';
import { DocSet } from '../../../../src/db/search/score/doc-set.ts';
import { outlineOf } from '../../../../src/db/search/score/outline.ts';
import { emptyQuery } from '../../../../src/db/search/score/question.ts';
import { evaluate } from '../../../../src/db/search/score/rank.ts';
import { Workspace } from '../../../../src/db/search/score/workspace.ts';

const from = (docs: number[]) => ({
  docs: Int32Array.from(docs),
  counts: Uint8Array.from(docs, (doc) => (doc % 7) + 1),
  size: docs.length,
});
const multiples = (of: number, most: number) => Array.from({ length: most / of }, (_, i) => i * of);

test('the documents of a common term take a bit each, and are the same ones with the same counts', () => {
  const values = new DocValues();
  for (let doc = 0; doc < 3000; doc++) values.place(doc, doc >> 4, -1, 10, 1, doc, true);
  const workspace = new Workspace();
  const list = new KeptList(100);
  // Those of a second segment lie between those of the first.
  list.take(from([...multiples(6, 3000), ...multiples(6, 3000).map((doc) => doc + 3)]));
  const before = list.bytes;
  expect(before).toBe(1000 * 5);
  const outline = outlineOf(list, values, workspace);
  expect(list.bytes - (outline?.bytes ?? 0)).toBe(1000);
  const expected = from(multiples(3, 3000));
  expect([...list.docs]).toEqual([...expected.docs]);
  expect([...list.counts]).toEqual([...expected.counts]);
  expect(list.bytes - (outline?.bytes ?? 0)).toBe(5000);
  expect(outlineOf(list, values, workspace)).toBe(outline);
  expect(list.bytes - (outline?.bytes ?? 0)).toBe(1000);
});

test('a few numbers are kept as they are', () => {
  const list = new KeptList(4);
  list.take(from([3, 5, 8]));
  list.kept.leaveTo(new Int32Array(1));
  expect([...list.docs]).toEqual([3, 5, 8]);
});

test('the documents of a common term are not written down to rank those with a phrase', () => {
  const values = new DocValues();
  for (let doc = 0; doc < 3000; doc++) values.place(doc, doc >> 4, -1, 10, 1, doc, true);
  const workspace = new Workspace();
  const list = new KeptList(100);
  list.take(from(multiples(3, 3000)));
  const outline = outlineOf(list, values, workspace);
  const word = {
    word: 'a',
    terms: ['a'],
    stop: false,
    dull: false,
    lists: [{ term: 'a', list, isLabel: false }],
  };
  const required = [new DocSet(3000, [3, 9, 300])];
  const found = evaluate(values, workspace, { ...emptyQuery({}), words: [word], required, top: 10 });
  expect(found.hits.map(({ docNo }) => docNo).sort((a, b) => a - b)).toEqual([3, 9, 300]);
  expect(list.bytes - (outline?.bytes ?? 0)).toBe(1000);
});
