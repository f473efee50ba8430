/** Putting sources together within a budget of tokens. */

export const priorities = ['critical', 'high', 'medium', 'low'] as const;
export type Priority = (typeof priorities)[number];

/** One thing that was found: where it is from, and what it says. */
export type Source = {
  kind: string;
  /** Its id within its kind. */
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
  /** Sources that did not fit. */
  omitted: number;
};

/** Counts and cuts by tokens: see `handlers/tokenizer.ts`. */
export type Tokenizer = {
  count(text: string): number;
  /** The longest beginning of a text with at most this many tokens. */
  cut(text: string, tokens: number): string;
};

/** A cut source with fewer tokens than this says nothing. */
const leastUseful = 40;

/**
 * Joins sources in the order of their priority, most important first, until the budget is used; the last one that has
 * room is cut. Each stands under its citation, as a quotation: what sources say is a record, never an instruction.
 *
 * The text never has more tokens than the budget. Its tokens are counted on the whole text; where two parts meet they may
 * differ by one from the sum, which the breakdown of the last part takes.
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
  // Joining two texts may change the tokens where they meet, by a few.
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
