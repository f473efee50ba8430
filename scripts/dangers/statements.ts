import { readdirSync, readFileSync } from 'node:fs';
import { areas } from '../../src/handlers/decisions/domain/risks/pack/rule.ts';
import { harmless, lines, risky } from '../../test/handlers/decisions/domain/risks/statements.ts';

export type Statement = {
  text: string;
  risky: boolean;
  /** Where it is about a known area of dangers. */
  area?: string;
  /** Judged together. */
  group: string;
  set: 'test' | 'lines' | 'sources';
  /** Who wrote it: one of the files by source, a source of everyday decisions, or the authors of the rules themselves. */
  author: string;
  /** What it counts for. */
  weight: number;
  /** Where it is no danger: whether it guards against one. */
  protects?: boolean;
};

const folder = new URL('../../test/corpora/decisions/', import.meta.url);
const known = new Set<string>(areas);
/** The authors of the rules. */
export const own = 'own';

/**
 * Chosen by how well the statements of an author are judged by weights fitted to the others': what people write in threads and
 * commits says more of what the next one writes than the many statements that were made up beside the rules.
 */
const weights = new Map([
  ...['by-source.jsonl', 'by-source-2.jsonl', 'by-source-3.jsonl'].map((file) => [file, 3] as const),
  ...[4, 5, 6, 7, 8, 9, 10, 11].map((author) => [`by-source-${author}.jsonl`, 4] as const),
]);

/** All statements that weights are fitted to. */
export function statements(): Statement[] {
  const files = readdirSync(folder).sort();
  return [
    ...files.filter((file) => file.endsWith('.txt')).flatMap(marked),
    ...files.filter((file) => file.endsWith('.jsonl')).flatMap(sourced),
    ...tested(risky, true),
    ...tested(harmless, false),
  ];
}

const read = (file: string) => lines(readFileSync(new URL(file, folder), 'utf8'));

/** One statement a line, after "!" if it is risky and "-" if it is not. */
function marked(file: string): Statement[] {
  const area = file.replace('.txt', '').replace('-', ' ');
  return read(file).map((line, i) => ({
    text: line.slice(2),
    risky: line.startsWith('!'),
    ...(known.has(area) ? { area } : {}),
    group: `${file} ${Math.floor(i / 10)}`,
    set: 'lines',
    author: own,
    weight: 1,
  }));
}

type Sourced = { text: string; risky: boolean; area: string | null; source: string; kind?: string };

function sourced(file: string): Statement[] {
  return read(file).map((line) => {
    const { text, risky: is, area, source, kind }: Sourced = JSON.parse(line);
    return {
      text,
      risky: is,
      ...(area === null ? {} : { area }),
      group: source,
      set: 'sources',
      author: kind === 'everyday' ? source : file,
      weight: weights.get(file) ?? 1,
      ...(kind === 'protective' ? { protects: true } : {}),
    };
  });
}

const tested = (of: Record<string, string>, is: boolean): Statement[] =>
  Object.entries(of).flatMap(([area, text]) =>
    lines(text).map((line, i) => ({
      text: line,
      risky: is,
      ...(known.has(area) ? { area } : {}),
      group: `${area} ${i % 4}`,
      set: 'test' as const,
      author: own,
      weight: 1,
    })),
  );
