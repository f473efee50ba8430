import type { Redact } from '../../handlers/tool/deps.ts';
import type { RedactionMode } from '../config/redaction.ts';
import { longestInline, redactInThread } from './in-thread.ts';
import { cleanInputOf, lengthOf } from './input.ts';
import type { Redactions } from './marks.ts';

/** Secrets removed from calls since the start, by kind. */
export type RedactionFigures = ReadonlyMap<string, number>;

/** Makes the function that removes secrets from the inputs of calls and counts them; undefined when redaction is off. */
export function createRedact(mode: RedactionMode): { redact: Redact | undefined; figures: RedactionFigures } {
  const figures = new Map<string, number>();
  if (mode !== 'on') return { redact: undefined, figures };
  return {
    figures,
    async redact(input) {
      const found: Redactions = {};
      const characters = lengthOf(input);
      const answer =
        characters <= longestInline
          ? { value: cleanInputOf(input, found), found }
          : await redactInThread({ what: 'input', input }, characters);
      for (const [kind, times] of Object.entries(answer.found))
        figures.set(kind, (figures.get(kind) ?? 0) + times);
      return answer;
    },
  };
}
