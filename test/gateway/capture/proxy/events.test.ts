import { describe, expect, it } from 'vitest';
import { readEvents } from '../../../../src/gateway/capture/proxy/events.ts';

function read(parts: Iterable<string>, longest = 1_000_000) {
  const data: string[] = [];
  let looked = 0;
  const events = readEvents(
    (one) => data.push(one),
    longest,
    (characters) => {
      looked += characters;
    },
  );
  for (const part of parts) events(part);
  return { data, looked };
}

const stream =
  'event: message\ndata: {"one":1}\n\n: a comment\n\ndata: two\r\ndata:lines\r\n\r\ndata: three\n\r\n\r\n\ndata: 四\n\n';
const all = ['{"one":1}', 'two\nlines', 'three', '四'];

describe('server-sent events', () => {
  it('are the same however they are cut into parts', () => {
    expect(read([stream]).data).toEqual(all);
    for (let size = 1; size < 12; size += 1)
      for (let offset = 0; offset < size; offset += 1) {
        const parts = [stream.slice(0, offset)];
        for (let at = offset; at < stream.length; at += size) parts.push(stream.slice(at, at + size));
        expect([size, offset, read(parts).data]).toEqual([size, offset, all]);
      }
  });

  it('take time linear in their length, also in many parts', () => {
    const parts = ['data: ', ...Array<string>(5000).fill('x'.repeat(100)), '\n\n'];
    const { data, looked } = read(parts);
    expect(data).toEqual(['x'.repeat(500_000)]);
    const length = parts.join('').length;
    expect(looked).toBeLessThanOrEqual(length + 3 * parts.length);
  });

  it('are left out when they are too long, and those after them are read', () => {
    const parts = ['data: ', ...Array<string>(50).fill('x'.repeat(100)), '\n', '\ndata: next\n\n'];
    expect(read(parts, 1000).data).toEqual(['next']);
    expect(read([parts.join('')], 1000).data).toEqual(['next']);
  });
});
