/** Small lakes drawn from large ones, with some of what is relevant to a problem or with nothing of it. */

type Text = { id: string; likeness: number; vector: Float32Array };
type Problem<T extends Text> = {
  relevant: readonly string[];
  acceptable: readonly string[];
  vector: Float32Array;
  texts: readonly T[];
};

/** For each problem: lakes of 8 to 20 texts, then of 21 to 50, one half of them with relevant texts. */
const [smallest, small, middle] = [8, 20, 50] as const;
const drawnSmall = 6;
const drawn = 10;
const mostRelevant = 4;

/** Numbers from 0 to 1, the same every time. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** @param all every text of the lake. @returns what each lake holds, with likeness to the problem. */
export function smallLakes<T extends Text>(
  problem: Problem<T>,
  all: readonly T[],
  random: () => number,
): T[][] {
  const relevant = all.filter(({ id }) => problem.relevant.includes(id));
  const other = all.filter(({ id }) => !problem.relevant.includes(id) && !problem.acceptable.includes(id));
  return Array.from({ length: drawn }, (_, n) => {
    const [least, most] = n < drawnSmall ? [smallest, small] : [small + 1, middle];
    const size = least + Math.floor(random() * (most - least + 1));
    const within = n % 2 === 0 ? some(relevant, 1 + Math.floor(random() * mostRelevant), random) : [];
    const texts = [...within, ...some(other, size - within.length, random)];
    return some(texts, size, random).map((text) => ({ ...text, likeness: dot(text.vector, problem.vector) }));
  });
}

/** Some of a list in another order. */
function some<T>(list: readonly T[], count: number, random: () => number): T[] {
  return list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => one);
}

const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0);
