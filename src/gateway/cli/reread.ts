import { addReread, emptyReread, type RereadReport } from '../capture/transcripts/reread-report.ts';
import { openAdmin } from './admin-client.ts';
import { whenLost } from './interrupted.ts';
import type { ExitCode } from './run/program.ts';
import { print, printJson } from './run/say.ts';
import { Interrupted, stopSignal } from './run/signals.ts';
import { progressBar } from './terminal/progress.ts';

/** Reads the kept lines of transcripts again. Exit code 1 when any of them could not be read at all. */
export async function reread(env: NodeJS.ProcessEnv, options: { json?: boolean }): Promise<ExitCode> {
  const stopping = stopSignal();
  const admin = await openAdmin(env, 'dewey reread');
  const bar = progressBar(0);
  const report = emptyReread();
  try {
    for (let after: string | null | undefined; after !== null; ) {
      if (stopping.aborted)
        throw new Interrupted(
          `Reading again was interrupted after ${count(report.conversations, 'conversation')}: ${report.filled} filled in. Run it again; what was filled in stays.`,
          stopping,
        );
      // The tool's own output.
      const part = (await admin.call('reread_transcripts', { after })) as RereadReport & {
        next: string | null;
      };
      addReread(report, part);
      bar.expect(report.total_bytes ?? 0);
      bar.advance(part.bytes, count(report.conversations, 'conversation'));
      after = part.next;
    }
  } catch (error) {
    throw whenLost(error, 'reading', 'Run "dewey reread" again; what was filled in stays.');
  } finally {
    bar.end();
    await admin.close();
  }
  if (options.json) printJson(report, 2);
  else print(text(report));
  return report.damaged > 0 ? 1 : 0;
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** `--json` lists more. */
const mostShown = 20;

function text({ conversations, filled, lines, unreadable, damaged, places }: RereadReport): string {
  const bad = [
    ...(unreadable > 0 ? [`${count(unreadable, 'line')} could not be read`] : []),
    ...(damaged > 0 ? [`${count(damaged, 'group')} of lines could not be read at all`] : []),
  ];
  return [
    `${count(lines, 'line')} of ${count(conversations, 'conversation')} read again, ${filled} filled in\n`,
    ...bad.map((line) => `${line}\n`),
    ...places
      .slice(0, mostShown)
      .map(
        (at) =>
          `  ${at.conversation_id}: ${at.line === null ? 'all lines' : `line ${at.line}`} from byte ${at.offset}\n`,
      ),
  ].join('');
}
