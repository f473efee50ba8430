import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, isMissing } from '../../runtime/file-errors.ts';
import { type Captured, skip } from '../messages/captured.ts';
import { parse } from './decode/json.ts';
import { recognise } from './detect-format.ts';
import type { Format, Origin, Parser } from './formats/format.ts';
import { readAnyway } from './formats/other-form.ts';
import { readElements } from './json-elements.ts';
import { isPacked, openUnpacked } from './packed.ts';
import { type Line, readLines } from './read-lines.ts';
import type { KnownSessions } from './read-sessions.ts';
import { isStore, readStore, storeFormat } from './stores.ts';
import { wholeText } from './whole-text.ts';

/** The captured items of one chunk of a file. */
export type Reading = {
  captured: Captured[];
  /** The lines with their parsed values, for formats whose raw lines are kept. */
  raw: { line: Line; value: unknown }[];
  lines: number;
  /** Offset of the first unread byte. */
  end: number;
};

export type OpenFile = {
  handle: FileHandle;
  format: Format;
  fingerprint: string;
  origin: Origin;
  /** It was packed: its offsets are not those of the file, which will not grow. */
  packed?: boolean;
  /** When the file was last written; a conversation that states no time had its messages then or before. */
  written?: string | undefined;
};

/**
 * Opens a file and detects its format by its content.
 *
 * @returns undefined when the file is empty or too short to be recognised yet.
 * @throws Unreadable when the format is unknown.
 */
export async function openCaptured(path: string): Promise<OpenFile | undefined> {
  let handle = await open(path, 'r');
  try {
    const { mtime } = await handle.stat();
    const written = mtime.toISOString();
    const packed = await isPacked(handle);
    if (packed) handle = await unpacked(handle);
    const { size } = await handle.stat();
    if (await isStore(handle))
      return { handle, format: await storeFormat(path), fingerprint: '', origin: { path }, written };
    const found = await recognise(handle, size);
    if (found === undefined) {
      await handle.close();
      return undefined;
    }
    return {
      handle,
      ...found,
      packed,
      written,
      origin: { path, sidecar: sidecarOf(path), listing: listingOf(path) },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function unpacked(handle: FileHandle): Promise<FileHandle> {
  const inner = await openUnpacked(handle);
  await handle.close();
  return inner;
}

/** Reads files beside a transcript; undefined for one that does not exist. */
const sidecarOf =
  (path: string): Origin['sidecar'] =>
  async (relative) => {
    try {
      return (await readFile(join(dirname(path), relative), 'utf8')).replace(/^\uFEFF/, '');
    } catch (error) {
      if (isMissing(error) || codeOf(error) === 'EACCES') return undefined;
      throw error;
    }
  };

const listingOf =
  (path: string): Origin['listing'] =>
  async (relative) => {
    try {
      return await readdir(join(dirname(path), relative));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };

/**
 * Reads the captured items of a file, chunk by chunk.
 *
 * @param options `complete: false` leaves a last line without a line end for later, as the file may still be growing; `known`
 * are sessions of a store to leave out.
 */
export async function* readCaptured(
  file: OpenFile,
  parser: Parser,
  from = 0,
  options: { complete: boolean; known?: KnownSessions } = { complete: true },
): AsyncGenerator<Reading> {
  if (file.format.unit === 'store') {
    for await (const captured of readStore(file.origin.path ?? '', options.known))
      yield { captured, raw: [], lines: 0, end: 0 };
    return;
  }
  if (file.format.unit === 'text') yield* readText(file.handle, parser, from, options);
  else if (file.format.unit === 'document') {
    const { text, end } = await wholeText(file.handle);
    yield { captured: await readAnyway(() => parser.push(text)), raw: [], lines: 0, end };
  } else if (file.format.unit === 'line')
    for await (const stretch of readLines(file.handle, from, options)) {
      const reading: Reading = { captured: [], raw: [], lines: stretch.lines.length, end: stretch.end };
      for (const line of stretch.lines) {
        if (line.text.trim() === '') continue;
        const value = parse(line.text);
        if (value === undefined) reading.captured.push(skip(stretch.cutOff ? 'cut off' : 'malformed'));
        else {
          const adding = add(reading.captured, () => parser.push(value));
          if (adding) await adding;
        }
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
        else {
          const adding = add(reading.captured, () => parser.push(value));
          if (adding) await adding;
        }
      }
      for (let i = 0; i < found.tooLarge; i += 1) reading.captured.push(skip('too long'));
      if (found.cutOff) reading.captured.push(skip('cut off'));
      yield reading;
    }
  const rest = options.complete ? (parser.end?.() ?? []) : [];
  if (rest.length > 0) yield { captured: rest, raw: [], lines: 0, end: 0 };
}

/** Adds what a value says; waits only for a parser that does. */
function add(captured: Captured[], read: () => Captured[] | Promise<Captured[]>): Promise<void> | undefined {
  const found = readAnyway(read);
  const addAll = (items: readonly Captured[]) => {
    for (const item of items) captured.push(item);
  };
  if (found instanceof Promise) return found.then(addAll);
  addAll(found);
  return undefined;
}

/** Lines of text, of which the last ones may be continued. */
async function* readText(
  handle: FileHandle,
  parser: Parser,
  from: number,
  options: { complete: boolean },
): AsyncGenerator<Reading> {
  let end = from;
  const open = () => (options.complete ? undefined : parser.open?.());
  for await (const stretch of readLines(handle, from, options)) {
    const captured: Captured[] = [];
    for (const line of stretch.lines) {
      const adding = add(captured, () => parser.push(line));
      if (adding) await adding;
    }
    for (let i = 0; i < stretch.tooLong; i += 1) captured.push(skip('too long'));
    end = open()?.start ?? stretch.end;
    yield { captured, raw: [], lines: stretch.lines.length, end };
  }
  yield { captured: open()?.captured ?? [], raw: [], lines: 0, end };
}
