import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { StoredKey } from '../../../src/db/admin/keys.ts';
import { Identity } from '../../../src/gateway/auth/identity.ts';
import { createKeyring } from '../../../src/gateway/auth/keyring.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { keyGuard } from '../../../src/gateway/http/require-key.ts';
import { toToolError } from '../../../src/handlers/tool/to-tool-error.ts';
import { sha256 } from '../../support/hash.ts';
import { eventually } from '../../support/waiting.ts';

const start = Date.parse('2026-02-12T10:30:00Z');
const stored = (name: string, fields: Partial<StoredKey> = {}): StoredKey => ({
  id: name,
  name,
  scope: 'write',
  toolsets: null,
  project: null,
  maxSensitivity: null,
  createdAt: '2026-02-12T10:00:00Z',
  expiresAt: null,
  revokedAt: null,
  rotatedAt: null,
  secretHash: sha256(`${name}-secret`),
  previousHash: null,
  previousUntil: null,
  ...fields,
});

/** A keyring over keys that the test changes, with its own clock; `unreachable` simulates an unreachable database. */
function ring(keys: StoredKey[], options: { required?: boolean } = {}) {
  const state = { keys, unreachable: false, now: start };
  const keyring = createKeyring({
    fixed: [],
    required: options.required ?? false,
    read: async () => {
      if (state.unreachable) throw new Error('away');
      return state.keys;
    },
    everyMs: 10,
    clock: () => new Date(state.now),
    log: createLog('silent'),
  });
  return { state, keyring };
}

describe('a keyring', () => {
  it('keeps its keys while the database is unreachable, but still expires them', async () => {
    const expiresAt = new Date(start + 60_000).toISOString();
    const { state, keyring } = ring([stored('ada'), stored('visitor', { expiresAt })]);
    keyring.start(undefined);
    await keyring.settled(1000);
    const ada = keyring.find('ada-secret');
    const visitor = keyring.find('visitor-secret');
    expect([ada, visitor]).toEqual([expect.any(Identity), expect.any(Identity)]);
    const ended = new Promise((resolve) => (visitor as Identity).whenEnded(resolve));
    state.unreachable = true;
    state.now += 60_001;
    // Polled, because expiry must not depend on use.
    expect(await ended).toBe('the key has expired');
    expect(keyring.find('visitor-secret')).toEqual({ problem: 'the key has expired' });
    expect(keyring.find('ada-secret')).toBe(ada);
    keyring.stop();
  });

  it('admits no unknown key until it has read the database, where a key is required', async () => {
    const { state, keyring } = ring([stored('ada')], { required: true });
    state.unreachable = true;
    await keyring.settled(1000);
    expect([keyring.known(), keyring.anonymous(), keyring.find('ada-secret')]).toEqual([
      false,
      undefined,
      { problem: 'unknown key' },
    ]);
    state.unreachable = false;
    keyring.start(undefined);
    await eventually(() => keyring.known());
    expect(keyring.find('ada-secret')).toBeInstanceOf(Identity);
    expect(keyring.find('Ada-secret')).toEqual({ problem: 'unknown key' });
    keyring.stop();
  });

  it('ends anonymous access with the first key, and restores it after the last', async () => {
    const { state, keyring } = ring([]);
    keyring.start(undefined);
    await keyring.settled(1000);
    const nobody = keyring.anonymous();
    state.keys = [stored('ada', { revokedAt: '2026-02-12T10:20:00Z' })];
    await eventually(() => nobody?.ended);
    expect([nobody?.ended, keyring.anonymous()]).toEqual(['a key is required from now on', undefined]);
    expect(keyring.find('ada-secret')).toEqual({ problem: 'the key was revoked' });
    state.keys = [];
    await eventually(() => keyring.anonymous());
    expect(keyring.find('ada-secret')).toEqual({ problem: 'unknown key' });
    keyring.stop();
  });

  it('notifies connections when the rights of their key have changed', async () => {
    const { state, keyring } = ring([stored('ada')]);
    keyring.start(undefined);
    await keyring.settled(1000);
    const before = keyring.find('ada-secret') as Identity;
    state.keys = [stored('ada', { scope: 'read' })];
    await eventually(() => before.ended);
    expect(before.ended).toBe('the key was changed');
    expect(keyring.find('ada-secret')).toMatchObject({ scope: 'read', ended: undefined });
    keyring.stop();
  });

  it('lets hooks wait once, not for every event, while the database does not answer, and admits none', async () => {
    const keyring = createKeyring({
      fixed: [],
      required: false,
      read: () => new Promise(() => undefined),
      everyMs: 10,
      clock: () => new Date(start),
      log: createLog('silent'),
    });
    const app = new Hono()
      .use(keyGuard(keyring))
      .post('/hooks/claude-code', (c) => c.json({}))
      .onError((error, c) => c.json({}, toToolError(error, 'r').error.status));
    const event = async () => (await app.request('/hooks/claude-code', { method: 'POST' })).status;
    expect(await event()).toBe(503);
    const later = async () => [await event(), await event(), await event()];
    expect(await Promise.race([later(), delay(900, 'waits again')])).toEqual([503, 503, 503]);
    expect(keyring.known()).toBe(false);
  });
});
