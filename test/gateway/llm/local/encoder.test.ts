import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { assemble, sources } from '../../../../scripts/meaning/assemble.ts';
import { createEncoder, mostTokens } from '../../../../src/gateway/llm/local/encoder.ts';
import { openModel, openUnpacked, packedModel } from '../../../../src/gateway/llm/local/model-file.ts';

const encoder = await openModel('all-minilm-l6-v2');
const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

const texts = [
  'The build fails because a certificate has expired.',
  'Our TLS cert ran out and CI is red.',
  'How long may a reader keep a book?',
  'The loan period is twenty-one days.',
  "L'été, les élèves n'ont pas d'école.",
  'ECONNREFUSED at src/db/connect.ts:42',
];
/** Cosines of these texts by the original weights in single precision. */
const original = [
  [1, 0.3862, 0.0391, 0.1264, 0.0468, 0.2739],
  [0.3862, 1, 0.0447, 0.1055, 0.0023, 0.2111],
  [0.0391, 0.0447, 1, 0.2186, 0.0192, -0.0127],
  [0.1264, 0.1055, 0.2186, 1, 0.088, 0.1023],
  [0.0468, 0.0023, 0.0192, 0.088, 1, 0.0099],
  [0.2739, 0.2111, -0.0127, 0.1023, 0.0099, 1],
];

describe('the local model', () => {
  it('places texts as the original encoder does', () => {
    const vectors = texts.map((text) => encoder.encode(text));
    for (const [i, a] of vectors.entries())
      for (const [j, b] of vectors.entries())
        expect(Math.abs(cosine(a, b) - (original[i]?.[j] ?? 2)), `${texts[i]} / ${texts[j]}`).toBeLessThan(
          0.02,
        );
  });

  it('gives a vector of length 1 for any text, and the same one again', () => {
    for (const text of ['', ' ', '🦊', '图书馆', '\0\ud800', 'x'.repeat(100_000), 'word '.repeat(20_000)]) {
      const vector = encoder.encode(text);
      expect(cosine(vector, vector)).toBeCloseTo(1, 4);
      expect(encoder.encode(text)).toEqual(vector);
    }
  });

  it('reads the beginning of a long text', () => {
    const words = Array.from({ length: mostTokens }, () => 'library').join(' ');
    expect(encoder.encode(`${words} and much more`)).toEqual(encoder.encode(words));
  });

  it('is the same however its file arrives, and refused when it is damaged', async () => {
    const file = gunzipSync(await readFile(packedModel('all-minilm-l6-v2')));
    const inPieces = (bytes: Uint8Array, size: number) =>
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
    const made = await createEncoder(inPieces(file, 99_999));
    const unpacked = join(await mkdtemp(join(tmpdir(), 'dewey-model-')), 'model.bin');
    await writeFile(unpacked, file);
    const inFile = await openUnpacked(unpacked);
    for (const text of texts) {
      expect(made.encode(text)).toEqual(encoder.encode(text));
      expect(inFile.encode(text)).toEqual(encoder.encode(text));
      expect(inFile.states(text, 2)).toEqual(encoder.states(text, 2));
    }
    await rm(dirname(unpacked), { recursive: true });
    const damaged: [Uint8Array[], string][] = [
      [[], 'The file holds no model of version 1.'],
      [[Buffer.from('no model')], 'The file holds no model of version 1.'],
      [[Buffer.from('no model, but longer than the head')], 'The file holds no model of version 1.'],
      [[file.subarray(0, file.length - 1)], 'The model is incomplete.'],
      [[file, Buffer.from('more')], 'The model is incomplete.'],
      [inPieces(file.subarray(0, 1000), 100), 'The model is incomplete.'],
    ];
    for (const [pieces, message] of damaged) await expect(createEncoder(pieces)).rejects.toThrow(message);
  });

  it('has as many layers as its file says', async () => {
    const file = gunzipSync(await readFile(packedModel('all-minilm-l6-v2')));
    const [width, layers] = [file.readUInt32LE(12), file.readUInt32LE(20)];
    // Rows of weights, then a scale and a bias for each, and two norms.
    const layerBytes = 12 * width * width + 8 * 9 * width + 16 * width;
    file.writeUInt32LE(layers - 1, 20);
    const shorter = await createEncoder([file.subarray(0, file.length - layerBytes)]);
    const states = encoder.states(texts[0] ?? '', layers - 1);
    const mean = new Float32Array(width).map((_, k) => states.reduce((sum, row) => sum + (row[k] ?? 0), 0));
    const vector = shorter.encode(texts[0] ?? '');
    expect(cosine(vector, mean) / Math.sqrt(cosine(mean, mean))).toBeCloseTo(1, 5);
    expect(cosine(vector, encoder.encode(texts[0] ?? ''))).toBeLessThan(0.99);
  });

  it('computes by the code that its sources give', async () => {
    const folder = new URL('../../../../src/gateway/llm/local/', import.meta.url);
    for (const name of sources) {
      const source = await readFile(new URL(`${name}.wat`, folder), 'utf8');
      expect(await readFile(new URL(`${name}-module.ts`, folder), 'utf8')).toBe(await assemble(name, source));
    }
  });
});
