import type { DocValues } from '../index/doc-values.ts';
import type { List } from '../index/kept-list.ts';
import { grown } from '../index/units.ts';
import { Members } from './members.ts';
import { neighbourScores } from './neighbours.ts';
import { weights as w } from './weights.ts';

/** Impacts are kept in 16 bits, rounded up; with those of its neighbours a document's is less than 2. */
const steps = 32_767;
export const step = 1 / steps;
const upwards = (impact: number): number => Math.ceil(impact * steps * (1 + 1e-12));

/** Bounds stay until the average length has changed so much: they grow with it, and are loose when it has become less. */
const mostDrift = 1.02;
const leastDrift = 0.9;

/** Of a workspace, what measuring writes to. */
type Marks = { score: Float64Array; unitState: Uint8Array };

export const averageOf = ({ words, count }: DocValues): number => Math.max(1, words / Math.max(1, count));

/**
 * The impact of an occurrence on a document's score: BM25 without the weight of the word, less than 1. An occurrence in a label
 * has the impact 1.
 */
export function impacts({ length }: DocValues, average: number, { counts }: List, isLabel: boolean) {
  const free = w.k1 * (1 - w.b);
  const bound = (w.k1 * w.b) / average;
  return (i: number, d: number): number => {
    const tf = counts[i] as number;
    return isLabel ? 1 : tf / (tf + free + bound * (length[d] as number));
  };
}

/** A term is common when one of so many documents has it; then an outline of its postings is kept. */
const commonShare = 32;
/** Looking a posting up in an outline costs as much as passing over so many. */
export const lookUp = 4;

/**
 * What ranking keeps beside the postings of a common term: its {@link Members}, and for each unit of documents the most that it
 * can add to a score there. Made when a search first needs it; what has changed since is made anew. It costs about half a byte
 * a document of the lake, a third of that where only the members are needed.
 */
export class Outline extends Members {
  /** By unit: the highest impact on a document, and that with a share of its neighbours'. */
  peaks = new Uint16Array(0);
  windows = new Uint16Array(0);
  private version = -1;
  private average = 1;
  /** Documents whose postings were added since impacts were measured. */
  private unmeasured: Int32Array[] = [];

  override get bytes(): number {
    return super.bytes + this.peaks.length * 4;
  }

  override note(list: List, documents: DocValues): Int32Array {
    const added = super.note(list, documents);
    if (this.version >= 0 && added.length > 0) this.unmeasured.push(added);
    return added;
  }

  /** What bounds have to be multiplied by, as the average length has changed. */
  drift(documents: DocValues): number {
    return Math.max(1, averageOf(documents) / this.average);
  }

  /** Measures what was added and noted. The workspace must be all zero and is so again. */
  measure(list: List, isLabel: boolean, documents: DocValues, workspace: Marks): void {
    const drift = averageOf(documents) / this.average;
    const fits = this.version >= 0 && drift <= mostDrift && drift >= leastDrift;
    if (fits && this.version === documents.version && this.unmeasured.length === 0) return;
    const { units } = documents;
    if (this.peaks.length < units.high) {
      const most = units.last.length;
      this.peaks = grown(this.peaks, new Uint16Array(most));
      this.windows = grown(this.windows, new Uint16Array(most));
    }
    const changed = fits ? this.changed(this.unmeasured, documents, workspace) : undefined;
    this.unmeasured = [];
    if (changed && changed.length * 4 < units.high)
      this.measureSome(changed, list, isLabel, documents, workspace);
    else {
      this.average = averageOf(documents);
      this.measureAll(list, isLabel, documents, workspace);
    }
    this.version = documents.version;
  }

  /** The units whose bounds may have changed: their documents or what is around them, or those of added postings. */
  private changed(added: readonly Int32Array[], documents: DocValues, { unitState: marks }: Marks): number[] {
    const { units, previous, next, orphans } = documents;
    const { of } = units;
    const found: number[] = [];
    const find = (unit: number) => {
      if (unit === 0 || marks[unit] !== 0) return;
      marks[unit] = 1;
      found.push(unit);
    };
    units.changedAfter(this.version, find);
    const note = (d: number): number => {
      if (d >= 0) find(of[d] as number);
      return d;
    };
    const go = (column: Int32Array, d: number) => (d < 0 ? -1 : note(column[d] as number));
    for (const docs of added)
      for (const d of docs) {
        note(d);
        go(previous, go(previous, d));
        go(next, go(next, d));
      }
    if (added.length > 0) for (const d of orphans.keys()) note(d);
    for (const unit of found) marks[unit] = 0;
    return found;
  }

  private measureAll(list: List, isLabel: boolean, documents: DocValues, workspace: Marks): void {
    const { peaks, windows } = this;
    const { score } = workspace;
    const { of } = documents.units;
    const impact = impacts(documents, this.average, list, isLabel);
    const around = neighbourScores(workspace, documents);
    for (const column of [peaks, windows]) column.fill(0);
    this.each((i, d) => {
      const unit = of[d] as number;
      const own = impact(i, d);
      score[d] = own;
      const peak = upwards(own);
      if (peak > (peaks[unit] as number)) peaks[unit] = peak;
    });
    for (let d = 0; d < documents.high; d++) {
      const window = upwards((score[d] as number) + around(d));
      const unit = of[d] as number;
      if (window > (windows[unit] as number)) windows[unit] = window;
    }
    score.fill(0, 0, documents.high);
  }

  private measureSome(
    some: readonly number[],
    list: List,
    isLabel: boolean,
    documents: DocValues,
    workspace: Marks,
  ): void {
    const { peaks, windows } = this;
    const { score } = workspace;
    const { units, previous, next } = documents;
    const impact = impacts(documents, this.average, list, isLabel);
    const around = neighbourScores(workspace, documents);
    const set: number[] = [];
    const put = (d: number) => {
      const i = d < 0 ? -1 : this.indexOf(d);
      if (i < 0) return;
      score[d] = impact(i, d);
      set.push(d);
    };
    const go = (column: Int32Array, d: number): number => {
      const to = d < 0 ? -1 : (column[d] as number);
      put(to);
      return to;
    };
    for (const unit of some) {
      let [peak, window] = [0, 0];
      for (let d = units.last[unit] as number; d >= 0; d = units.before(d)) {
        put(d);
        go(previous, go(previous, d));
        go(next, go(next, d));
        peak = Math.max(peak, score[d] as number);
        window = Math.max(window, (score[d] as number) + around(d));
      }
      peaks[unit] = upwards(peak);
      windows[unit] = upwards(window);
    }
    for (const d of set) score[d] = 0;
  }
}

/** The outline of a kept common term with all its postings; their impacts need not be measured. */
export function outlineOf(
  list: List,
  documents: DocValues,
  { outlines }: { readonly outlines: WeakMap<List, Outline> },
): Outline | undefined {
  if (!isCommon(list, documents)) return undefined;
  const outline = outlines.get(list) ?? new Outline();
  outlines.set(list, outline);
  outline.note(list, documents);
  list.kept?.leaveTo(outline.bits);
  if (list.kept) list.kept.beside = outline.bytes;
  return outline;
}

export const isCommon = ({ kept, size }: List, { high }: DocValues): boolean =>
  kept !== undefined && size * commonShare >= high;
