import { basename } from 'node:path';
import { importFiles } from '../capture/transcripts/import.ts';
import { isComplete } from '../capture/transcripts/import-report.ts';
import { verifyFiles } from '../capture/transcripts/verify.ts';
import { isSound } from '../capture/transcripts/verify-report.ts';
import type { Config } from '../config/env.ts';
import { Interrupted, stopSignal } from './run/signals.ts';
import { describeHistory, type History } from './setup/history.ts';
import { progressBar } from './terminal/progress.ts';
import { withStore } from './with-store.ts';

export type Imported = { conversations: number; stored: number; already: number; sound: boolean };

/** Imports sessions, and compares every message of them with the lake. */
export async function importHistory(
  config: Config,
  history: readonly History[],
  say: (text: string) => void,
): Promise<Imported> {
  const files = history.flatMap((one) => one.files);
  const total = files.reduce((sum, file) => sum + ('bytes' in file ? file.bytes : 0), 0);
  const stopping = stopSignal();
  const bar = progressBar(total);
  const [imported, verified] = await withStore(config, async ({ store, stored }) => {
    try {
      const report = await importFiles(files, store, {
        signal: stopping,
        onProgress: (bytes, path) => bar.advance(bytes, basename(path)),
      });
      if (stopping.aborted)
        throw new Interrupted(
          'The import was interrupted; "dewey setup" goes on with it. The clients are set up.',
          stopping,
        );
      return [report, await verifyFiles(files, stored, store)] as const;
    } finally {
      bar.end();
    }
  });
  const sound = isComplete(imported) && isSound(verified);
  say(
    `imported ${describeHistory(history)}: ${imported.stored} messages stored, ${imported.duplicates} stored already; ` +
      (sound
        ? `compared, and all ${verified.expected} are there`
        : 'some could not be read or stored, see "dewey verify"'),
  );
  return {
    conversations: imported.conversations,
    stored: imported.stored,
    already: imported.duplicates,
    sound,
  };
}
