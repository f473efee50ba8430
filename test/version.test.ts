import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { version } from '../src/version.ts';

it('is the version of the package', async () => {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ version });
});
