import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { writeDurably } from '../../../runtime/durable.ts';
import type { Store } from '../../messages/store.ts';
import type { Offset, OffsetStore } from './offsets.ts';

const place = z.object({
  reader: z.string(),
  fingerprint: z.string(),
  position: z.number(),
  state: z.unknown(),
});

/**
 * Offsets kept on this machine, for a remote lake. After a crash an offset may be out of date; messages read again from
 * there are recognised by their ids.
 */
export function fileOffsets(
  folder: string,
): OffsetStore & { save(reader: string, place: Offset): Promise<void> } {
  const fileOf = (reader: string) =>
    join(folder, `${createHash('sha256').update(reader).digest('hex').slice(0, 32)}.json`);
  const save = async (reader: string, saved: Offset) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeDurably(fileOf(reader), JSON.stringify({ reader, ...saved }));
  };
  const load = async (reader: string): Promise<Offset | undefined> => {
    const text = await readFile(fileOf(reader), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined; // never read
      throw error;
    });
    if (text === undefined) return undefined;
    const { reader: _, ...known } = place.parse(JSON.parse(text));
    return known;
  };
  return {
    save,
    load,
    async firstStart(now) {
      const known = await load('tail');
      if (!known) await save('tail', { fingerprint: '', position: now.getTime(), state: null });
      return known?.position ?? now.getTime();
    },
  };
}

/** A store that saves the offsets of its readers once it has acknowledged their messages. */
export const savingOffsets = (store: Store, offsets: ReturnType<typeof fileOffsets>): Store => ({
  ...store,
  async put(batch) {
    const outcome = await store.put(batch);
    for (const { reader, fingerprint = '', position, state } of batch.positions ?? [])
      await offsets.save(reader, { fingerprint, position, state: state?.(outcome.last) ?? null });
    return outcome;
  },
});
