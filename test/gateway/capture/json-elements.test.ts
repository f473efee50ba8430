import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Elements, readElements } from '../../../src/gateway/capture/transcripts/json-elements.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-elements-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function read(text: string): Promise<Elements[]> {
  const path = join(folder, 'list.json');
  await writeFile(path, text);
  const file = await open(path);
  try {
    const found: Elements[] = [];
    for await (const one of readElements(file)) found.push(one);
    return found;
  } finally {
    await file.close();
  }
}

/** Longer than one read, with whatever could be mistaken for the end of a string or an object, at any offset. */
const awkward = Array.from({ length: 12_000 }, (_, n) => ({
  id: n,
  'a "key" \\ }': `${'\\'.repeat(n % 7)}"${'}]'.repeat(n % 5)}{[ \n ${'é'.repeat(n % 11)}\\"`,
  inner: [{ text: '\\' }, [], {}, n % 3 ? '' : '"'],
}));

describe('the objects of a JSON file', () => {
  it.each([
    ['in an array', JSON.stringify(awkward)],
    ['in an array over many lines', JSON.stringify(awkward, null, 1)],
    ['one after the other', awkward.map((one) => JSON.stringify(one)).join('\n')],
  ])('are those that were written, %s', async (_, text) => {
    const found = await read(text);
    expect(found.length).toBeGreaterThan(1);
    expect(found.flatMap(({ texts }) => texts.map((one) => JSON.parse(one)))).toEqual(awkward);
    expect(found.some(({ cutOff }) => cutOff)).toBe(false);
    expect(found.at(-1)?.end).toBe(Buffer.byteLength(text));
  });

  it.each(['[{"a": "b', '[{"a": "b\\', '[{"a": "b\\"}', '[{"a": ["b"]'])(
    'are cut off in %s',
    async (text) => {
      const found = await read(text);
      expect(found.flatMap(({ texts }) => texts)).toEqual([]);
      expect(found.at(-1)).toMatchObject({ cutOff: true });
    },
  );

  it('are found behind 400,000 escapes, without a search for the end at each', async () => {
    const [found] = await read(JSON.stringify([{ text: '\n'.repeat(400_000) }]));
    expect(found?.texts).toHaveLength(1);
  });
});
