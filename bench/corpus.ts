/**
 * Generated text with realistic word frequencies: a vocabulary of 100,000 words by Zipf's law, a topic for each
 * conversation, and content words in 40 to 50 % of all messages, which are the hardest case for ranking. Deterministic:
 * the same count yields the same text.
 */
export type Corpus = { next(): string; topic(): void };

const vocabulary = 100_000;
/** Words with the share of messages that contain them. */
export const spread: Record<string, number> = {
  library: 0.5,
  reader: 0.45,
  volume: 0.4,
  catalog: 0.2,
  index: 0.1,
};
const common =
  'the to a is of and in for be that this it on with as are by or an if from not can will at you i was have we'.split(
    ' ',
  );
const syllables =
  'ba ko ri ten mo sa lu fer di na vo pel ti gar su mel no ra kin to le ver da mi son cu pra li tor be zan hu'.split(
    ' ',
  );

/** A small seeded generator of uniform random numbers. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const words: readonly string[] = (() => {
  const random = seeded(777);
  const made = new Set(common);
  while (made.size < vocabulary) {
    const count = made.size < 500 ? 2 : made.size < 8000 ? 3 : 4;
    let word = '';
    for (let i = 0; i < count; i++) word += syllables[Math.floor(random() * syllables.length)];
    if (made.size % 50 === 7)
      word = [`src/${word}.ts`, `${word}_id`, `${word}Handler`][made.size % 3] ?? word;
    made.add(word);
  }
  return [...made];
})();

export function corpus(seed: number): Corpus {
  const random = seeded(seed);
  const cumulated = new Float64Array(vocabulary);
  let sum = 0;
  for (let rank = 0; rank < vocabulary; rank++) {
    sum += 1 / (rank + 3);
    cumulated[rank] = sum;
  }
  const draw = (least: number): string => {
    const wanted = random() * sum;
    let low = 0;
    let high = vocabulary - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulated[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return words[Math.max(low, least)] ?? 'the';
  };
  const topic: string[] = [];
  const renew = () => {
    topic.length = 0;
    while (topic.length < 20) topic.push(draw(60));
  };
  renew();
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return {
    topic: renew,
    next() {
      const length = Math.min(3000, Math.max(1, Math.round(Math.exp(Math.log(28) + 1.2 * normal()))));
      const out: string[] = [];
      for (let i = 0; i < length; i++)
        out.push(random() < 0.12 ? (topic[Math.floor(20 * random() * random())] ?? '') : draw(0));
      for (const [word, part] of Object.entries(spread))
        if (random() < part) out.splice(Math.floor(random() * out.length), 0, word);
      return `${out.join(' ')}.`;
    },
  };
}
