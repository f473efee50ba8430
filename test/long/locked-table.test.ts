import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { restClient } from '../support/clients.ts';
import { useLake } from '../support/lake.ts';
import { serve } from '../support/process.ts';
import { eventually } from '../support/waiting.ts';

const lake = useLake();
/** Longer than any statement may take, several times over. */
const lockedMs = 140_000;

it('stores every acknowledged hook and message although their table is locked for 140 seconds', {
  timeout: 400_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dewey-locked-'));
  const server = await serve({ DATABASE_URL: lake.url, DEWEY_DATA_DIR: folder, DEWEY_WATCH: 'off' });
  const client = restClient(server.url);
  const { conversation_id } = await client.call('dewey_begin_conversation', {});
  const acknowledged = { hooks: [] as string[], stores: [] as string[] };
  let refused = 0;
  let n = 0;

  const hook = async () => {
    n += 1;
    const prompt = `Hook ${n}`;
    const answer = await fetch(`${server.url}/hooks/claude-code`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        session_id: 'locked',
        hook_event_name: 'UserPromptSubmit',
        prompt_id: `p${n}`,
        prompt,
      }),
    });
    if (answer.ok) acknowledged.hooks.push(prompt);
    else refused += 1;
  };
  const store = async () => {
    n += 1;
    const content = `Store ${n}`;
    await client.call('dewey_store_message', { conversation_id, role: 'user', content }).then(
      () => acknowledged.stores.push(content),
      () => {
        refused += 1;
      },
    );
  };

  const stores: Promise<void>[] = [];
  await lake.db.sql.begin(async (tx) => {
    await tx`lock table messages in access exclusive mode`;
    const until = Date.now() + lockedMs;
    while (Date.now() < until) {
      await hook();
      stores.push(store());
      // The pace of the load.
      await setTimeout(2000);
    }
  });
  await Promise.all(stores);
  await Promise.all([hook(), store()]);

  const expected = [...acknowledged.hooks, ...acknowledged.stores].sort();
  const stored = await eventually(async () => {
    const rows = await lake.db.sql<{ content: string }[]>`select content from messages order by content`;
    return rows.length >= expected.length && rows.map(({ content }) => content);
  }, 120_000);
  const letters = await readdir(join(folder, 'spool', 'poison')).catch(() => []);
  process.stdout.write(
    `${acknowledged.hooks.length} hooks and ${acknowledged.stores.length} stores acknowledged, ${refused} refused, ${stored.length} stored, ${letters.length} dead letters\n`,
  );
  expect(acknowledged.hooks.length).toBeGreaterThan(20);
  // A store that was refused may not have been made either.
  expect(stored.sort()).toEqual(expected);
  expect(letters).toEqual([]);
  expect(await server.end()).toBe(0);
  await rm(folder, { recursive: true });
});
