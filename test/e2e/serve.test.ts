import { describe, expect, it, vi } from 'vitest';
import { mcpClient, restClient } from '../support/clients.ts';
import { postmasterPid, useDataDirs } from '../support/datadir.ts';
import { useDatabase } from '../support/lake.ts';
import { lives, runScript, serve } from '../support/process.ts';

// Real processes start and stop here, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const dataDir = useDataDirs();
const database = useDatabase();

describe('dewey serve', () => {
  it('creates its own database in an empty directory, and stops it on SIGTERM', async () => {
    const directory = await dataDir();
    const first = await serve({ DEWEY_DATA_DIR: directory });
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    const stored = await restClient(first.url).call('dewey_store_message', {
      role: 'user',
      content: 'Remember me',
    });
    const pid = await postmasterPid(directory);
    expect(pid !== undefined && lives(pid)).toBe(true);

    expect(await first.end('SIGTERM')).toBe(0);
    expect(pid !== undefined && lives(pid)).toBe(false);
    // One line for scripts that wait for it; everything else is logged.
    expect(first.out()).toMatch(/^Dewey is ready at \S+\n$/);
    for (const line of first.err().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();

    const second = await serve({ DEWEY_DATA_DIR: directory });
    const { messages } = await restClient(second.url).call('dewey_get_conversation', {
      conversation_id: stored.conversation_id,
    });
    expect(messages).toMatchObject([{ turn: 1, content: 'Remember me' }]);
    expect(await second.end('SIGINT')).toBe(0);
  });

  it('keeps a real conversation sent over a WebSocket, and finds it over HTTP', async () => {
    const server = await serve({ DATABASE_URL: database.url });
    const demo = runScript('scripts/demo.ts', [], { DEWEY_URL: server.url });
    expect([await demo.ended, demo.err()]).toEqual([0, '']);
    const [, count, conversation_id] =
      /^stored (\d+) messages in conversation (\S+)$/m.exec(demo.out()) ?? [];
    expect(count).toBe('6');
    expect(demo.out()).toContain('turn 1, user: Which file sets the');
    expect(demo.out()).toMatch(/turn 3, assistant: .*_DAYS = 21/);

    const reader = await mcpClient('http', server.url);
    const { messages } = await reader.call('dewey_get_conversation', { conversation_id });
    expect(
      messages.map((m: { role: string; content: string }) => [m.role, m.content.split('\n')[0]]),
    ).toEqual([
      ['user', 'Which file sets the loan period, and how long is it?'],
      ['assistant', 'I will look for the setting.'],
      ['assistant', 'The loan period is set in `src/settings.py`:'],
      ['user', 'Change it to 28 days, please.'],
      ['assistant', 'I change one line.'],
      ['assistant', 'Done: `LOAN_DAYS` is now 28.'],
    ]);
    await reader.close();
    expect(await server.end()).toBe(0);
  });

  it('gives sixteen clients of one conversation the turns 1 to 800, over HTTP, WebSocket and REST', async () => {
    const server = await serve({ DATABASE_URL: database.url, DEWEY_LOG_LEVEL: 'warn' });
    const clients = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        n % 3 === 0 ? restClient(server.url) : mcpClient(n % 3 === 1 ? 'http' : 'ws', server.url),
      ),
    );
    const { conversation_id } = await restClient(server.url).call('dewey_begin_conversation', {});
    const turns = await Promise.all(
      clients.map(async (client, n) => {
        const own: number[] = [];
        for (let i = 0; i < 50; i += 1) {
          const content = `client ${n}, message ${i}`;
          own.push(
            (await client.call('dewey_store_message', { conversation_id, role: 'user', content }))
              .turn_number,
          );
        }
        return own;
      }),
    );
    const upTo800 = Array.from({ length: 800 }, (_, i) => i + 1);
    expect(turns.flat().sort((a, b) => a - b)).toEqual(upTo800);
    const { messages } = await restClient(server.url).call('dewey_get_conversation', {
      conversation_id,
      max_chars: 1_000_000,
    });
    expect(messages.map((m: { turn: number }) => m.turn)).toEqual(upTo800);
    for (const [n, own] of turns.entries())
      expect(own.map((turn) => messages[turn - 1].content)).toEqual(
        own.map((_, i) => `client ${n}, message ${i}`),
      );
    await Promise.all(clients.map((client) => client.close()));
    expect(await server.end()).toBe(0);
  });
});
