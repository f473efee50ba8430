import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorKinds } from '../../src/handlers/tool/errors.ts';
import { root, sourceFiles } from '../support/source.ts';

const page = (name: string): string => readFileSync(join(root, 'docs/reference', name), 'utf8');

describe('docs/reference/errors.md', () => {
  it.each(Object.entries(errorKinds))('lists %s with its status and code', (kind, { status, code }) => {
    expect(page('errors.md')).toMatch(new RegExp(`^\\| \`${kind}\` +\\| ${status} +\\| ${code} +\\|`, 'm'));
  });
});

describe('docs/reference/metrics.md', () => {
  const made = sourceFiles()
    .filter(({ path }) => path.startsWith('src/gateway/'))
    .flatMap(({ code }) => [...code.matchAll(/(?:(?:gauges?|counter)\(\s*|name: )'(dewey_\w+)'/g)])
    .map(([, name = '']) => name);

  it('lists every metric in the code, and no other', () => {
    const documented = [...page('metrics.md').matchAll(/^\| `(dewey_\w+)` /gm)].map(([, name]) => name);
    expect(made.length).toBeGreaterThan(20);
    expect([...documented].sort()).toEqual([...made].sort());
  });
});

it('docs/operate/threat-model.md names existing tests', () => {
  const text = readFileSync(join(root, 'docs/operate/threat-model.md'), 'utf8');
  const named = [...text.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
