import { describe, expect, it } from 'vitest';
import { type Embedder, EmbedderError } from '../../../src/db/search/embedder.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { localEmbedder, localModel } from '../../../src/gateway/llm/local/embedder.ts';
import { labelsOf, meaningModel } from '../../../src/handlers/reasoning/domain/intent/classify.ts';
import { embeddingOnce, labelsByMeaning } from '../../../src/handlers/reasoning/labels.ts';

const log = createLog('silent');
const problem =
  'The tables are tiny, yet the server needs 1 GB. Is that normal, or does something hold on to memory?';
const read = (embedder: Embedder | undefined) => labelsByMeaning(problem, { embedder, log });

describe('labels by meaning', () => {
  it('are fitted to the model that comes with Dewey', async () => {
    expect(meaningModel).toBe(localModel);
    const [vector] = await localEmbedder.embed([problem]);
    expect(labelsOf(problem, vector)).not.toEqual(labelsOf(problem));
    if (!vector) throw new Error('There is no vector.');
    const labels = await read({ ...localEmbedder, embed: async () => [vector] });
    expect(labels).toEqual(labelsOf(problem, vector));
    expect(labels.reduce((sum, { score }) => sum + score, 0)).toBeLessThanOrEqual(1.001);
  });

  it('are those of the words without the local model, and where it fails or does not answer', async () => {
    const failing = async () => {
      throw new EmbedderError('busy', 'The local model failed.');
    };
    for (const embedder of [
      undefined,
      { ...localEmbedder, model: 'another' },
      { ...localEmbedder, embed: failing },
      { ...localEmbedder, embed: () => new Promise<never>(() => {}) },
    ])
      expect(await read(embedder)).toEqual(labelsOf(problem));
  });

  it('take no second reading of the same text', async () => {
    const asked: string[][] = [];
    const once = embeddingOnce({
      ...localEmbedder,
      embed: async (texts) => {
        asked.push([...texts]);
        return texts.map(() => new Float32Array(384));
      },
    });
    await once?.embed(['one']);
    await once?.embed(['one']);
    await once?.embed(['two']);
    expect(asked).toEqual([['one'], ['two']]);
    expect(embeddingOnce(undefined)).toBeUndefined();
  });
});
