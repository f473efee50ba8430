import type { DocValues } from '../index/doc-values.ts';
import type { List } from '../index/kept-list.ts';
import { neighbourScores } from './neighbours.ts';
import { averageOf, impacts, type Outline, step } from './outline.ts';
import type { Workspace } from './workspace.ts';

/** Bounds are sums of up to sixteen terms in 32 bits. */
const slack = 1 + 1e-5;

/** The postings of a term as a query counts them. */
export type Part = {
  list: List;
  outline: Outline | undefined;
  isLabel: boolean;
  /** The score of an occurrence with the impact 1. */
  factor: number;
  /** The term's bit. */
  bit: number;
};

/**
 * Sums, for each unit of documents, the most that words can add to the score of one of them: its own words and, where
 * neighbours count, their share, as it is at the best place of the unit for each term.
 */
export class Bounds {
  private readonly documents: DocValues;
  private readonly workspace: Workspace;
  private readonly way: { neighbours: boolean; useGroups: boolean };

  constructor(documents: DocValues, workspace: Workspace, way: { neighbours: boolean; useGroups: boolean }) {
    this.documents = documents;
    this.workspace = workspace;
    this.way = way;
    workspace.unitBound.fill(0);
    workspace.unitSeen.fill(0);
  }

  add(part: Part): void {
    if (part.outline) this.addOutline(part, part.outline);
    else this.addPostings(part);
  }

  private addOutline({ isLabel, factor, bit }: Part, outline: Outline): void {
    const { unitBound, unitSeen, groupCount } = this.workspace;
    const { high } = this.documents.units;
    const most = this.way.neighbours ? outline.windows : outline.peaks;
    const scale = factor * step * outline.drift(this.documents);
    // Without a branch, which would be mispredicted for every other unit.
    for (let unit = 1; unit < high; unit++) {
      const impact = most[unit] as number;
      unitBound[unit] = (unitBound[unit] as number) + scale * impact;
      unitSeen[unit] = (unitSeen[unit] as number) | ((-impact >> 31) & bit);
    }
    if (this.way.useGroups && !isLabel) outline.addTo(groupCount);
  }

  private addPostings({ list, isLabel, factor, bit }: Part): void {
    const { documents, workspace } = this;
    const { neighbours, useGroups } = this.way;
    const { score, unitBound, unitSeen, unitImpact, groupCount } = workspace;
    const { previous, next, units, orphans } = documents;
    const { docs, counts, size } = list;
    const impact = impacts(documents, averageOf(documents), list, isLabel);
    const around = neighbourScores(workspace, documents);
    const touched: number[] = [];
    const raise = (d: number, value: number) => {
      const unit = units.of[d] as number;
      const before = unitImpact[unit] as number;
      if (before === 0) touched.push(unit);
      if (value > before) unitImpact[unit] = value;
    };
    const measure = (d: number) => {
      const value = (score[d] as number) + around(d);
      if (value > 0) raise(d, value);
    };
    // Without the word and beside it: where that is in the same unit, the unit's bound is high enough.
    const beside = (to: number, d: number) => {
      if (to >= 0 && score[to] === 0 && units.of[to] !== units.of[d]) measure(to);
    };
    for (let i = 0; i < size; i++) {
      const d = docs[i] as number;
      score[d] = impact(i, d);
      if (!useGroups || isLabel) continue;
      const g = units.group[units.of[d] as number] as number;
      groupCount[g] = (groupCount[g] as number) + (counts[i] as number);
    }
    for (let i = 0; i < size; i++) {
      const d = docs[i] as number;
      if (!neighbours) {
        raise(d, score[d] as number);
        continue;
      }
      measure(d);
      const before = previous[d] as number;
      beside(before, d);
      if (before >= 0) beside(previous[before] as number, d);
      const after = next[d] as number;
      beside(after, d);
      if (after >= 0) beside(next[after] as number, d);
    }
    if (neighbours) for (const d of orphans.keys()) measure(d);
    for (let i = 0; i < size; i++) score[docs[i] as number] = 0;
    for (const unit of touched) {
      unitBound[unit] = (unitBound[unit] as number) + factor * (unitImpact[unit] as number);
      unitSeen[unit] = (unitSeen[unit] as number) | bit;
      unitImpact[unit] = 0;
    }
  }

  /**
   * Makes bounds of scores of the sums of their words.
   *
   * @param lifts what a score is multiplied by, by the terms that occur; 0 where no document can match.
   * @returns the highest bound.
   */
  finish(lifts: Float64Array, groupWeight: number, groups: Uint8Array | undefined): number {
    const { unitBound, unitSeen, groupScore } = this.workspace;
    const { high, group } = this.documents.units;
    let highest = 0;
    for (let unit = 1; unit < high; unit++) {
      const g = group[unit] as number;
      let bound = (unitBound[unit] as number) * (lifts[unitSeen[unit] as number] as number);
      if (groupWeight > 0) bound += groupWeight * (groupScore[g] as number);
      bound = groups === undefined || groups[g] === 1 ? bound * slack : 0;
      unitBound[unit] = bound;
      // As it is kept.
      highest = Math.max(highest, unitBound[unit] as number);
    }
    return highest;
  }
}
