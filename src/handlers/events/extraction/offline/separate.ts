import type { Clause } from './grammar/clause.ts';
import type { Finding } from './rules/index.ts';
import type { Sentence } from './sentences.ts';
import type { Span } from './whole.ts';

/** The event reported by one stretch of a sentence. */
export type Reported = Finding & { span: Span; clause: Clause };

/**
 * Yields one event per sentence, unless its parts report different things; each of those is an event of its own. Parts of
 * the same category are one event.
 */
export function separate(found: Reported[], sentence: Sentence): Reported[] {
  const kept: Reported[] = [];
  for (const one of found) {
    const same = kept.find((other) => other.category === one.category);
    // Two people make two promises.
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
