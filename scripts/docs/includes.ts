import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The marker of a file included in a page, and the block after it. */
const mark = /<!-- include (\S+) as (\S+) -->\n\n```ts\n.*?^```$/gms;

/**
 * A page under `docs/` with its included files up to date. A file is compiled and tested at its own path, and shown
 * with its imports rewritten for the path where it would belong: `<!-- include test/docs/a.ts as src/handlers/x/a.ts
 * -->`.
 */
export function withIncludes(path: string): string {
  const page = read(`docs/${path}`);
  const moved = new Map([...page.matchAll(mark)].map(([, from = '', to = '']) => [from, to]));
  return page.replaceAll(
    mark,
    (_, from: string, to: string) =>
      `<!-- include ${from} as ${to} -->\n\n\`\`\`ts\n${relocated(read(from), from, to, moved)}\`\`\``,
  );
}

const relocated = (text: string, from: string, to: string, moved: ReadonlyMap<string, string>): string =>
  text.replaceAll(/(?<= from ')\.[^']+(?=')/g, (target) => {
    const file = posix.join(posix.dirname(from), target);
    const seen = posix.relative(posix.dirname(to), moved.get(file) ?? file);
    return seen.startsWith('.') ? seen : `./${seen}`;
  });
