import type { Many, Workspace } from './workspace.ts';

/** Bits of a document's {@link Workspace.seen}. */
export const mostTerms = 16;

/**
 * Which words of a query a document contains. Each term has a bit, and tables by the bits that are set give what they add
 * up to; queries of more terms keep sums for each document.
 */
export class Occurrences {
  /** The sums of a longer query. */
  readonly many: Many | undefined;
  /** By the bits that are set: how many words these are, and the sum of their coverage. */
  private readonly words: Uint8Array;
  private readonly coverage: Float64Array;
  /** The bits of the current word. */
  private own = 0;
  private count = 0;
  private readonly workspace: Workspace;

  /** @param terms how many terms will be added. */
  constructor(workspace: Workspace, terms: number) {
    this.workspace = workspace;
    this.many = terms > mostTerms ? workspace.many() : undefined;
    this.words = new Uint8Array(this.many ? 0 : 1 << terms);
    this.coverage = new Float64Array(this.words.length);
  }

  /** Begins a word; its terms follow. */
  beginWord(): void {
    this.own = 0;
  }

  /** Adds a term of the word. @returns its bit. */
  addTerm(coverage: number): number {
    if (this.many) return 1;
    const bit = 1 << this.count++;
    // The sums stay those of the words in their order.
    for (let others = 0; others < bit; others++) {
      this.words[bit | others] = (this.words[others] as number) + (others & this.own ? 0 : 1);
      this.coverage[bit | others] = (this.coverage[others] as number) + coverage;
    }
    this.own |= bit;
    return bit;
  }

  /** The number and the summed coverage of words of a query with few terms, by the bits that are set. */
  of(seen: number): { words: number; coverage: number } {
    return { words: this.words[seen] as number, coverage: this.coverage[seen] as number };
  }

  /** Builds the function for the number of words in a document. */
  counter(): (d: number) => number {
    const { seen } = this.workspace;
    const { words, many } = this;
    return many ? (d) => many.hits[d] as number : (d) => words[seen[d] as number] as number;
  }

  /** Builds the function for the summed coverage of the words in a document. */
  coverer(): (d: number) => number {
    const { seen } = this.workspace;
    const { coverage, many } = this;
    return many ? (d) => many.cover[d] as number : (d) => coverage[seen[d] as number] as number;
  }
}
