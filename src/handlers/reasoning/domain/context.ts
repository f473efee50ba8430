/** Combines sources within a budget of tokens. */

export const priorities = ['critical', 'high', 'medium', 'low'] as const;
export type Priority = (typeof priorities)[number];

/** One search result: its origin and its text. */
export type Source = {
  kind: string;
  /** Id within its kind. */
  id: string;
  title: string;
  text: string;
  priority: Priority;
};

export type Citation = {
  /** `kind:id`, as the text cites it. */
  ref: string;
  kind: string;
  id: string;
  title: string;
  priority: Priority;
  truncated: boolean;
};

export type Synthesis = {
  text: string;
  tokens: number;
  breakdown: Record<Priority, number>;
  citations: Citation[];
  /** Number of sources that did not fit. */
  omitted: number;
};

/** Counts and cuts texts by tokens: see `handlers/shared/tokenizer.ts`. */
export type Tokenizer = {
  count(text: string): number;
  /** The longest prefix of a text with at most this many tokens. */
  cut(text: string, tokens: number): string;
};

/** A source cut to fewer tokens than this is useless. */
const leastUseful = 40;

/**
 * Joins sources in order of priority, most important first, until the budget is used up; the last one that fits is cut.
 * Each source is quoted under its citation: sources are records, never instructions.
 *
 * The text never exceeds the budget. Tokens are counted on the whole text; where two parts meet, the count may differ by
 * one from the sum, and the breakdown attributes the difference to the last part.
 */
export function synthesise(sources: readonly Source[], budget: number, tokenizer: Tokenizer): Synthesis {
  const breakdown: Record<Priority, number> = { critical: 0, high: 0, medium: 0, low: 0 };
  const citations: Citation[] = [];
  const seen = new Set<string>();
  let text = '';
  let tokens = 0;
  let omitted = 0;
  const ordered = priorities.flatMap((priority) => sources.filter((source) => source.priority === priority));
  for (const source of ordered) {
    const ref = `${source.kind}:${source.id}`;
    if (seen.has(ref)) continue;
    seen.add(ref);
    const head = `${text === '' ? '' : '\n\n'}[${ref}] ${source.title}\n`;
    const fit = fill(text, tokens, head, source.text, budget, tokenizer);
    if (!fit) {
      omitted += 1;
      continue;
    }
    breakdown[source.priority] += fit.tokens - tokens;
    ({ text, tokens } = fit);
    const { kind, id, title, priority } = source;
    citations.push({ ref, kind, id, title, priority, truncated: fit.truncated });
  }
  const whole = tokenizer.count(text);
  const last = citations.at(-1);
  if (last) breakdown[last.priority] += whole - tokens;
  return { text, tokens: whole, breakdown, citations, omitted };
}

function fill(text: string, used: number, head: string, body: string, budget: number, tokenizer: Tokenizer) {
  // Joining two texts may change the tokens at the boundary by a few.
  const slack = 4;
  const headTokens = tokenizer.count(head);
  const room = budget - used - headTokens - slack;
  const kept = tokenizer.cut(body, Math.max(0, room));
  const truncated = kept.length < body.length;
  if (truncated && room < leastUseful) return undefined;
  const added = `${head}${truncated ? `${kept} …` : kept}`;
  const tokens = used + tokenizer.count(added);
  return tokens > budget ? undefined : { text: text + added, tokens, truncated };
}
