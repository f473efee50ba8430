import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { restClient } from '../support/clients.ts';
import { fuzz } from '../support/fuzz-server.ts';
import { useDatabase } from '../support/lake.ts';
import { type Running, serve } from '../support/process.ts';
import { eventually } from '../support/waiting.ts';

const database = useDatabase();
const key = 'the-key-of-the-fuzzer';
let server: (Running & { url: string }) | undefined;
let folder: string;

afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

const megabytes = async (url: string): Promise<number> => {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  const [, bytes] = /^dewey_process_resident_memory_bytes (\S+)$/m.exec(await response.text()) ?? [];
  return Number(bytes) / 1e6;
};

it('5,000 inputs: documented replies, no internals exposed, bounded memory', async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-fuzz-'));
  server = await serve({
    DATABASE_URL: database.url,
    DEWEY_DATA_DIR: folder,
    DEWEY_FILES_ROOT: folder,
    DEWEY_API_KEYS: `fuzzer:admin:${key}`,
    DEWEY_LIMITS: 'off',
    DEWEY_DECISION_LIMITS: 'off',
    DEWEY_LOG_LEVEL: 'error',
  });
  const { url } = server;
  const client = restClient(url, key);
  const { conversation_id: uuid } = await client.call('dewey_store_message', {
    role: 'user',
    content: 'The loan period is twenty-one days',
    session_id: 'desk',
  });
  const { decision_id: decision } = await client.call('membria_capture_decision', {
    statement: 'Use PostgreSQL for loans',
    alternatives: ['SQLite'],
    confidence: 0.8,
  });
  // The first document loads the worker threads; memory must not grow afterwards.
  const { artifact_uid } = await client.call('artifact_ingest', {
    artifact_type: 'note',
    source_system: 'manual',
    content: 'Grace decided to lend books for three weeks.',
  });
  await eventually(async () => (await client.call('job_status', { artifact_uid })).status === 'DONE');
  const words = ['desk', 'loan period', 'three-gate', 'Tools', 'DEWEY', 'postgresql loans'];
  const sizes: number[] = [];
  const base = Number(process.env.FUZZ_SEED ?? 1);
  for (let round = 0; round < 5; round += 1) {
    const dose = { seed: base * 1000 + round, rest: 400, mcp: 220, socket: 200, protocol: 90 };
    const passed = await fuzz(url, key, { uuid, decision, words }, dose);
    for (const count of Object.values(passed)) expect(count).toBeGreaterThan(20);
    sizes.push(Math.round(await megabytes(url)));
  }
  const [, second = 0] = sizes;
  expect(Math.max(...sizes.slice(2)), `resident megabytes by round: ${sizes}`).toBeLessThan(second + 150);
  process.stdout.write(`resident megabytes after each thousand: ${sizes.join(', ')}\n`);
  expect(server.err()).not.toMatch(/"msg":"(tool|request) failed"/);
}, 600_000);
