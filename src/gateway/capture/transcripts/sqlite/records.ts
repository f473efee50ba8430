import { damaged, type Pages } from './pages.ts';

/** A number of one to nine bytes, and where it ends. Larger ones than a number can hold occur in damaged stores only. */
export function varint(bytes: Buffer, at: number): [value: number, end: number] {
  let value = 0;
  for (let i = at; i < at + 8; i += 1) {
    const byte = bytes[i];
    if (byte === undefined) throw damaged();
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, i + 1];
  }
  throw damaged();
}

export type Value = number | string | Buffer | null;

/** The first columns of a record. */
export function columnsOf(payload: Buffer, most: number): Value[] {
  const [headerEnd, first] = varint(payload, 0);
  const values: Value[] = [];
  let at = headerEnd;
  for (let type = first; type < headerEnd && values.length < most; ) {
    const [code, next] = varint(payload, type);
    const length = code >= 12 ? (code - (code % 2) - 12) / 2 : (lengths[code] ?? 0);
    if (at + length > payload.length) throw damaged();
    values.push(decoded(payload.subarray(at, at + length), code));
    at += length;
    type = next;
  }
  return values;
}

/** Bytes of the values of types 0 to 9. */
const lengths = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function decoded(bytes: Buffer, code: number): Value {
  if (code >= 12) return code % 2 === 0 ? bytes : bytes.toString('utf8');
  if (code === 0) return null;
  if (code === 8 || code === 9) return code - 8;
  if (code === 7) return bytes.readDoubleBE(0);
  if (code === 6) return Number(bytes.readBigInt64BE(0));
  if (code > 9) throw damaged();
  return bytes.readIntBE(0, bytes.length);
}

/**
 * The payload of a cell.
 *
 * @param whole false to leave out what lies on other pages.
 */
export function payloadOf(
  pages: Pages,
  page: Buffer,
  at: number,
  length: number,
  { inIndex, whole }: { inIndex: boolean; whole: boolean },
): Buffer {
  const { usable, count } = pages;
  if (length > usable * count) throw damaged();
  const most = inIndex ? Math.floor(((usable - 12) * 64) / 255) - 23 : usable - 35;
  if (length <= most) return within(page, at, length);
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((length - least) % (usable - 4));
  const local = fitting <= most ? fitting : least;
  const parts = [within(page, at, local)];
  let next = whole ? within(page, at + local, 4).readUInt32BE(0) : 0;
  for (let left = length - local; whole && left > 0; left -= usable - 4) {
    const more = pages.page(next);
    next = more.readUInt32BE(0);
    parts.push(more.subarray(4, 4 + Math.min(left, usable - 4)));
  }
  return Buffer.concat(parts);
}

function within(page: Buffer, at: number, length: number): Buffer {
  if (at + length > page.length) throw damaged();
  return page.subarray(at, at + length);
}
