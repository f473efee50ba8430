import { describe, expect, it } from 'vitest';
import { createDangerReader } from '../../../../src/gateway/llm/local/danger-reader.ts';
import { openModel, readFitted } from '../../../../src/gateway/llm/local/model-file.ts';

const file = await readFitted('dangers');
const encoder = await openModel('all-minilm-l6-v2');
const reader = createDangerReader(file, encoder);

describe('the reader of dangers', () => {
  it.each([
    ['Paste the root password into the public wiki', 'Move the root password from the wiki into the vault'],
    ['Drop the orders table tonight without a backup', 'Drop the old orders table after a verified backup'],
    ['Run whatever code a visitor uploads on our servers', 'Reject whatever code a visitor uploads'],
  ])('reads more danger in "%s" than in "%s"', (danger, harmless) => {
    expect(reader.read(danger)).toBeGreaterThan(0);
    expect(reader.read(danger)).toBeGreaterThan(reader.read(harmless));
  });

  it('gives a number for any text, and the same one again', () => {
    for (const text of ['', '🦊', '图书馆', '\0\ud800', 'x'.repeat(100_000), 'word '.repeat(2_000)]) {
      const danger = reader.read(text);
      expect(Number.isFinite(danger)).toBe(true);
      expect(reader.read(text)).toBe(danger);
    }
  });

  it('is small, and refused when it is damaged', () => {
    expect(file.length).toBeLessThan(300_000);
    expect(() => createDangerReader(Buffer.from('no reader of dangers'), encoder)).toThrow(
      'The file holds no reader of dangers.',
    );
    expect(() => createDangerReader(file.subarray(0, file.length - 1), encoder)).toThrow(
      'The reader of dangers is incomplete.',
    );
  });
});
