import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import '../src/handlers/conversations/resource.ts';
import { mentions } from '../src/handlers/decisions/domain/antipatterns.ts';
import { quotesOf } from '../src/handlers/events/extraction/domain/quote.ts';
import { type Expression, expressionsIn, madeDuring } from './support/regular-expressions.ts';
import { slownessOf } from './support/slow-expression.ts';
import { root, sourceFiles } from './support/source.ts';

/**
 * Every regular expression in src, found in the syntax or recorded when it is created, is timed on hostile texts; new
 * ones are covered automatically. The gateway answers all its clients from one thread, so one slow expression blocks
 * all of them.
 */

/** Expressions that only ever read short texts, by what they begin with: how short, and what guarantees it. */
const bounded: { path: string; begins?: string; most: number; why: string }[] = [
  ...['rules/', 'features/', 'who/', 'time/', 'units/units.ts'].map((part) => ({
    path: `src/handlers/events/extraction/offline/${part}`,
    most: 1000,
    why: 'sentencesOf cuts sentences at 1,000 characters, and a thread of its own reads them',
  })),
  {
    path: 'src/handlers/events/extraction/offline/document/letter.ts',
    begins: String.raw`(?<=\s)(\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)[,!:]?$`,
    most: 60,
    why: 'greets() takes lines of at most 60 characters',
  },
  {
    path: 'src/handlers/events/extraction/offline/document/dates.ts',
    begins: String.raw`(?<![\d.-])(?<y1>`,
    most: 400,
    why: 'fullDate() reads 400 characters',
  },
  { path: 'src/handlers/shared/title.ts', most: 1000, why: 'a title is looked for in 1,000 characters' },
];

/** Functions that create expressions when called, each with a call that creates a typical one. */
const builders: Record<string, () => Promise<unknown>> = {
  'src/gateway/redaction/given.ts': () => import(`${join(root, 'src/gateway/redaction/given.ts')}?later`),
  'src/handlers/tool/resource.ts': () => loadAgain('src/handlers/conversations/resource.ts'),
  'src/handlers/events/extraction/offline/features/cues/listed.ts': async () => {
    for (const language of ['de', 'fr', 'es'])
      await loadAgain(`src/handlers/events/extraction/offline/features/cues/${language}.ts`);
  },
  'src/handlers/decisions/domain/antipatterns.ts': async () =>
    mentions('the text', ['eval', 'god object', 'copy-paste the code']),
  'src/handlers/events/extraction/domain/quote.ts': async () =>
    quotesOf({ chunkId: 'c', text: 'a text', start: 0 })({ quote: '"It\'s  done" - he said (twice).' }),
};

/** Loads a module again, with its expressions; its imports are reused. */
const loadAgain = (path: string): Promise<unknown> => import(`${join(root, path)}?again`);

const expressions: Expression[] = [];
const unseen: string[] = [];

beforeAll(async () => {
  for (const { path, text } of sourceFiles()) {
    const { literals, made, madeLater } = expressionsIn(path, text);
    expressions.push(...literals);
    if (made.length + madeLater.length === 0) continue;
    await import(join(root, path));
    const atLoad = await madeDuring(path, () => loadAgain(path));
    const build = builders[path];
    const later = build && madeLater.length > 0 ? await madeDuring(path, build) : [];
    if (atLoad.length < made.length || later.length < madeLater.length) unseen.push(path);
    expressions.push(...atLoad, ...later);
  }
});

describe('the regular expressions of src', () => {
  it('are all found; those built from strings have a builder listed here', () => {
    expect(unseen).toEqual([]);
    expect(expressions.length).toBeGreaterThan(400);
  });

  it('take linear time on any text', () => {
    const quick = new Set<string>();
    const slow = expressions.flatMap(({ path, line, source, flags }) => {
      const limit = bounded.find((one) => path.startsWith(one.path) && source.startsWith(one.begins ?? ''));
      const key = JSON.stringify([source, flags, limit?.most]);
      const found = quick.has(key) ? undefined : slownessOf(source, flags, limit?.most);
      quick.add(key);
      if (found === undefined) return [];
      const { ms, length, text } = found;
      return [
        `${path}:${line ?? '?'} takes ${ms.toFixed(1)} ms for ${length} characters of ${JSON.stringify(text.slice(0, 60))} … ` +
          `${JSON.stringify(text.slice(-10))}: /${source.slice(0, 200)}/${flags}`,
      ];
    });
    expect(slow).toEqual([]);
  }, 120_000);

  it('would be detected if they did not', () => {
    for (const [source, flags] of [
      ['^(a+)+$', ''],
      ['<!--[\\s\\S]*?-->', ''],
      ['\\s+$', 'm'],
      ['["\']?(.+?)["\']? *$', ''],
      ['\\beyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}', 'g'],
      ['\\d+-\\d+x', 'u'],
      ['<private>.*?</private>', 's'],
      ['[\\w.]+@[\\w.]+\\.x', ''],
    ] as const)
      expect([source, slownessOf(source, flags) !== undefined]).toEqual([source, true]);
    expect(slownessOf('^\\s+|(?<!\\s)\\s+$', 'g')).toBeUndefined();
  });
});
