import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TooLarge, unpackZstd } from '../../../src/gateway/capture/transcripts/decode/zstd.ts';

const magic = [0x28, 0xb5, 0x2f, 0xfd];
/** A window of 2 MB, as level 3 uses. */
const window = 11 << 3;
const most = 1_000_000;

const block = (kind: 0 | 1 | 2, size: number, isLast: boolean, content: number[]): number[] => {
  const header = (size << 3) | (kind << 1) | (isLast ? 1 : 0);
  return [header & 255, (header >> 8) & 255, header >> 16, ...content];
};
const raw = (text: string, isLast = true) => block(0, text.length, isLast, [...Buffer.from(text)]);
const repeated = (byte: number, times: number, isLast: boolean) => block(1, times, isLast, [byte]);
/** Nothing of a frame that is refused. */
function lengthOf(data: Buffer): number {
  try {
    return unpackZstd(data, most).length;
  } catch {
    return 0;
  }
}
const frame = (...blocks: number[][]) => Buffer.from([...magic, 0, window, ...blocks.flat()]);

describe('a frame of Zstandard', () => {
  it('is unpacked, block by block', () => {
    expect(unpackZstd(frame(raw('atlas', false), repeated(33, 3, true)), most).toString()).toBe('atlas!!!');
    // `yes 'The atlas is overdue. ' | head -n 8 | tr -d '\n' | zstd -3 --no-check`
    const packed = Buffer.from('KLUv/QBY7QAAsFRoZSBhdGxhcyBpcyBvdmVyZHVlLiABAC5JzSY=', 'base64');
    expect(unpackZstd(packed, most).toString()).toBe('The atlas is overdue. '.repeat(8));
  });

  it('is refused when it unpacks to more than is allowed', () => {
    const bomb = frame(...Array.from({ length: 2000 }, (_, i) => repeated(0, 131_072, i === 1999)));
    expect(bomb.length).toBeLessThan(10_000);
    expect(() => unpackZstd(bomb, most)).toThrow(TooLarge);
  });

  it.each([
    ['a window of two gigabytes', Buffer.from([...magic, 0, 0xa8, ...raw('x')])],
    ['a content of two gigabytes', Buffer.from([...magic, 0xa0, 0, 0, 0, 0x7f, ...raw('x')])],
    ['a second frame with such a window', Buffer.concat([frame(raw('x')), Buffer.from([...magic, 0, 0xa8])])],
    ['millions of blocks without content', frame(...Array.from({ length: 100_000 }, () => raw('', false)))],
    ['no frame', Buffer.from('{"version":"0.3.0"}')],
    ['nothing', Buffer.alloc(0)],
  ])('with %s is refused', (_, data) => {
    expect(() => unpackZstd(data, most)).toThrow();
  });

  it('that is damaged is refused or unpacked, within the limit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const data = Buffer.from([...magic, 0, window, ...bytes]);
        expect(lengthOf(data)).toBeLessThanOrEqual(most);
      }),
    );
  });
});
