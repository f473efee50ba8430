import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startThread } from '../../../src/gateway/runtime/start-thread.ts';
import { testConfig } from '../../support/gateway.ts';

it('a thread runs from source, too, as with `npm run dev`', async () => {
  const file = new URL('../../../src/gateway/documents/chunk-thread', import.meta.url).href;
  const thread = startThread(file, { workerData: testConfig().chunks });
  thread.postMessage({ id: 1, question: 'A short text.' });
  const [reply] = await once(thread, 'message');
  expect(reply).toMatchObject({ id: 1, answer: { isChunked: false, chunks: [{ text: 'A short text.' }] } });
  await thread.terminate();
});
