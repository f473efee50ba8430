import type { Readable, Writable } from 'node:stream';
import { confirm, isCancel, multiselect, note } from '@clack/prompts';
import type { Client } from './clients/client.ts';

/** What setup needs to know of its user. */
export type Answers = {
  clients(found: readonly Client[]): Promise<readonly Client[]>;
  service(): Promise<boolean>;
  write(diffs: readonly string[]): Promise<boolean>;
  import(history: string): Promise<boolean>;
};

/** The user cancelled a question. */
export class Cancelled extends Error {}

/** With `--yes`: everything, but the service only where it is asked for. */
export const fixedAnswers = ({ service }: { service?: boolean }): Answers => ({
  clients: async (found) => found,
  service: async () => service === true,
  write: async () => true,
  import: async () => true,
});

/** @param streams of the terminal; by default those of the process. */
export const askingAnswers = (
  { service }: { service?: boolean },
  streams: { input?: Readable; output?: Writable } = {},
): Answers => ({
  clients: async (found) =>
    found.length === 0
      ? found
      : answered(
          await multiselect({
            message: 'Which of these shall use Dewey?',
            options: found.map((client) => ({ value: client, label: client.name })),
            initialValues: [...found],
            required: false,
            ...streams,
          }),
        ),
  service: async () =>
    service ??
    answered(await confirm({ message: 'Start Dewey at every login?', initialValue: true, ...streams })),
  async write(diffs) {
    for (const diff of diffs) note(diff, undefined, streams);
    return answered(
      await confirm({ message: 'Write these changes? A copy of each file is kept.', ...streams }),
    );
  },
  import: async (history) =>
    answered(await confirm({ message: `Found ${history}. Import them?`, ...streams })),
});

function answered<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new Cancelled('Cancelled; nothing was written.');
  return answer as Exclude<T, symbol>; // the only symbol is that of a cancellation
}
