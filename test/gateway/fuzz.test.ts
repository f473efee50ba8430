import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/gateway/deps.ts';
import { type RunningServer, startServer } from '../../src/gateway/server.ts';
import storeMessage from '../../src/handlers/conversations/store-message.ts';
import captureDecision from '../../src/handlers/decisions/capture-decision.ts';
import { catalog } from '../../src/handlers/index.ts';
import { call } from '../support/call.ts';
import { fuzz } from '../support/fuzz-server.ts';
import { testConfig } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';

const lake = useLake();
const key = 'the-key-of-the-fuzzer';
let server: RunningServer;
let filesRoot: string;

beforeAll(async () => {
  filesRoot = await mkdtemp(join(tmpdir(), 'dewey-fuzz-'));
  const config = testConfig({
    DEWEY_API_KEYS: `fuzzer:admin:${key}`,
    DEWEY_LIMITS: 'off',
    DEWEY_DECISION_LIMITS: 'off',
    DEWEY_FILES_ROOT: filesRoot,
  });
  server = await startServer(catalog, lake.db, config, createLog('silent'));
});
afterAll(async () => {
  await server.stop();
  await rm(filesRoot, { recursive: true, force: true });
});

describe('whatever its input', () => {
  it('the gateway answers as documented, and reveals no internals', async () => {
    const message = { role: 'user', content: 'The loan period is twenty-one days', session_id: 'desk' };
    const { conversation_id } = await call(storeMessage, message, lake.deps);
    const decision = { statement: 'Use PostgreSQL for loans', alternatives: ['SQLite'], confidence: 0.8 };
    const { decision_id } = await call(captureDecision, decision, lake.deps);
    const known = {
      uuid: conversation_id,
      decision: decision_id,
      words: ['desk', 'loan period', 'three-gate', 'Tools'],
    };
    const passed = await fuzz(server.url, key, known, {
      seed: 20_260_212,
      rest: 125,
      mcp: 75,
      socket: 75,
      protocol: 38,
    });
    for (const [way, count] of Object.entries(passed)) expect([way, count > 10]).toEqual([way, true]);
  }, 120_000);
});
