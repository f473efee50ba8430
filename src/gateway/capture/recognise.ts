import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { readElements } from './elements.ts';
import type { Format } from './formats/format.ts';
import { formats } from './formats/index.ts';

const sampleBytes = 1 << 20;
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
  const head = Buffer.alloc(sampleBytes);
  const { bytesRead } = await handle.read(head, 0, sampleBytes, 0);
  const text = head
    .subarray(0, bytesRead)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  if (text.trim() === '') return undefined;
  const mark = (await fingerprint(handle)) ?? fingerprintOf(head.subarray(0, bytesRead));
  const lines = text.split('\n');
  const whole = bytesRead === sampleBytes ? lines.slice(0, -1) : lines;
  const values = whole.slice(0, sampleValues).flatMap((line) => parse(line) ?? []);
  const start = text.trimStart()[0];
  const byLine = start === '{' && (values.length > 0 || whole.length === 0);
  const sample = byLine || start !== '[' ? values : [];
  if (byLine) {
    const format = formats.find((known) => known.unit === 'line' && known.recognise(sample));
    if (format) return { format, fingerprint: mark };
  }
  const elements: unknown[] = [];
  if (start === '[' || start === '{')
    for await (const found of readElements(handle)) {
      elements.push(...found.texts.slice(0, sampleValues).flatMap((element) => parse(element) ?? []));
      if (elements.length > 0) break;
    }
  const format = formats.find((known) => known.unit === 'element' && known.recognise(elements));
  if (format) return { format, fingerprint: mark };
  if (values.length === 0 && elements.length === 0) throw new Unreadable('not JSON');
  throw new Unreadable('unknown format');
}

/** @returns undefined when it is no JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // counted where the line is read, not where the format is guessed
  }
}
