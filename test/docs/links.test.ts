import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchor } from '../../scripts/docs/markdown.ts';
import { root } from '../support/source.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'bench/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
];
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
/** Code is not prose: `[a](b)` in it is not a link, and `# a` not a heading. */
const prose = (path: string): string =>
  textOf(path)
    .replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ' '));

const anchorsOf = (path: string): Set<string> => {
  const counts = new Map<string, number>();
  const headings = textOf(path)
    .replaceAll(/^```.*?^```$/gms, '')
    .matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, title = '']) => {
      const name = anchor(title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
      const before = counts.get(name) ?? 0;
      counts.set(name, before + 1);
      return before === 0 ? name : `${name}-${before}`;
    }),
  );
};

const linksOf = (path: string): string[] =>
  [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

describe.each(pages)('%s', (path) => {
  it('has relative links that lead to a file, and anchors that lead to a heading', () => {
    const broken = linksOf(path).filter((link) => {
      const [file = '', heading] = link.split('#');
      const target = file === '' ? join(root, path) : resolve(root, dirname(path), file);
      if (!existsSync(target)) return true;
      if (heading === undefined) return false;
      return statSync(target).isDirectory() || !anchorsOf(relative(root, target)).has(heading);
    });
    expect(broken).toEqual([]);
  });
});

describe('the map of the docs', () => {
  it('leads to every page', () => {
    const linked = linksOf('docs/index.md').map((link) => join('docs', link.split('#')[0] ?? ''));
    const all = pages.filter((path) => path.startsWith('docs/') && path !== 'docs/index.md');
    expect(all.filter((path) => !linked.includes(path))).toEqual([]);
  });
});

describe('README.md', () => {
  it('is short enough for one sitting', () => {
    expect(textOf('README.md').split('\n').length - 1).toBeLessThanOrEqual(150);
  });
});

describe('docs/operate/threat-model.md', () => {
  it('names tests that exist', () => {
    const named = [...textOf('docs/operate/threat-model.md').matchAll(/`(test\/[\w./-]+)`/g)];
    expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
