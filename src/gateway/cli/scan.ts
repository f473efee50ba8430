import { addScan, emptyScan, type ScanReport } from '../redaction/stored/scan.ts';
import { openAdmin } from './admin-client.ts';
import type { ExitCode } from './run/program.ts';
import { print, printJson } from './run/say.ts';
import { Interrupted, stopSignal } from './run/signals.ts';

/** Scans stored content for secrets; `--remove` removes them. Exit code 1 when some are left, or could be. */
export async function scan(
  env: NodeJS.ProcessEnv,
  options: { remove?: boolean; json?: boolean },
): Promise<ExitCode> {
  const stopping = stopSignal();
  const admin = await openAdmin(env, 'dewey scan');
  try {
    const report = emptyScan();
    for (let after: string | null | undefined; after !== null; ) {
      if (stopping.aborted)
        throw new Interrupted(
          `The scan was interrupted after ${report.messages} messages: ${report.found} with secrets, ${report.removed} cleaned. Run it again; what was cleaned stays clean.`,
          stopping,
        );
      const input = { after, remove: options.remove ?? false };
      // The tool's own output.
      const part = (await admin.call('scan_messages', input)) as ScanReport & { next: string | null };
      addScan(report, part);
      after = part.next;
    }
    if (options.json) printJson(report, 2);
    else print(text(report));
    return report.found > report.removed || report.unreadable > 0 ? 1 : 0;
  } finally {
    await admin.close();
  }
}

const list = (kinds: Readonly<Record<string, number>>): string[] =>
  Object.entries(kinds).map(([kind, count]) => `${kind} ${count}`);

function text({ messages, found, removed, kinds, places, columns, unreadable }: ScanReport): string {
  const listed = list(kinds);
  return [
    `${messages} messages scanned, ${found} with secrets${listed.length > 0 ? ` (${listed.join(', ')})` : ''}, ${removed} cleaned\n`,
    ...places.map((at) => `  ${at.conversation_id} turn ${at.turn}: ${at.kinds.join(', ')}\n`),
    ...Object.entries(columns).map(([column, counts]) => `  ${column}: ${list(counts).join(', ')}\n`),
    unreadable > 0 ? `Rows with damaged packed data, not scanned in full: ${unreadable}.\n` : '',
    found > removed
      ? 'Run "dewey scan --remove" to remove them. Consider these secrets compromised and replace them.\n'
      : '',
  ].join('');
}
