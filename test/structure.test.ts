import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './support/source.ts';

/** The shape of the source tree: imports form no cycles, and every file belongs to a folder. */

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const files = sourceFiles();
const known = new Set(files.map(({ path }) => path));

/** The groups of nodes that reach each other (Tarjan's strongly connected components), without single nodes. */
function circlesOf(graph: Graph): string[][] {
  const circles: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): number => {
    const own = index.size;
    let lowest = own;
    index.set(node, own);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, index.get(next) ?? own);
    }
    low.set(node, lowest);
    if (lowest === own) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return lowest;
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}

function graphOf(nodeOf: (path: string) => string, prefix: string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of files.filter((file) => file.path.startsWith(prefix))) {
    const node = nodeOf(path);
    const targets = graph.get(node) ?? new Set<string>();
    graph.set(node, targets);
    for (const target of imports)
      if (known.has(target) && target.startsWith(prefix) && nodeOf(target) !== node)
        targets.add(nodeOf(target));
  }
  return graph;
}

describe('import cycles', () => {
  it('are detected', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['a', 'd'])],
      ['d', new Set<string>()],
    ]);
    expect(circlesOf(graph)).toEqual([['a', 'b', 'c']]);
  });

  it('do not exist between files, type imports included', () => {
    expect(circlesOf(graphOf((path) => path, 'src/'))).toEqual([]);
  });

  it.each(['db', 'handlers', 'gateway'])('do not exist between folders of src/%s', (floor) => {
    expect(circlesOf(graphOf(dirname, `src/${floor}/`))).toEqual([]);
  });
});

describe('files without a folder', () => {
  it.each([
    ['db', 4],
    ['handlers', 2],
    ['gateway', 4],
  ])('are few in src/%s', (floor, most) => {
    const loose = files.filter(({ path }) => dirname(path) === `src/${floor}`);
    expect(loose.length).toBeLessThanOrEqual(most);
  });
});

describe('files', () => {
  it('are short: half of them have at most 80 lines', () => {
    const lines = files.map(({ text }) => text.split('\n').length - 1).sort((a, b) => a - b);
    expect(lines[Math.floor(lines.length / 2)]).toBeLessThanOrEqual(80);
  });
});
