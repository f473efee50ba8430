import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import getWarnings from '../../src/handlers/decisions/get-warnings.ts';
import { call } from '../support/call.ts';
import { runHere } from '../support/command.ts';
import { useDecisions } from '../support/decisions.ts';
import { useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';

const lake = useLake();
const server = useServer(lake);
const { completed } = useDecisions(lake);
const folder = await mkdtemp(join(tmpdir(), 'dewey-antipatterns-'));
afterAll(() => rm(folder, { recursive: true }));

const ways = [
  ['on the database itself', () => ({ DATABASE_URL: lake.url })],
  ['over a gateway', () => ({ DEWEY_URL: server.url })],
] as const;

describe('dewey decisions', () => {
  for (const [way, env] of ways)
    it(`relearns from all outcomes ${way}`, async () => {
      await completed('Cache the catalog at the edge', 'api', 0.8, [1, 1, 1]);
      await lake.db.sql`delete from skills`;
      await lake.db.sql`delete from calibrations`;
      const { code, out } = await runHere(['decisions', 'learn'], env());
      expect(code).toBe(0);
      expect(JSON.parse(out).domains).toEqual([
        { domain: 'api', outcomes: expect.any(Number), topics: 1, skills: 1, antipatterns: 0 },
      ]);
      expect(await lake.db.sql`select from skills where domain = 'api' and retired_at is null`).toHaveLength(
        1,
      );
      expect(await lake.db.sql`select from calibrations where domain = 'api'`).toHaveLength(1);
      const { out: none } = await runHere(['decisions', 'learn', '--domain', 'auth'], env());
      expect(JSON.parse(none)).toEqual({ domains: [] });
    });

  it.each(ways)('warns of custom antipatterns, imported %s', async (way, env) => {
    const id = way.includes('gateway') ? 'ap_fax' : 'ap_pager';
    const word = way.includes('gateway') ? 'fax' : 'pager';
    const own = {
      id,
      pattern: `Orders by ${word}`,
      terms: [[word], ['order', 'orders']],
      recommendation: 'Take orders over the web',
    };
    const file = join(folder, `${id}.json`);
    const imported = async (content: unknown) => {
      await writeFile(file, JSON.stringify(content));
      const { code, out } = await runHere(['decisions', 'antipatterns', file], env());
      return { code, body: JSON.parse(out) };
    };
    const warned = async () => {
      const { warnings } = await call(
        getWarnings,
        {
          statement: `Take orders of libraries by ${word}`,
          module: 'api',
          alternatives: ['web', 'mail'],
          confidence: 0.7,
        },
        lake.deps,
      );
      return JSON.stringify(warnings).includes(own.pattern);
    };
    expect(await warned()).toBe(false);
    expect(await imported([own])).toEqual({ code: 0, body: { added: 1, changed: 0, unchanged: 0 } });
    expect(await warned()).toBe(true);
    expect((await imported({ antipatterns: [own] })).body).toEqual({ added: 0, changed: 0, unchanged: 1 });
    expect((await imported([{ ...own, retired: true }])).body).toEqual({
      added: 0,
      changed: 1,
      unchanged: 0,
    });
    expect(await warned()).toBe(false);
  });

  it('imports a file completely or not at all, and reports the invalid entry', async () => {
    const file = join(folder, 'wrong.json');
    const own = { id: 'ap_fine', pattern: 'Fine', terms: [['fine']], recommendation: 'Go on' };
    const attempt = async (content: string) => {
      await writeFile(file, content);
      return await runHere(['decisions', 'antipatterns', file], { DATABASE_URL: lake.url });
    };
    const builtIn = await attempt(JSON.stringify([own, { ...own, id: 'ap_n_plus_one' }]));
    expect(builtIn.code).toBe(1);
    expect(builtIn.err).toContain('ap_n_plus_one: an antipattern with this id exists that was not imported.');
    const noTerms = await attempt(JSON.stringify([own, { ...own, id: 'ap_empty', terms: [] }]));
    expect(noTerms.err).toContain('antipatterns.1.terms');
    const broken = await attempt('[');
    expect(broken).toMatchObject({ code: 2, out: '' });
    expect(broken.err).toContain('wrong.json is not JSON');
    expect(await lake.db.sql`select from antipatterns where id = 'ap_fine'`).toHaveLength(0);
  });
});
