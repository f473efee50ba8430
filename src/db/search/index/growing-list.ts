/** Lists that are kept at most: the words of the last queries. */
const mostLists = 256;

/** The postings of a term in documents that are still being added. */
export class GrowingList {
  docs = new Int32Array(64);
  counts = new Uint8Array(64);
  size = 0;
  /** The last of the builder's entries that was read. */
  last = -1;

  add(doc: number, count: number): void {
    if (this.size === this.docs.length) {
      const docs = new Int32Array(this.size * 2);
      const counts = new Uint8Array(this.size * 2);
      docs.set(this.docs);
      counts.set(this.counts);
      this.docs = docs;
      this.counts = counts;
    }
    this.docs[this.size] = doc;
    this.counts[this.size++] = count;
  }
}

type Builder = { extend(term: string, list: GrowingList, includes: (doc: number) => boolean): void };

/** The lists of a builder's terms that were asked for; each search reads only what was added since the last one. */
export class GrowingLists {
  private readonly lists = new Map<string, GrowingList>();
  private readonly builder: Builder;

  constructor(builder: Builder) {
    this.builder = builder;
  }

  of(term: string, includes: (doc: number) => boolean): GrowingList {
    const list = this.lists.get(term) ?? new GrowingList();
    this.builder.extend(term, list, includes);
    if (list.size === 0) return list;
    if (this.lists.size >= mostLists && !this.lists.has(term)) this.lists.clear();
    this.lists.set(term, list);
    return list;
  }

  /** Forgets the lists, as some of their documents are not to be included any more. */
  clear(): void {
    this.lists.clear();
  }
}
