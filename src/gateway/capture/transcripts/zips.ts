import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type FoundFile, isTranscript, problemOf } from './find-files.ts';

/*
 * Exports of ChatGPT and Claude.ai arrive as zips. Their JSON files are unpacked into a temporary folder, which is removed
 * afterwards. A zip may be hostile: its entries are bounded by number, size and ratio, and their names are not trusted.
 */

/** Text compresses to a tenth, rarely to a fiftieth; a bomb to a thousandth. */
const mostRatio = 100;
const smallBytes = 10_000_000;
const mostBytes = 8_000_000_000;
const mostEntries = 100_000;

class ZipRefused extends Error {}

/**
 * Replaces zips by the JSON files in them. The caller removes those when they are read.
 *
 * @returns with the number of files that were left, such as pictures, by how their names end.
 */
export async function unpackZips(
  found: readonly FoundFile[],
): Promise<{ found: FoundFile[]; left: Record<string, number>; remove: () => Promise<void> }> {
  const out: FoundFile[] = [];
  const left = new Map<string, number>();
  let folder: string | undefined;
  for (const item of found) {
    if (!('bytes' in item && item.named && /\.zip$/i.test(item.path))) {
      out.push(item);
      continue;
    }
    folder ??= await mkdtemp(join(tmpdir(), 'dewey-zip-'));
    try {
      const { files, others } = await unpack(item.path, item.bytes, join(folder, String(out.length)));
      if (files.length === 0) throw new ZipRefused('there is no JSON in this zip');
      for (const { path, entry } of files)
        out.push({ path, named: false, bytes: (await stat(path)).size, entry });
      for (const name of others) left.set(endOf(name), (left.get(endOf(name)) ?? 0) + 1);
    } catch (error) {
      out.push({ path: item.path, problem: problemOf(error) });
    }
  }
  const made = folder;
  return {
    found: out,
    left: Object.fromEntries([...left].slice(0, mostEnds)),
    remove: async () => {
      if (made !== undefined) await rm(made, { recursive: true, force: true });
    },
  };
}

/** Names come from the zip. */
const mostEnds = 50;
const endOf = (name: string): string => /\.[a-z\d]{1,8}$/i.exec(name)?.[0].toLowerCase() ?? 'other';

type Unpacked = { files: { path: string; entry: string }[]; others: string[] };

async function unpack(path: string, bytes: number, folder: string): Promise<Unpacked> {
  const { default: yauzl } = await import('yauzl');
  const zip = await yauzl.openPromise(path, { lazyEntries: true });
  const most = Math.min(mostBytes, Math.max(smallBytes, bytes * mostRatio));
  if (zip.entryCount > mostEntries) throw new ZipRefused(`it has more than ${mostEntries} entries`);
  const files: Unpacked['files'] = [];
  const others: string[] = [];
  const used = { bytes: 0 };
  try {
    for await (const entry of zip.eachEntry()) {
      const name = basename(entry.fileName.replaceAll('\\', '/'));
      if (entry.fileName.endsWith('/')) continue;
      if (!isTranscript(name)) {
        others.push(name);
        continue;
      }
      used.bytes += entry.uncompressedSize;
      if (used.bytes > most) throw tooLarge(most);
      const target = join(folder, String(files.length), name);
      await mkdir(dirname(target), { recursive: true });
      // It fails when an entry is larger than the zip says.
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx' }));
      files.push({ path: target, entry: name });
    }
  } finally {
    zip.close();
  }
  return { files, others };
}

const tooLarge = (most: number): ZipRefused =>
  new ZipRefused(
    `unpacked it is larger than ${Math.round(most / 1e6)} MB; unpack it yourself if you trust it, and import the folder`,
  );
