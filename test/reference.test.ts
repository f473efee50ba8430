import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reference } from '../scripts/reference.ts';
import { catalog } from '../src/handlers/index.ts';
import { root } from './support/source.ts';

describe('docs/reference.md', () => {
  const page = readFileSync(join(root, 'docs', 'reference.md'), 'utf8');

  it('is what the tools say today', () => {
    expect(page, 'npm run docs:generate brings it up to date').toBe(reference(catalog));
  });

  it('has a section for every tool, and its links lead to one', () => {
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    );
    for (const tool of catalog.tools) expect(headings).toContain(tool.name);
    for (const [, target] of page.matchAll(/\]\(#([^)]+)\)/g)) expect(headings).toContain(target);
  });
});
