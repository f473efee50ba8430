import type { Sql } from '../../postgres/connect.ts';
import type { Collection, Language } from '../collection/collection.ts';
import { loadDocuments } from '../index/load.ts';
import { countPending, readPending } from '../index/pending.ts';
import { type Analysed, analyse } from '../text/analyze.ts';
import { createPacer } from '../text/yield.ts';

/** How many of the newest documents of the queue are read for a search, and how many terms of theirs are kept. */
const mostDocuments = 4096;
const mostTerms = 1_000_000;
const blockSize = 64;

export type TailDocuments = {
  /** Documents by number. */
  documents: ReadonlyMap<number, Analysed>;
  /** Waiting documents that were not read. */
  unread: number;
};

/** The documents that wait to be sent to the search cluster, analysed here, so that a search finds them at once. */
export class Tail {
  private known = new Map<number, Analysed | undefined>();

  private readonly collection: Collection<never>;
  private readonly language: Language;
  private readonly budgetMs: number;

  /** @param budgetMs milliseconds that a search spends on analysing them. */
  constructor(collection: Collection<never>, language: Language, budgetMs: number) {
    this.collection = collection;
    this.language = language;
    this.budgetMs = budgetMs;
  }

  /** The newest waiting documents; those that were deleted meanwhile are left out. */
  async read(tx: Sql): Promise<TailDocuments> {
    const { collectionId } = this.collection;
    const { docs, older } = await readPending(tx, collectionId, mostDocuments);
    const more = older ? (await countPending(tx, collectionId, older.before)) - older.taken : 0;
    const now = new Map<number, Analysed | undefined>();
    let terms = 0;
    for (const doc of docs) {
      if (!this.known.has(doc)) continue;
      const known = this.known.get(doc);
      now.set(doc, known);
      terms += known?.terms.size ?? 0;
    }
    const begun = performance.now();
    const pace = createPacer();
    const unknown = docs.filter((doc) => !now.has(doc));
    let unread = unknown.length;
    for (let i = 0; i < unknown.length; i += blockSize) {
      // The newest are analysed in any case.
      if (i > 0 && (performance.now() - begun > this.budgetMs || terms > mostTerms)) break;
      const block = unknown.slice(i, i + blockSize);
      for (const doc of block) now.set(doc, undefined);
      for await (const document of loadDocuments(tx, this.collection, block)) {
        const analysed = await analyse(document, this.language);
        now.set(document.docNo, analysed);
        terms += analysed.terms.size;
        await pace();
      }
      unread -= block.length;
    }
    this.known = now;
    const documents = new Map<number, Analysed>();
    for (const [doc, analysed] of now) if (analysed) documents.set(doc, analysed);
    return { documents, unread: unread + Math.max(0, more) };
  }
}
