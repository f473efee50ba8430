import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { noteImported } from '../../../src/db/capture/imported.ts';
import { keyringOf } from '../../../src/gateway/auth/load-keys.ts';
import { type CaptureService, createCapture } from '../../../src/gateway/capture/service.ts';
import { presentState, unreadOf } from '../../../src/gateway/capture/transcripts/unread.ts';
import { createLog } from '../../../src/gateway/deps.ts';
import { type RunningServer, startServer } from '../../../src/gateway/server.ts';
import { LagPlot, lagOf, medianOf } from '../../../src/gateway/web/parts/lag.tsx';
import { catalog } from '../../../src/handlers/index.ts';
import { testConfig } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { sendForm, shownAt } from '../../support/viewer.ts';

const reads = (lags: { at: number; lagMs: number }[]) => ({ stored: 0, skipped: 0, redacted: 0, lags });

describe('the plot of lags', () => {
  it('has a dot for each change where its time and the logarithm of its lag say', () => {
    const begun = Date.parse('2026-03-04T10:00:00Z');
    const shown = String(
      LagPlot({
        folders: [
          { agent: 'codex', reads: reads([{ at: begun + 60_000, lagMs: 10_000 }]) },
          { agent: 'gemini' },
          {
            agent: 'claude-code',
            reads: reads([
              { at: begun, lagMs: 0 },
              { at: begun + 240_000, lagMs: 100 },
            ]),
          },
        ],
      }),
    );
    const dots = [...shown.matchAll(/<circle class="dot" cx="([\d.]+)" cy="([\d.]+)"/g)].map((one) =>
      one.slice(1).map(Number),
    );
    // 224 units wide from 42, 116 units high from 126 upwards; four decades up to 10 s.
    expect(dots).toEqual([
      [42, 126],
      [42 + 224 / 4, 126 - 116],
      [42 + 224, 126 - 116 / 2],
    ]);
    expect(shown).toContain('median 100 ms, slowest 10 s');
    expect(shown).toContain('<title>Codex, 10:01: 10 s</title>');
  });

  it('is left out until two changes were stored', () => {
    expect(LagPlot({ folders: [{ agent: 'codex', reads: reads([{ at: 1, lagMs: 1 }]) }] })).toBeNull();
    expect(LagPlot({ folders: [] })).toBeNull();
  });

  it('names lags as precisely as it matters', () => {
    expect([0, 12.4, 999, 1000, 1234, 61_000].map(lagOf)).toEqual([
      '0 ms',
      '12 ms',
      '999 ms',
      '1 s',
      '1.2 s',
      '61 s',
    ]);
    expect([medianOf([5, 1, 3]), medianOf([4, 1, 2, 3]), medianOf([])]).toEqual([3, 2, 0]);
  });
});

describe('the page Today', () => {
  const lake = useLake();
  const home = mkdtempSync(join(tmpdir(), 'dewey-lag-'));
  let server: RunningServer;
  let capture: CaptureService;
  beforeAll(async () => {
    const config = testConfig({ CLAUDE_CONFIG_DIR: home, DEWEY_DATA_DIR: join(home, 'data') });
    const log = createLog('silent');
    const { clock, newId } = lake.deps;
    const keys = keyringOf(config, undefined, log);
    capture = createCapture({ config, keys, db: lake.db, log, newId, clock });
    server = await startServer(catalog, lake.db, config, log, { capture });
    await capture.start();
  });
  afterAll(async () => {
    await server.stop();
    await capture.stop();
  });

  it('says of each agent what was stored, skipped and removed since the start, and how long after each change', async () => {
    const folder = join(home, 'projects', 'library');
    mkdirSync(folder, { recursive: true });
    const lines = readFileSync('test/fixtures/capture/claude-code/session-two-turns.jsonl', 'utf8')
      .trimEnd()
      .split('\n');
    const half = Math.ceil(lines.length / 2);
    // Where counting takes long, the page says that it counts.
    await vi.waitFor(async () => expect(await shownAt(server, '/')).toContain('Nothing is stored yet.'), {
      timeout: 10_000,
    });
    const begun = Date.now();
    const count = async () =>
      (await lake.db.sql<{ n: number }[]>`select count(*)::int as n from messages`)[0]?.n ?? 0;
    appendFileSync(join(folder, 'session.jsonl'), `${lines.slice(0, half).join('\n')}\n`);
    await vi.waitFor(async () => expect(await count()).toBeGreaterThan(0), { timeout: 10_000 });
    const first = await count();
    appendFileSync(join(folder, 'session.jsonl'), `${lines.slice(half).join('\n')}\n`);
    await vi.waitFor(async () => expect(await count()).toBeGreaterThan(first), { timeout: 10_000 });
    const shown = await vi.waitFor(
      async () => {
        const page = await shownAt(server, '/');
        expect(page).toContain('id="lag"');
        return page;
      },
      { timeout: 10_000 },
    );
    expect(shown).not.toContain('Nothing is stored yet.');
    const row = /Claude Code<\/td>.*?<p class="about">.*?<\/p>/s.exec(shown)?.[0] ?? '';
    expect(row).toContain(`<span>${await count()} stored, `);
    const lags = [...shown.matchAll(/<td class="figure">([\d.]+) (ms|s)<\/td>/g)].map(
      ([, n, unit]) => Number(n) * (unit === 's' ? 1000 : 1),
    );
    expect(lags).toHaveLength(2);
    for (const lag of lags) expect(lag).toBeLessThanOrEqual(Date.now() - begun);
  });

  it('offers what was not imported yet, and says when the rest was', async () => {
    const path = join(home, 'projects', 'library', 'before.jsonl');
    cpSync('test/fixtures/capture/claude-code/session-api-error.jsonl', path);
    utimesSync(path, 1_600_000_000, 1_600_000_000); // written long before anything was followed
    const page = () => shownAt(server, '/');
    // What was found is kept for a moment; a comparison looks again.
    await sendForm(server, '/import', { what: 'verifying' });
    await vi.waitFor(async () => expect(await page()).toContain('Import 1 transcript<'), { timeout: 10_000 });
    expect(await page()).toContain('1 of 2 transcripts was not imported, or changed since.');
    await sendForm(server, '/import', { what: 'importing' });
    await vi.waitFor(async () => expect(await page()).toContain('Nothing new to import.'), {
      timeout: 10_000,
    });
    expect(await page()).toMatch(/Last import <time[^>]*>now<\/time>/);
    expect(await page()).not.toContain('value="importing"');

    // A file that no server follows, which would read its new line at once.
    const apart = join(home, 'apart.jsonl');
    cpSync(path, apart);
    const state = await presentState(apart);
    if (state) await noteImported(lake.db.sql, [state]);
    const unread = async () => {
      const file = { path: apart, named: false, bytes: statSync(apart).size };
      return (await unreadOf(lake.db.sql, [file], false)).unread.length;
    };
    expect(await unread()).toBe(0);
    appendFileSync(apart, '\n');
    expect(await unread()).toBe(1);
  });
});
