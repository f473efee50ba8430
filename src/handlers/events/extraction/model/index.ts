import type { Dropped, Extraction, Extractor, Piece, SourceDocument } from '../domain/event.ts';
import { quotesOf } from '../domain/quote.ts';
import { ask, type Complete } from './ask.ts';
import { canonicalise, type FoundEvent } from './canonical.ts';
import { extractPrompt } from './prompts.ts';
import { extractReply } from './reply.ts';

export type { Complete, Completion, CompletionRequest } from './ask.ts';

/** Maximum number of concurrent prompts A. */
const lanes = 4;

/**
 * Extracts with a language model: prompt A for each piece, prompt B over the results (seed 004 §9). The model's output is
 * accepted only as far as it can be verified: shape, quotes, and that merging adds nothing.
 */
export const modelExtractor = (model: string, complete: Complete): Extractor => ({
  name: `model:${model}`,
  // Also for a local address: the server there may forward the text.
  remote: true,
  async extract(document, signal) {
    const found = await extractAll(document, complete, signal);
    const dropped = found.flatMap((piece) => piece.dropped);
    const events = found.flatMap((piece) => piece.events);
    if (events.length === 0) return { events, dropped };
    const canonical = await canonicalise(complete, events, document.pieces, signal);
    return { events: canonical.events, dropped: [...dropped, ...canonical.dropped] };
  },
});

type FoundInPiece = { events: FoundEvent[]; dropped: Dropped[] };

/** Results in the order of the pieces, whichever is answered first; the first failure aborts all. */
async function extractAll(
  document: SourceDocument,
  complete: Complete,
  signal: AbortSignal,
): Promise<FoundInPiece[]> {
  const pieces = document.pieces.filter((piece) => piece.text.trim() !== '');
  const results: FoundInPiece[] = [];
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < pieces.length; at = next++) {
      either.throwIfAborted();
      const piece = pieces[at];
      if (piece !== undefined) results[at] = await extractPiece(document, piece, complete, either);
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
  return results;
}

async function extractPiece(
  document: SourceDocument,
  piece: Piece,
  complete: Complete,
  signal: AbortSignal,
): Promise<FoundInPiece> {
  const reply = await ask(
    complete,
    { schemaName: 'events', reply: extractReply, messages: extractPrompt(document, piece) },
    signal,
  );
  const prove = quotesOf(piece);
  const found: FoundInPiece = { events: [], dropped: [] };
  for (const { category, subject, actors, narrative, confidence, event_time, evidence } of reply.events) {
    const proof = prove({ quote: evidence.quote, startChar: evidence.start_char });
    if ('reason' in proof) found.dropped.push({ reason: proof.reason, quote: evidence.quote });
    else
      found.events.push({
        category,
        subject,
        actors,
        narrative,
        confidence,
        eventTime: event_time,
        evidence: [proof.evidence],
      });
  }
  return found;
}

export type { Extraction };
