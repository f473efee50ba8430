import { afterEach, describe, expect, it } from 'vitest';
import { Tally } from '../../../src/gateway/capture/messages/group-by-source.ts';
import { ingestReading } from '../../../src/gateway/capture/transcripts/ingest.ts';
import { openCaptured, type Reading, readCaptured } from '../../../src/gateway/capture/transcripts/read.ts';
import { fixture, forget, importFile, rowsOf, storeOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
afterEach(() => forget(lake));

const orderOf = async (key: string) =>
  (await rowsOf(lake, key)).map(({ role, content, externalId }) => ({ role, content, externalId }));

/** Stores a file in batches of this many items, as a reader that follows the growing file may happen to cut it. */
async function storeInBatches(path: string, size: number, first: number): Promise<void> {
  const file = await openCaptured(path);
  if (!file) throw new Error(`${path} is empty`);
  const read: Reading[] = [];
  for await (const reading of readCaptured(file, file.format.parser(file.origin))) read.push(reading);
  await file.handle.close();
  const items = read.flatMap((reading) => reading.captured);
  const following = { after: {} };
  for (let from = 0, to = first; from < items.length; from = to, to += size) {
    const reading = { captured: items.slice(from, to), raw: [], lines: 0, end: 0 };
    await ingestReading(storeOf(lake), file, reading, following, new Tally());
  }
}

describe.each([
  [
    'agents/copilot-cli/6d1c1f9e-7f3e-4b6a-9d0f-0c4d7a1b2e33/events.jsonl',
    'copilot-cli:6d1c1f9e-7f3e-4b6a-9d0f-0c4d7a1b2e33',
  ],
  [
    'agents/qwen-code/-home-ada-library/chats/3f0c6a52-9a41-4d0e-8a6e-2f6f0a5b7c11.jsonl',
    'qwen-code:3f0c6a52-9a41-4d0e-8a6e-2f6f0a5b7c11',
  ],
  [
    'other-agents/codex-rollout-2026-10-04T09-12-00-0199f3a2-5c1e-7d40-9b7a-3f1e2d4c5b6a.jsonl',
    'codex:0199f3a2-5c1e-7d40-9b7a-3f1e2d4c5b6a',
  ],
  ['claude-code/session-interrupted.jsonl', 'claude-code:c646fc65-e305-446d-bb78-b70fc1f8625c'],
])('%s', (name, key) => {
  it('has one order, wherever it is cut into batches', async () => {
    await importFile(lake, fixture(name));
    const whole = await orderOf(key);
    expect(whole.length).toBeGreaterThan(0);
    for (const [size, first] of [
      [1, 1],
      [2, 1],
      [2, 2],
      [3, 1],
      [3, 2],
      [3, 3],
    ] as const) {
      await forget(lake);
      await storeInBatches(fixture(name), size, first);
      expect({ size, first, order: await orderOf(key) }).toEqual({ size, first, order: whole });
    }
  });
});
