import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesPerMessage, type Maker, messagesPerSession, prose } from './formats-text.ts';

/** One file with a list of entries, as many as needed. */
const listed =
  (name: string, about: (entries: unknown[]) => unknown, entry: (n: number, text: string) => object): Maker =>
  async (folder, wanted) => {
    const entries: object[] = [];
    for (let n = 0; n * bytesPerMessage < wanted; n += 1)
      entries.push(entry(n, prose(bytesPerMessage - 150, n)));
    const text = JSON.stringify(about(entries), null, 2);
    const path = join(folder, name);
    await writeFile(path, text);
    return { path, bytes: Buffer.byteLength(text), files: 1 };
  };

/** The prompts of many sessions. */
export const geminiLog = listed(
  'logs.json',
  (entries) => entries,
  (n, message) => ({
    sessionId: `${Math.floor(n / messagesPerSession)
      .toString(16)
      .padStart(8, '0')}-1b7e-4c4e-8a59-0c6f3e2b9d13`,
    messageId: n % messagesPerSession,
    type: 'user',
    message,
    timestamp: new Date(1_760_000_000_000 + n * 1000).toISOString(),
  }),
);

/** One chat, however long. */
export const geminiCheckpoint = listed(
  'checkpoint-shelves.json',
  (history) => ({ history }),
  (n, text) => ({ role: n % 2 === 0 ? 'user' : 'model', parts: [{ text }] }),
);
