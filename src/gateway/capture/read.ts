import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readElements } from './elements.ts';
import type { Format, Origin, Parser } from './formats/format.ts';
import { formats } from './formats/index.ts';
import { type Line, readLines } from './lines.ts';
import { type Captured, skip } from './record.ts';

/** What a stretch of a file says. */
export type Reading = {
  captured: Captured[];
  /** The lines themselves, with their values, where the format is one whose lines are kept. */
  raw: { line: Line; value: unknown }[];
  lines: number;
  /** Offset of the first byte that is not read yet. */
  end: number;
};

export type OpenFile = { handle: FileHandle; format: Format; fingerprint: string; origin: Origin };

const sampleBytes = 1 << 20;
const sampleValues = 50;

/** A file that cannot be imported, and why, as the summary says it. */
export class Unreadable extends Error {}

/**
 * Opens a file and finds out by its content what it is.
 *
 * @returns undefined when it is empty, or holds nothing yet that could be recognised.
 * @throws Unreadable when it is no format we know.
 */
export async function openCaptured(path: string): Promise<OpenFile | undefined> {
  const handle = await open(path, 'r');
  try {
    const found = await recognise(handle);
    if (found === undefined) {
      await handle.close();
      return undefined;
    }
    return { handle, ...found, origin: { path, sidecar: sidecarOf(path) } };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

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

async function recognise(handle: FileHandle): Promise<{ format: Format; fingerprint: string } | undefined> {
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // counted where the line is read, not where the format is guessed
  }
}

/** Reads files beside a transcript; one that is not there says nothing. */
const sidecarOf =
  (path: string): Origin['sidecar'] =>
  async (relative) => {
    try {
      return await readFile(join(dirname(path), relative), 'utf8');
    } catch (error) {
      if (
        error instanceof Error &&
        'code' in error &&
        ['ENOENT', 'EACCES', 'ENOTDIR'].includes(String(error.code))
      )
        return undefined;
      throw error;
    }
  };

/**
 * Reads what a file says, stretch by stretch.
 *
 * @param options `complete: false` leaves a last line without an end for later: the file is still growing.
 */
export async function* readCaptured(
  file: OpenFile,
  parser: Parser,
  from = 0,
  options: { complete: boolean } = { complete: true },
): AsyncGenerator<Reading> {
  if (file.format.unit === 'line')
    for await (const stretch of readLines(file.handle, from, options)) {
      const reading: Reading = { captured: [], raw: [], lines: stretch.lines.length, end: stretch.end };
      for (const line of stretch.lines) {
        if (line.text.trim() === '') continue;
        const value = parse(line.text);
        if (value === undefined) reading.captured.push(skip(stretch.cutOff ? 'cut off' : 'malformed'));
        else reading.captured.push(...(await parser.push(value)));
        if (file.format.live) reading.raw.push({ line, value });
      }
      for (let i = 0; i < stretch.tooLong; i += 1) reading.captured.push(skip('too long'));
      yield reading;
    }
  else
    for await (const found of readElements(file.handle)) {
      const reading: Reading = { captured: [], raw: [], lines: 0, end: found.end };
      for (const text of found.texts) {
        const value = parse(text);
        if (value === undefined) reading.captured.push(skip('malformed'));
        else reading.captured.push(...(await parser.push(value)));
      }
      for (let i = 0; i < found.tooLarge; i += 1) reading.captured.push(skip('too long'));
      if (found.cutOff) reading.captured.push(skip('cut off'));
      yield reading;
    }
  const rest = options.complete ? (parser.end?.() ?? []) : [];
  if (rest.length > 0) yield { captured: rest, raw: [], lines: 0, end: 0 };
}
