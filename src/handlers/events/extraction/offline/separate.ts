import type { Clause } from './grammar/clause.ts';
import type { Finding } from './rules/index.ts';
import type { Sentence } from './sentences.ts';
import type { Span } from './whole.ts';

/** What one stretch of a sentence reports. */
export type Reported = Finding & { span: Span; clause: Clause };

/**
 * One event a sentence, unless its parts report different things: then each stands for itself. Parts of one category
 * are one event told at length.
 */
export function separate(found: Reported[], sentence: Sentence): Reported[] {
  const kept: Reported[] = [];
  for (const one of found) {
    const same = kept.find((other) => other.category === one.category);
    // Two people promise two things.
    const two =
      same !== undefined &&
      one.category === 'Commitment' &&
      same.clause.subject !== one.clause.subject &&
      one.clause.subject !== 'none';
    if (same === undefined || two) kept.push({ ...one });
    else {
      same.span = { start: same.span.start, end: one.span.end };
      if (one.confidence > same.confidence) same.confidence = one.confidence;
    }
  }
  const only = kept[0];
  if (kept.length === 1 && only !== undefined) {
    const wholeFits = (sentence.text.match(/\S+/g)?.length ?? 0) <= 25;
    if (wholeFits) only.span = { start: sentence.start, end: sentence.end };
  }
  return kept;
}
