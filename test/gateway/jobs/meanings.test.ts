import { afterEach, describe, expect, it } from 'vitest';
import { createExtractionPool, type ExtractionPool } from '../../../src/gateway/jobs/extraction-pool.ts';
import type { MeaningsOf } from '../../../src/gateway/jobs/meanings.ts';
import { extractOffline } from '../../../src/handlers/events/extraction/offline/index.ts';
import { testConfig } from '../../support/gateway.ts';

const document = {
  artifactType: 'note',
  title: null,
  author: null,
  participants: [],
  sourceTime: null,
  documentDate: null,
  pieces: [
    {
      chunkId: null,
      text: 'The board reviewed the oak shelves on Tuesday.\n\nBen finds the catalogue easier to use.',
      start: 0,
    },
  ],
};
const { signal } = new AbortController();

describe('what the extractor leaves undecided', () => {
  let pool: ExtractionPool;
  const extract = (meaningsOf: MeaningsOf) => {
    pool = createExtractionPool(1, testConfig().models, meaningsOf);
    return pool.extract({ document, mayLeave: true }, signal);
  };
  afterEach(() => pool.stop());

  it('is asked for once, and decided with the answer', async () => {
    const asked: string[][] = [];
    const { extraction } = await extract(async (texts) => {
      asked.push([...texts]);
      return new Map(texts.map((text) => [text, new Float32Array(768)]));
    });
    expect(asked).toEqual([extractOffline(document).undecided]);
    const meanings = new Map((asked[0] ?? []).map((text) => [text, new Float32Array(768)]));
    expect(extraction).toEqual(extractOffline({ ...document, meanings }));
    expect(extraction.undecided).toEqual([]);
  });

  it('stays as its words say where the local model fails', async () => {
    expect((await extract(async () => undefined)).extraction).toEqual(extractOffline(document));
  });
});
