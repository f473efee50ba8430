import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

export type SourceFile = {
  /** Relative to the project's folder, as in `src/db/conversations/append.ts`. */
  path: string;
  text: string;
  /** The code without comments. */
  code: string;
  /** Its imports: packages by name, own files by path. */
  imports: string[];
};

/** Every TypeScript file under src, pages included. */
export function sourceFiles(): SourceFile[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .sort()
    .map((name) => {
      const path = `src/${name.replaceAll('\\', '/')}`;
      const text = readFileSync(join(root, path), 'utf8');
      const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
      return { path, text, code, imports: importsOf(path, code) };
    });
}

const importsOf = (path: string, code: string): string[] =>
  [...code.matchAll(/(?<!')\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) =>
    target.startsWith('.') ? relative(root, join(root, dirname(path), target)) : target,
  );
