import type { Language, SourceDocument } from '../collection/collection.ts';
import { type Analysed, readTerms } from '../text/analyze.ts';
import { doubled, type Lexicon } from '../text/lexicon.ts';
import { stopWords } from '../text/stem.ts';
import { documentBytes, mostOccurrences, writeDocument } from './codec.ts';
import type { GrowingList } from './growing-list.ts';
import { type Entries, encodeTerm, rowsOf, type TermRow } from './segment-rows.ts';

/**
 * Collects the postings of a segment in flat arrays, in the order of documents, and sorts them by term at the end: a
 * term costs no object of its own but its string, since most terms of a segment are rare.
 */
export class SegmentBuilder implements Entries {
  private readonly ids = new Map<string, number>();
  private readonly terms: string[] = [];
  /** Ids by the number of a term in a lexicon, plus one. */
  private lexicon: Lexicon | undefined;
  private generation = 0;
  private idOfNumber = new Int32Array(4096);
  /** For each term: whether it is a stop word, how many documents contain it, and its entry of the current document. */
  private stops = new Uint8Array(1024);
  private frequency = new Int32Array(1024);
  private current = new Int32Array(1024);

  /** One entry for each term of each document. */
  private term = new Int32Array(4096);
  doc = new Int32Array(4096);
  count = new Uint8Array(4096);
  start = new Int32Array(4097);
  /** The entry of the same term in an earlier document. */
  private earlier = new Int32Array(4096);
  private entries = 0;
  places = Buffer.allocUnsafe(16_384);

  /** The occurrences in the current document: positions, linked in the order of each term. */
  private first = new Int32Array(256);
  private last = new Int32Array(256);
  private position = new Int32Array(1024);
  private following = new Int32Array(1024);
  private occurrences = 0;
  private known = 0;

  private records = Buffer.allocUnsafe(64 * documentBytes);
  private recordsEnd = 0;
  /** Where the entries of each document end. */
  private ends = new Int32Array(64);
  private ascending = true;

  /** Number of documents. */
  get size(): number {
    return this.recordsEnd / documentBytes;
  }

  /** Bytes in memory, roughly. */
  get weight(): number {
    return this.entries * 13 + (this.start[this.entries] as number) + this.terms.length * 80;
  }

  /** The records of the documents that are included. */
  documents(includes: (doc: number) => boolean): Buffer {
    const places = this.placesOf(includes);
    const records = Buffer.allocUnsafe(places.length * documentBytes);
    places.forEach((place, i) => {
      const at = place * documentBytes;
      this.records.copy(records, i * documentBytes, at, at + documentBytes);
    });
    return records;
  }

  /** Adds a document, in any order; the rows are in the order of their numbers. */
  async add(source: SourceDocument, fallback: Language): Promise<Omit<Analysed, 'terms'>> {
    this.known = 0;
    this.occurrences = 0;
    const document = await readTerms(
      source,
      fallback,
      (term, at) => this.occur(this.ids.get(term) ?? this.learn(term), at),
      (number, at, lexicon) => this.occur(this.idOf(number, lexicon), at),
    );
    if (this.recordsEnd + documentBytes > this.records.length)
      this.records = Buffer.concat([this.records, Buffer.allocUnsafe(this.records.length)]);
    const place = this.size;
    if (place > 0 && document.docNo < this.docAt(place - 1)) this.ascending = false;
    if (place === this.ends.length) this.ends = doubled(this.ends);
    this.recordsEnd = writeDocument(this.records, this.recordsEnd, document);
    this.makeRoom();
    for (let k = 0; k < this.known; k++) this.close(k, document.docNo);
    this.entries += this.known;
    this.ends[place] = this.entries;
    return document;
  }

  docNos(): Int32Array {
    const docs = new Int32Array(this.size);
    for (let i = 0; i < docs.length; i++) docs[i] = this.docAt(i);
    return docs;
  }

  private docAt(place: number): number {
    return this.records.readInt32LE(place * documentBytes);
  }

  /** The places of the documents that are included, in the order of their numbers. */
  private placesOf(includes: (doc: number) => boolean): Int32Array {
    const places = new Int32Array(this.size);
    let size = 0;
    for (let place = 0; place < places.length; place++)
      if (includes(this.docAt(place))) places[size++] = place;
    const found = places.subarray(0, size);
    return this.ascending ? found : found.sort((a, b) => this.docAt(a) - this.docAt(b));
  }

  /** @returns whether the term counts towards the length of the text. */
  private occur(id: number, at: number): boolean {
    const o = this.occurrences++;
    if (o === this.position.length) {
      this.position = doubled(this.position);
      this.following = doubled(this.following);
    }
    this.position[o] = at;
    this.following[o] = -1;
    const entry = this.current[id] as number;
    const k = entry - this.entries;
    if (k >= 0 && k < this.known && this.term[entry] === id) {
      this.following[this.last[k] as number] = o;
      this.last[k] = o;
    } else {
      const fresh = this.known++;
      if (fresh === this.first.length) {
        this.first = doubled(this.first);
        this.last = doubled(this.last);
      }
      if (this.entries + fresh === this.term.length) {
        this.term = doubled(this.term);
        this.doc = doubled(this.doc);
        this.earlier = doubled(this.earlier);
        const count = new Uint8Array(this.term.length);
        count.set(this.count);
        this.count = count;
        const start = new Int32Array(this.term.length + 1);
        start.set(this.start);
        this.start = start;
      }
      this.term[this.entries + fresh] = id;
      this.earlier[this.entries + fresh] = entry;
      this.current[id] = this.entries + fresh;
      this.first[fresh] = o;
      this.last[fresh] = o;
    }
    return this.stops[id] === 0;
  }

  /** The term of a lexicon's number. */
  private idOf(number: number, lexicon: Lexicon): number {
    if (lexicon !== this.lexicon || lexicon.generation !== this.generation) {
      this.lexicon = lexicon;
      this.generation = lexicon.generation;
      this.idOfNumber.fill(0);
    }
    if (number >= this.idOfNumber.length) {
      const larger = new Int32Array(number * 2);
      larger.set(this.idOfNumber);
      this.idOfNumber = larger;
    }
    const known = (this.idOfNumber[number] as number) - 1;
    if (known >= 0) return known;
    const term = lexicon.termOf(number);
    const id = this.ids.get(term) ?? this.learn(term);
    this.idOfNumber[number] = id + 1;
    return id;
  }

  private learn(term: string): number {
    const id = this.terms.length;
    if (id === this.frequency.length) {
      this.frequency = doubled(this.frequency);
      this.current = doubled(this.current);
      const stops = new Uint8Array(this.frequency.length);
      stops.set(this.stops);
      this.stops = stops;
    }
    this.ids.set(term, id);
    this.terms.push(term);
    this.stops[id] = stopWords.has(term) ? 1 : 0;
    this.current[id] = -1;
    return id;
  }

  /** Makes room for the positions of the current document: at most five bytes for each, and for each count. */
  private makeRoom(): void {
    const most = (this.start[this.entries] as number) + (this.occurrences + this.known) * 5;
    if (most <= this.places.length) return;
    const larger = Buffer.allocUnsafe(Math.max(most, this.places.length * 2));
    this.places.copy(larger);
    this.places = larger;
  }

  /** Writes an entry of the current document: the number of its positions, and the gaps between them. */
  private close(k: number, docNo: number): void {
    const { position, following } = this;
    const entry = this.entries + k;
    const id = this.term[entry] as number;
    this.frequency[id] = (this.frequency[id] as number) + 1;
    this.doc[entry] = docNo;
    let n = 0;
    let before = 0;
    let ascending = true;
    for (let o = this.first[k] as number; o >= 0; o = following[o] as number) {
      n += 1;
      ascending &&= (position[o] as number) >= before;
      before = position[o] as number;
    }
    if (!ascending) this.sort(k, n);
    this.count[entry] = Math.min(mostOccurrences, n);
    let at = varint(this.places, this.start[entry] as number, n);
    before = 0;
    for (let o = this.first[k] as number; o >= 0; o = following[o] as number) {
      at = varint(this.places, at, (position[o] as number) - before);
      before = position[o] as number;
    }
    this.start[entry + 1] = at;
  }

  /** A word's whole form comes after its parts, at the position of the first part. */
  private sort(k: number, n: number): void {
    const { position, following } = this;
    const places = new Int32Array(n);
    let i = 0;
    for (let o = this.first[k] as number; o >= 0; o = following[o] as number)
      places[i++] = position[o] as number;
    places.sort();
    i = 0;
    for (let o = this.first[k] as number; o >= 0; o = following[o] as number)
      position[o] = places[i++] as number;
  }

  /** The terms of the documents so far. */
  names(): readonly string[] {
    return this.terms;
  }

  /** The entries of a term after this one, as they were added, without a document that is being added. */
  private entriesOf(term: string, after = -1): number[] {
    const id = this.ids.get(term);
    const entries: number[] = [];
    let entry = id === undefined ? -1 : (this.current[id] as number);
    while (entry >= this.entries) entry = this.earlier[entry] as number;
    for (; entry > after; entry = this.earlier[entry] as number) entries.push(entry);
    return entries.reverse();
  }

  /** Adds to a list the documents that contain a term and were added after those that it has. */
  extend(term: string, list: GrowingList, includes: (doc: number) => boolean): void {
    for (const entry of this.entriesOf(term, list.last)) {
      const doc = this.doc[entry] as number;
      if (includes(doc)) list.add(doc, this.count[entry] as number);
      list.last = entry;
    }
  }

  /** The postings and positions of a term, as they will be stored. */
  row(term: string): TermRow | undefined {
    const entries = this.entriesOf(term);
    if (!this.ascending) entries.sort((a, b) => (this.doc[a] as number) - (this.doc[b] as number));
    return entries.length === 0 ? undefined : encodeTerm(this, Int32Array.from(entries));
  }

  /** The rows of `search_postings`, of the documents that are included. */
  rows(shelf: number, segment: number, includes: (doc: number) => boolean): Generator<Buffer> {
    const { terms, term: termOf, ends } = this;
    return rowsOf(this, { shelf, segment, terms, termOf, places: this.placesOf(includes), ends });
  }
}

function varint(into: Buffer, from: number, value: number): number {
  let at = from;
  let rest = value;
  while (rest > 127) {
    into[at++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  into[at++] = rest;
  return at;
}
