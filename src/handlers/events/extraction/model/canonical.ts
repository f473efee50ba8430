import type { Dropped, Evidence, ExtractedEvent, Piece } from '../domain/event.ts';
import { type ClaimedQuote, type Proof, quotesOf } from '../domain/quote.ts';
import { ask, type Complete } from './ask.ts';
import { canonicalPrompt } from './prompts.ts';
import { type CanonicalReply, canonicalReply } from './reply.ts';

/** An event that prompt A found in one piece, with a verified quote. */
export type FoundEvent = ExtractedEvent & { evidence: [Evidence] };

/**
 * Most events in one prompt B. Documents with more are merged in several prompts, in text order: duplicates from
 * overlapping chunks are adjacent, and no reply grows beyond what models can write.
 */
const batchSize = 40;

type Canonical = CanonicalReply['canonical_events'][number];
type Result = { events: ExtractedEvent[]; dropped: Dropped[] };

/** Merges duplicate events; an event without evidence from those found is dropped. */
export async function canonicalise(
  complete: Complete,
  found: readonly FoundEvent[],
  pieces: readonly Piece[],
  signal: AbortSignal,
): Promise<Result> {
  const provers = new Map<string | null, (claimed: ClaimedQuote) => Proof>(
    pieces.map((piece) => [piece.chunkId, quotesOf(piece)]),
  );
  const result: Result = { events: [], dropped: [] };
  for (let from = 0; from < found.length; from += batchSize) {
    const batch = found.slice(from, from + batchSize);
    const reply = await ask(
      complete,
      {
        schemaName: 'canonical_events',
        reply: canonicalReply,
        messages: canonicalPrompt(batch.map(forPrompt)),
        objection: ({ canonical_events }) =>
          canonical_events.length === 0 ? 'it left out every event it was given' : undefined,
      },
      signal,
    );
    const used = new Set<FoundEvent>();
    for (const canonical of reply.canonical_events) {
      const kept = rest(canonical, batch, provers);
      if ('reason' in kept) result.dropped.push(kept);
      else {
        result.events.push(kept.event);
        for (const one of kept.from) used.add(one);
      }
    }
    for (const one of batch)
      if (!used.has(one))
        result.dropped.push({ reason: 'Merging left it out.', quote: one.evidence[0].quote });
  }
  return result;
}

const forPrompt = ({
  category,
  subject,
  actors,
  eventTime,
  narrative,
  confidence,
  evidence: [at],
}: FoundEvent) => ({
  category,
  subject,
  actors,
  event_time: eventTime,
  narrative,
  confidence,
  evidence: { chunk_id: at.chunkId, quote: at.quote, start_char: at.startChar, end_char: at.endChar },
});

/** The found events that a canonical event is based on, and the event with their evidence. */
function rest(
  canonical: Canonical,
  batch: readonly FoundEvent[],
  provers: ReadonlyMap<string | null, (claimed: ClaimedQuote) => Proof>,
): { event: ExtractedEvent; from: FoundEvent[] } | Dropped {
  const claimed = canonical.evidence_list.flatMap((each) => {
    const proof = provers.get(each.chunk_id)?.({ quote: each.quote, startChar: each.start_char });
    return proof !== undefined && 'evidence' in proof ? [proof.evidence] : [];
  });
  const quote = canonical.evidence_list[0]?.quote;
  const under = batch.filter(({ evidence: [own] }) => claimed.some((each) => sameSpan(each, own)));
  if (under.length === 0)
    return { reason: 'Merging named no evidence that was found.', ...(quote && { quote }) };
  const from = under.filter((one) => one.category === canonical.category);
  if (from.length === 0) return { reason: 'Merging changed its category.', ...(quote && { quote }) };
  const { category, subject, actors, narrative, confidence } = canonical;
  const eventTime = canonical.event_time;
  const evidence = distinct(from.map((one) => one.evidence[0]));
  return { event: { category, subject, actors, eventTime, narrative, confidence, evidence }, from };
}

const sameSpan = (a: Evidence, b: Evidence): boolean =>
  a.chunkId === b.chunkId && a.startChar === b.startChar && a.endChar === b.endChar;

/** Chunks overlap: the same passage of the text counts once. */
const distinct = (evidence: Evidence[]): Evidence[] => [
  ...new Map(evidence.map((each) => [`${each.artifactStartChar} ${each.quote.length}`, each])).values(),
];
