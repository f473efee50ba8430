import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Format } from './formats/format.ts';
import { formats } from './formats/index.ts';
import { readElements } from './json-elements.ts';

/** Nearly every transcript says in the first of these what it is; a few have a longer first line. */
const fewBytes = 1 << 16;
const manyBytes = 1 << 20;
const sampleValues = 50;

/** A file that cannot be imported, and why, as the summary says it. */
export class Unreadable extends Error {}

/** Tells one content of a file from a later one: agents append, so the first bytes stay. */
export const fingerprintOf = (head: Buffer): string =>
  createHash('sha256').update(head).digest('hex').slice(0, 32);

const fingerprintBytes = 256;

export async function fingerprint(handle: FileHandle): Promise<string | undefined> {
  const head = Buffer.alloc(fingerprintBytes);
  const { bytesRead } = await handle.read(head, 0, fingerprintBytes, 0);
  const end = head.subarray(0, bytesRead).indexOf(10);
  // The first line, or its first bytes when it is longer: both stay as the file grows.
  if (bytesRead < fingerprintBytes && end < 0) return undefined;
  return fingerprintOf(head.subarray(0, end < 0 ? bytesRead : end));
}

/** Finds out by its first values what a file is. */
export async function recognise(
  handle: FileHandle,
): Promise<{ format: Format; fingerprint: string } | undefined> {
  const first = await sampleOf(handle, fewBytes);
  const mark = await fingerprint(handle);
  const byLine = lineFormat(first);
  if (byLine && mark !== undefined) return { format: byLine, fingerprint: mark };
  const sample = first.whole ? first : await sampleOf(handle, manyBytes);
  if (sample.text.trim() === '') return undefined;
  const format = lineFormat(sample) ?? (await formatByElements(handle, sample));
  return { format, fingerprint: mark ?? fingerprintOf(sample.bytes) };
}

type Sample = { bytes: Buffer; text: string; whole: boolean; values: unknown[] };

async function sampleOf(handle: FileHandle, most: number): Promise<Sample> {
  const head = Buffer.allocUnsafe(most);
  const { bytesRead } = await handle.read(head, 0, most, 0);
  const bytes = head.subarray(0, bytesRead);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const whole = bytesRead < most;
  const lines = text.split('\n');
  const values = (whole ? lines : lines.slice(0, -1))
    .slice(0, sampleValues)
    .flatMap((line) => parse(line) ?? []);
  return { bytes, text, whole, values };
}

const lineFormat = ({ text, values }: Sample): Format | undefined =>
  text.trimStart()[0] === '{'
    ? formats.find((known) => known.unit === 'line' && known.recognise(values))
    : undefined;

async function formatByElements(handle: FileHandle, { text, values }: Sample): Promise<Format> {
  const elements: unknown[] = [];
  if (/^\s*[[{]/.test(text))
    for await (const found of readElements(handle)) {
      elements.push(...found.texts.slice(0, sampleValues).flatMap((element) => parse(element) ?? []));
      if (elements.length > 0) break;
    }
  // A first line that is longer than the sample is the first element as well.
  const units = text.includes('\n') ? ['element'] : ['element', 'line'];
  const format = formats.find((known) => units.includes(known.unit) && known.recognise(elements));
  if (format) return format;
  throw new Unreadable(values.length === 0 && elements.length === 0 ? 'not JSON' : 'unknown format');
}

/** @returns undefined when it is no JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // counted where the line is read, not where the format is guessed
  }
}
