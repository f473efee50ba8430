import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { composeSettings } from '../../../../scripts/docs/other-settings.ts';
import { nearest } from '../../../../src/gateway/calls/nearest.ts';
import { strangeVariables } from '../../../../src/gateway/cli/help/variables.ts';
import { variableNames } from '../../../../src/gateway/config/env.ts';

it('finds the name that was meant, and none for a name unlike any', () => {
  expect(nearest('dewey_serch', ['dewey_search', 'dewey_store_message'])).toBe('dewey_search');
  expect(nearest('zeppelin', ['dewey_search'])).toBeUndefined();
});

it('notices mistyped variables in the environment and in .env, and no others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dewey-env-'));
  try {
    writeFileSync(join(folder, '.env'), '# DEWEY_MCP_PRT=1\nexport DEWEY_WACH=off\nDEWEY_WATCH=off\n');
    expect(strangeVariables({ DEWEY_MPC_PORT: '1', DEWEY_MCP_PORT: '2', PATH: '/bin' }, folder)).toEqual([
      'DEWEY_MPC_PORT is not a setting and is ignored. Did you mean DEWEY_MCP_PORT?',
      '.env: DEWEY_WACH is not a setting and is ignored. Did you mean DEWEY_WATCH?',
    ]);
    rmSync(join(folder, '.env'));
    const warned = (name: string) => strangeVariables({ [name]: '1' }, folder);
    expect(warned('DEWEY_PROT')[0]).toMatch(
      /^DEWEY_PROT is not a setting.* DEWEY_MCP_PORT or DEWEY_PROXY_PORT\?$/,
    );
    expect(warned('DEWEY_HOST')[0]).toMatch(/Did you mean DEWEY_DB_HOST or DEWEY_MCP_HOST or/);
    expect(warned('DEWEY_DATABASE_URL')[0]).toMatch(/Did you mean DATABASE_URL\?$/);
    expect(warned('DEWEY_ZEPPELIN')).toEqual(['DEWEY_ZEPPELIN is not a setting and is ignored.']);
    const others = [...variableNames, ...composeSettings.map(({ name }) => name)];
    expect(strangeVariables(Object.fromEntries(others.map((name) => [name, 'x'])), folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
