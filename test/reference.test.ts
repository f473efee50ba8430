import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages } from '../scripts/docs/pages.ts';
import { catalog } from '../src/handlers/index.ts';
import { root } from './support/source.ts';

const page = (path: string): string => readFileSync(join(root, 'docs', path), 'utf8');

describe('the generated pages', () => {
  it.each(Object.entries(pages()))('docs/%s is up to date', (path, text) => {
    expect(page(path), 'npm run docs:generate brings it up to date').toBe(text);
  });

  it('have a section for every tool', () => {
    const headings = [...page('reference/tools.md').matchAll(/^### (.+)$/gm)].map(([, title]) => title);
    expect(headings).toEqual(expect.arrayContaining(catalog.tools.map((tool) => tool.name)));
  });
});
