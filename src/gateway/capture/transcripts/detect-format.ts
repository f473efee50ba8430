import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { parse } from './decode/json.ts';
import type { Format } from './formats/format.ts';
import { formats } from './formats/index.ts';
import { readElements } from './json-elements.ts';
import { Unreadable } from './sqlite/unreadable.ts';

/** Sample sizes: the first suffices for nearly every transcript; a few have a longer first line. */
const fewBytes = 1 << 16;
const manyBytes = 1 << 20;
const sampleValues = 50;

export { Unreadable };

/** Distinguishes a file from a later one at the same path: agents append, so the first bytes never change. */
export const fingerprintOf = (head: Buffer): string =>
  createHash('sha256').update(head).digest('hex').slice(0, 32);

const fingerprintBytes = 256;

export async function fingerprint(handle: FileHandle): Promise<string | undefined> {
  const head = Buffer.alloc(fingerprintBytes);
  const { bytesRead } = await handle.read(head, 0, fingerprintBytes, 0);
  return markOf(head.subarray(0, bytesRead));
}

/** @param head the first bytes of a file, at most as many as make its mark. */
function markOf(head: Buffer): string | undefined {
  const start = head.findIndex((byte) => byte !== 10 && byte !== 13);
  if (start < 0) return undefined;
  const end = head.indexOf(10, start);
  // The first line with text, or its first bytes when it is longer: neither changes as the file grows.
  if (head.length < fingerprintBytes && end < 0) return undefined;
  return fingerprintOf(head.subarray(start, end < 0 ? head.length : end));
}

/**
 * Detects a file's format from its first values.
 *
 * @param size of the file.
 * @throws Unreadable when it matches no format.
 */
export async function recognise(
  handle: FileHandle,
  size: number,
): Promise<{ format: Format; fingerprint: string } | undefined> {
  const first = await sampleOf(handle, Math.min(fewBytes, size + 1));
  const mark = markOf(first.bytes.subarray(0, fingerprintBytes));
  const byLine = lineFormat(first);
  if (byLine && mark !== undefined) return { format: byLine, fingerprint: mark };
  const sample = first.whole ? first : await sampleOf(handle, manyBytes);
  if (sample.text.trim() === '') return undefined;
  const format = lineFormat(sample) ?? documentFormat(sample) ?? (await formatByElements(handle, sample));
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
    : textFormat(text);

function textFormat(text: string): Format | undefined {
  const lines = text.trimStart().split('\n', sampleValues);
  return formats.find(
    (known) => known.unit === 'text' && known.recognise(lines.map((line) => ({ text: line }))),
  );
}

/** Whether a file of text, such as Markdown, is a transcript. */
export async function isTextTranscript(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    return textFormat((await sampleOf(handle, fewBytes)).text) !== undefined;
  } finally {
    await handle.close();
  }
}

const documentFormat = ({ text }: Sample): Format | undefined =>
  formats.find((known) => known.unit === 'document' && known.recognise([text]));

async function formatByElements(handle: FileHandle, { text, whole, values }: Sample): Promise<Format> {
  const elements: unknown[] = [];
  if (/^\s*[[{]/.test(text))
    for await (const found of readElements(handle)) {
      if (found.tooLarge > 0) throw new Unreadable('an object of more than 128 MB');
      elements.push(...found.texts.slice(0, sampleValues).flatMap((element) => parse(element) ?? []));
      if (elements.length > 0) break;
    }
  // A first line longer than the sample is also the first element.
  const units = text.includes('\n') ? ['element'] : ['element', 'line'];
  const format = formats.find((known) => units.includes(known.unit) && known.recognise(elements));
  if (format) return format;
  const list = whole ? parse(text) : undefined;
  if (Array.isArray(list) && list.length === 0) throw new Unreadable('an empty list');
  throw new Unreadable(values.length === 0 && elements.length === 0 ? 'not JSON' : 'unknown format');
}
