/** What a decision is recorded from: an event as `event_get` returns it. */
export type DecisionEvent = {
  event_id: string;
  category: string;
  narrative: string;
  source: { title: string | null };
  evidence?: readonly { quote: string; artifact_start_char: number }[] | undefined;
};

export type DecisionGiven = {
  /** How sure the one who records it is that it will turn out well, 0 to 1. */
  confidence: number;
  alternatives?: readonly string[] | undefined;
  module?: string | undefined;
};

const longestStatement = 500;
const longestReasoning = 10_000;

/**
 * The input with which `membria_capture_decision` records a decision that an event tells of, with its quotes and their places
 * as reasoning. The external id is the event's, so that it is recorded once.
 */
export function decisionFrom(event: DecisionEvent, { confidence, alternatives, module }: DecisionGiven) {
  const title = event.source.title ?? 'untitled';
  const quotes = (event.evidence ?? []).map(
    ({ quote, artifact_start_char: at }) => `“${quote}” (${title}, character ${at})`,
  );
  const reasoning = [`Decided in the document ${title}, event ${event.event_id}.`, ...quotes].join('\n');
  return {
    statement: Array.from(event.narrative).slice(0, longestStatement).join(''),
    // One is required; documents rarely name what was turned down.
    alternatives: alternatives?.length ? alternatives : ['do nothing'],
    confidence,
    context: {
      reasoning: Array.from(reasoning).slice(0, longestReasoning).join(''),
      ...(module === undefined ? {} : { module }),
    },
    external_id: `event:${event.event_id}`,
  };
}
