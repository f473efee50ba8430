import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { useLake } from '../support/lake.ts';
import { serve } from '../support/process.ts';
import { smallDisk } from '../support/small-disk.ts';
import { eventually } from '../support/waiting.ts';
import { wayTo } from '../support/way.ts';

const lake = useLake();
const disk = await smallDisk('6m');

afterAll(async () => {
  if (!disk) return;
  execFileSync('umount', ['--lazy', disk]);
  await rm(disk, { recursive: true });
});

describe('a spool with a full disk (needs root and mount on Linux)', () => {
  it.runIf(disk)(
    'acknowledges no hook that it cannot keep, and stores all that it acknowledged',
    {
      timeout: 180_000,
    },
    async () => {
      const way = await wayTo(lake.url);
      await way.mend();
      const server = await serve({
        DATABASE_URL: way.url,
        DEWEY_DATA_DIR: disk ?? '',
        DEWEY_WATCH: 'off',
        DEWEY_LOG_LEVEL: 'silent',
      });
      way.cut();
      const acknowledged: string[] = [];
      let refusals = 0;
      for (let n = 1; n <= 400 && refusals < 5; n += 1) {
        const answer = await fetch(`${server.url}/hooks/claude-code`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            session_id: 'full',
            hook_event_name: 'UserPromptSubmit',
            prompt_id: `p${n}`,
            prompt: `${n} ${'words of a long prompt '.repeat(4000)}${randomBytes(4).readUInt32BE()}`,
          }),
        });
        if (answer.ok) acknowledged.push(`p${n}`);
        else {
          refusals += 1;
          expect(answer.status).toBe(503);
        }
      }
      expect(acknowledged.length).toBeGreaterThan(10);
      expect(refusals).toBe(5);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503);

      await way.mend();
      const stored = await eventually(async () => {
        const [row] = await lake.db.sql<{ count: number }[]>`select count(*)::int as count from messages`;
        return (row?.count ?? 0) >= acknowledged.length && row?.count;
      }, 120_000);
      const letters = await readdir(join(disk ?? '', 'spool', 'poison')).catch(() => []);
      process.stdout.write(
        `${acknowledged.length} hooks acknowledged, ${refusals} refused, ${stored} stored, ${letters.length} dead letters\n`,
      );
      expect(stored).toBe(acknowledged.length);
      expect(letters).toEqual([]);
      expect(await server.end()).toBe(0);
      way.cut();
    },
  );
});
