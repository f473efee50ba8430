import { setTimeout as delay } from 'node:timers/promises';
import type { Fresh } from './fresh.ts';

/** Who stores many documents waits while more than these are left to be analysed, or to be stored as segments. */
const mostLeft = 512;
const mostUnstored = 24_576;
/** But not longer than this; `storedMs`: between two looks whether a segment is stored. */
const keepUpMs = 1000;
const storedMs = 10;
/**
 * While queries arrive this often, a caller that stores many documents rests, this many times as long as it waited here: an
 * import continues at a lower rate, and searches wait for less of it.
 */
const askedMs = 500;
const restFactor = 2;
const mostRestMs = 500;

/** Who analyses pending documents between queries. */
type Analysing = {
  fresh: Fresh;
  /** Whether a query came within this time. */
  isAsked(withinMs: number): boolean;
  /** Analyses for a while, and returns how many are left; `looked` is told how many there were. */
  prepare(looked?: (left: number) => void): Promise<number>;
};

/** Analyses ahead of queries, for flushes and for those who store many documents. */
export class Ahead {
  /** Documents are being analysed, and will be again for those who have asked since that began. */
  private running: Promise<number> = Promise.resolve(0);
  private next: Promise<number> | undefined;
  private readonly analysing: Analysing;

  constructor(analysing: Analysing) {
    this.analysing = analysing;
  }

  /**
   * Analyses pending documents until there are about so many that are in no segment, or no more are analysed: a flush waits
   * for this.
   */
  async gather(most: number): Promise<void> {
    const { fresh } = this.analysing;
    for (let left = Infinity; fresh.size < most && !fresh.isFull; ) {
      const size = fresh.size;
      const now = await this.analysing.prepare();
      if (now === 0 || (now >= left && fresh.size <= size)) return;
      left = now;
    }
  }

  /**
   * Resolves when nearly all documents that are committed by now are analysed, and not too many of them wait to be stored as
   * segments; or after a moment, since somebody who stores documents waits for it.
   */
  async keepUp(): Promise<void> {
    const begun = performance.now();
    const { fresh } = this.analysing;
    for (;;) {
      this.next ??= this.running.then(() => {
        this.next = undefined;
        return new Promise<number>((resolve, reject) => {
          // A few are analysed while the next ones are stored.
          const looked = (left: number) => left <= mostLeft && resolve(left);
          const done = this.analysing.prepare(looked);
          done.then(resolve, reject);
          this.running = done.catch(() => 0); // reported to its callers
        });
      });
      const left = await this.next;
      const took = performance.now() - begun;
      if ((left <= mostLeft && fresh.size <= mostUnstored) || took > keepUpMs) return this.rest(took);
      if (left <= mostLeft || fresh.isFull) await delay(storedMs);
    }
  }

  private async rest(took: number): Promise<void> {
    if (this.analysing.isAsked(askedMs)) await delay(Math.min(took * restFactor, mostRestMs));
  }
}
