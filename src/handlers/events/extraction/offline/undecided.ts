import type { Candidate } from './features/context.ts';
import { isEmptyField } from './no-fact.ts';
import { lessIn } from './scoring/instructing.ts';
import { type Scorer, softmax } from './scoring/linear.ts';
import { inputOf } from './scoring/meaning.ts';

/**
 * Below `least`, no meaning makes an event of it; above `most`, none changes the category. In cross-validation they cost a
 * thousandth of F1.
 */
const least = 0.15;
const most = 0.95;
/** Texts of a document: one takes the encoder as long as words alone take for hundreds of sentences. */
const atMost = 60;

/** What is to be read of the candidates that the plain scorer leaves undecided, in order; of too many, those it is least sure of. */
export function undecidedOf(candidates: readonly Candidate[], scorer: Scorer, instructing: number): string[] {
  const doubts = new Map<string, number>();
  for (const candidate of candidates) {
    const { features, unit } = candidate;
    if (isEmptyField(unit.text)) continue;
    const odds = lessIn(instructing, softmax(scorer(features)));
    const sure = Math.max(...odds);
    if (1 - (odds[0] ?? 0) < least || sure > most) continue;
    const text = inputOf(candidate);
    doubts.set(text, Math.min(doubts.get(text) ?? 1, sure));
  }
  if (doubts.size <= atMost) return [...doubts.keys()];
  return [...doubts]
    .sort((a, b) => a[1] - b[1])
    .slice(0, atMost)
    .map(([text]) => text);
}
