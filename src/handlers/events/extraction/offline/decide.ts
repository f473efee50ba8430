import { type Category, category as categorySchema } from '../domain/event.ts';
import { isTask } from './document/task.ts';
import { isDuty } from './duty.ts';
import type { Candidate } from './features/context.ts';
import type { Habits } from './habits.ts';
import { mergeRepeated, type Taken } from './merge.ts';
import { isEmptyField, statesNothing } from './no-fact.ts';
import { lessIn } from './scoring/instructing.ts';
import { type Fitted, type Scorer, scorerOf, softmax } from './scoring/linear.ts';
import { inputOf, type Refined, refine } from './scoring/meaning.ts';
import type { Unit } from './units/units.ts';

/** The fitted models, ready to score. */
export type Scorers = { events: Scorer; main: Scorer; who: Scorer; when: Scorer; due: Scorer };

export const scorersOf = (fitted: Fitted): Scorers => ({
  events: scorerOf(fitted.events),
  main: scorerOf(fitted.main),
  who: scorerOf(fitted.who),
  when: scorerOf(fitted.when),
  due: scorerOf(fitted.due),
});

const nameOf = (name: string | undefined): Category => categorySchema.parse(name);

/** A sentence that its author labelled needs only this share of the probability of others. */
const leastOfLabelled = 0.6;

/** The category that the author of a sentence put before it, as in "Decision: ...". */
function labelled(candidate: Candidate): Category | undefined {
  const { features, unit } = candidate;
  if (isAction(unit)) return ticked('Commitment', candidate);
  const label = features.find((feature) => feature.startsWith('label:'))?.slice('label:'.length);
  return categorySchema.safeParse(label).data;
}

/** A row of a table of actions: the column says so, and another names who or when. */
const isAction = ({ block }: Unit): boolean => {
  const cell = block.cells.find(({ start, end }) => start === block.start && end === block.end);
  const filled = block.cells.filter(({ text }) => text.trim() !== '');
  return cell !== undefined && isTask(cell, filled);
};

/** What is ticked off is promised no more: it was done. */
const ticked = (category: Category, { unit }: Candidate): Category =>
  category === 'Commitment' && unit.block.box === 'done' ? 'Execution' : category;

/** The vectors of undecided candidates by what is read of them, and what they change. */
export type Meant = { refined: Refined; meanings: ReadonlyMap<string, Float32Array> };

/**
 * The events among the candidates: those that are more probably one than the threshold says, each in its most probable
 * category; a second one for the same words when that is probable as well.
 *
 * @param instructing how likely the document instructs.
 */
export function decide(
  candidates: readonly Candidate[],
  fitted: Fitted,
  scorers: Scorers,
  instructing: number,
  habits?: Habits,
  meant?: Meant,
): Taken[] {
  const { classes } = fitted.events;
  const { second, repeated } = fitted.thresholds;
  const taken: Taken[] = [];
  for (const candidate of candidates) {
    if (isEmptyField(candidate.unit.text)) continue;
    const scores = scorers.events(candidate.features);
    const vector = meant?.meanings.get(inputOf(candidate));
    const read = meant !== undefined && vector !== undefined;
    const event = read ? meant.refined.event : fitted.thresholds.event;
    const fittedOdds = lessIn(instructing, softmax(read ? refine(meant.refined, scores, vector) : scores));
    const odds = habits?.adjusted(fittedOdds, classes, candidate.unit.text) ?? fittedOdds;
    const ranked = [...odds.keys()].slice(1).sort((a, b) => (odds[b] ?? 0) - (odds[a] ?? 0));
    const some = 1 - (odds[0] ?? 0);
    const named = labelled(candidate);
    if (named !== undefined && some >= event * leastOfLabelled) {
      if (habits?.refuses(named, candidate.unit.text)) continue;
      taken.push({ candidate, category: named, score: Math.max(some, event), read, also: [] });
      continue;
    }
    const [most = 1, next = 1] = ranked;
    const isDutyOnly = classes[most] === 'Decision' && isDuty(candidate.unit.text);
    const first = isDutyOnly ? classes.indexOf('Commitment') : most;
    const [category, other] = [first, next].map((at) => ticked(nameOf(classes[at]), candidate));
    if (category === undefined || habits?.refuses(category, candidate.unit.text)) continue;
    const odd = odds[most] ?? 0;
    if (odd < event) continue;
    if (statesNothing(candidate.unit.text, category)) continue;
    taken.push({ candidate, category, score: odd, read, also: [] });
    if (other !== undefined && other !== category && (odds[next] ?? 0) >= second)
      taken.push({ candidate, category: other, score: odds[next] ?? 0, read, also: [] });
  }
  return mergeRepeated(taken, repeated);
}
