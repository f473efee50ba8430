import { join } from 'node:path';
import '../../src/handlers/conversations/resource.ts';
import { mentions } from '../../src/handlers/decisions/domain/antipatterns.ts';
import { quotesOf } from '../../src/handlers/events/extraction/domain/quote.ts';
import { type Expression, expressionsIn, madeDuring } from './regular-expressions.ts';
import { slownessOf } from './slow-expression.ts';
import { root, sourceFiles } from './source.ts';

/** Expressions that only ever read short texts, by what they begin with: how short, and what guarantees it. */
const bounded: { path: string; begins?: string; most: number; why: string }[] = [
  ...['rules/', 'features/', 'time/', 'units/units.ts'].map((part) => ({
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

/** Expressions of src, and the files with some that were not seen when they were made. */
export type Found = { expressions: Expression[]; unseen: string[] };

/** Every regular expression in src: found in the syntax, or recorded when it is created. */
export async function expressionsOfSource(): Promise<Found> {
  const found: Found = { expressions: [], unseen: [] };
  for (const { path, text } of sourceFiles()) {
    const { literals, made, madeLater } = expressionsIn(path, text);
    found.expressions.push(...literals);
    if (made.length + madeLater.length === 0) continue;
    await import(join(root, path));
    const atLoad = await madeDuring(path, () => loadAgain(path));
    const build = builders[path];
    const later = build && madeLater.length > 0 ? await madeDuring(path, build) : [];
    if (atLoad.length < made.length || later.length < madeLater.length) found.unseen.push(path);
    found.expressions.push(...atLoad, ...later);
  }
  return found;
}

/**
 * Times expressions on hostile texts.
 *
 * @param most the longest texts of an expression, where shorter ones than usual tell as much.
 * @returns what is wrong with the slow ones, in words.
 */
export function slowAmong(
  expressions: readonly Expression[],
  most: (expression: Expression) => number = () => Number.POSITIVE_INFINITY,
): string[] {
  const quick = new Set<string>();
  return expressions.flatMap((expression) => {
    const { path, line, source, flags } = expression;
    const limit = bounded.find((one) => path.startsWith(one.path) && source.startsWith(one.begins ?? ''));
    const longest = Math.min(limit?.most ?? Number.POSITIVE_INFINITY, most(expression));
    const key = JSON.stringify([source, flags, longest]);
    const found = quick.has(key)
      ? undefined
      : slownessOf(source, flags, Number.isFinite(longest) ? longest : undefined);
    quick.add(key);
    if (found === undefined) return [];
    const { ms, length, text } = found;
    return [
      `${path}:${line ?? '?'} takes ${ms.toFixed(1)} ms for ${length} characters of ${JSON.stringify(text.slice(0, 60))} … ` +
        `${JSON.stringify(text.slice(-10))}: /${source.slice(0, 200)}/${flags}`,
    ];
  });
}
