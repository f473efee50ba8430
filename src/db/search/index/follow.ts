import type { Sql } from '../../postgres/connect.ts';
import type { Collection, Language } from '../collection/collection.ts';
import { createPacer } from '../text/yield.ts';
import type { DocValues } from './doc-values.ts';
import { Fresh } from './fresh.ts';
import { loadDocuments } from './load.ts';
import { Queue, type QueueRow } from './queue.ts';

/** Milliseconds of analysing between looks at the time. */
const sliceMs = 2;
/** So many are analysed in any case, since reading them has taken most of the time by then. */
const least = 64;
/** Documents whose texts are asked for together. */
const askedTogether = 1024;

/**
 * Analyses what is in the queue, each document once. One caller at a time, so that no search sees a document in the
 * postings of some of its words only.
 */
export class Follower {
  readonly fresh: Fresh;
  private readonly queue: Queue;
  private rows: QueueRow[] = [];
  private more = 0;

  private readonly collection: Collection<never>;
  private readonly language: Language;

  constructor(collection: Collection<never>, documents: DocValues, language: Language) {
    this.collection = collection;
    this.language = language;
    this.fresh = new Fresh(documents);
    this.queue = new Queue(collection.collectionId);
  }

  /** Reads what waits in the snapshot of this transaction. */
  async look(tx: Sql): Promise<void> {
    const { rows, more } = await this.queue.read(tx);
    this.rows = [];
    for (const row of rows) {
      const docNos = row.docNos.filter((doc) => !this.fresh.knows(doc));
      if (docNos.length === 0) this.queue.finish(row.id);
      else this.rows.push({ id: row.id, size: docNos.length, docNos });
    }
    this.more = more;
  }

  /** How many documents wait, as far as was looked. */
  get left(): number {
    return this.rows.reduce((sum, { size }) => sum + size, this.more);
  }

  /** True when more wait than one look reads the numbers of. */
  get isFar(): boolean {
    return this.more > 0;
  }

  /**
   * Analyses what was looked at, and what follows it, until nothing is left, the memory is full or the time is up.
   *
   * @returns how many documents are left.
   */
  async extend(tx: Sql, isLate: () => boolean): Promise<number> {
    for (;;) {
      if (this.fresh.isFull) return this.left;
      await this.analyse(tx, isLate);
      if (isLate() || this.left === 0) return this.left;
      if (this.rows.length > 0) continue;
      await this.look(tx);
      if (this.rows.length === 0) return this.left;
    }
  }

  private async analyse(tx: Sql, isLate: () => boolean): Promise<void> {
    const pace = createPacer(sliceMs);
    const rowOf = new Map<number, number>();
    for (const { id, docNos } of this.rows) for (const doc of docNos) rowOf.set(doc, id);
    const asked = [...rowOf.keys()].slice(0, askedTogether);
    let next = 0;
    let added = 0;
    const miss = (until: number) => {
      for (; next < until; next++) {
        const doc = asked[next] as number;
        this.fresh.miss(doc, rowOf.get(doc) as number);
      }
    };
    const place = new Map(asked.map((doc, i) => [doc, i]));
    let ended = true;
    for await (const source of loadDocuments(tx, this.collection, asked)) {
      const at = place.get(source.docNo) as number;
      miss(at);
      next = at + 1;
      await this.fresh.add(source, rowOf.get(source.docNo) as number, this.language);
      added += 1;
      await pace();
      if (this.fresh.isFull || (added >= least && isLate())) {
        ended = false;
        break;
      }
    }
    if (ended) miss(asked.length);
    this.finishRows(new Set(asked.slice(0, next)));
  }

  private finishRows(known: ReadonlySet<number>): void {
    const open: QueueRow[] = [];
    for (const row of this.rows) {
      const docNos = row.docNos.filter((doc) => !known.has(doc));
      if (docNos.length === 0) this.queue.finish(row.id);
      else open.push({ ...row, size: docNos.length, docNos });
    }
    this.rows = open;
  }
}
