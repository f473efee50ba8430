export type Ranked = { docNo: number; score: number };

/**
 * Keeps the best documents: by higher score, then by later time, then by later arrival. The order is total, so pages
 * neither repeat nor skip.
 */
export class Top {
  private readonly scores: Float64Array;
  private readonly docs: Int32Array;
  size = 0;

  readonly most: number;
  private readonly at: Float64Array;

  /** @param at the time of each document. */
  constructor(most: number, at: Float64Array) {
    this.most = most;
    this.at = at;
    this.scores = new Float64Array(most);
    this.docs = new Int32Array(most);
  }

  /** The score that a document must reach to be accepted. */
  get least(): number {
    return this.size < this.most ? -Infinity : (this.scores[0] ?? Infinity);
  }

  /** Whether the first ranks below the second. */
  private worse(scoreA: number, docA: number, scoreB: number, docB: number): boolean {
    if (scoreA !== scoreB) return scoreA < scoreB;
    const atA = this.at[docA] as number;
    const atB = this.at[docB] as number;
    return atA !== atB ? atA < atB : docA < docB;
  }

  private worseAt(i: number, j: number): boolean {
    const { scores, docs } = this;
    return this.worse(scores[i] as number, docs[i] as number, scores[j] as number, docs[j] as number);
  }

  private swap(i: number, j: number): void {
    const { scores, docs } = this;
    const score = scores[i] as number;
    const doc = docs[i] as number;
    scores[i] = scores[j] as number;
    docs[i] = docs[j] as number;
    scores[j] = score;
    docs[j] = doc;
  }

  offer(score: number, doc: number): void {
    if (this.size < this.most) {
      let i = this.size++;
      this.scores[i] = score;
      this.docs[i] = doc;
      for (let parent = (i - 1) >> 1; i > 0 && this.worseAt(i, parent); parent = (i - 1) >> 1) {
        this.swap(i, parent);
        i = parent;
      }
      return;
    }
    if (this.most === 0 || score < (this.scores[0] as number)) return;
    if (this.worse(score, doc, this.scores[0] as number, this.docs[0] as number)) return;
    this.scores[0] = score;
    this.docs[0] = doc;
    for (let i = 0; ; ) {
      const left = 2 * i + 1;
      let worst = i;
      if (left < this.size && this.worseAt(left, worst)) worst = left;
      if (left + 1 < this.size && this.worseAt(left + 1, worst)) worst = left + 1;
      if (worst === i) return;
      this.swap(i, worst);
      i = worst;
    }
  }

  /** The best first. */
  sorted(): Ranked[] {
    return Array.from({ length: this.size }, (_, i) => ({
      docNo: this.docs[i] as number,
      score: this.scores[i] as number,
    })).sort((a, b) => (this.worse(a.score, a.docNo, b.score, b.docNo) ? 1 : -1));
  }
}
