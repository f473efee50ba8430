import type { Category, ExtractedEvent, Extraction, Extractor, SourceDocument } from '../domain/event.ts';
import { quotesOf } from '../domain/quote.ts';

/** A first set of cues; one sentence is one event at most. */
const cues: [Category, RegExp][] = [
  ['Decision', /^decision:|\b(?:we|they|board|team) (?:have )?(?:decided|agreed|chose)\b/i],
  ['Commitment', /\b(?:I|we)(?:'ll| will| promise to)\b/i],
  ['Stakeholder', /\b(?:joins|joined|takes over|took over)\b.*\bas\b/i],
  ['Change', /\b(?:moved|changed|postponed|rescheduled)\b/i],
  ['QualityRisk', /\b(?:bug|risk|outage|regression|defect)\b/i],
  ['Feedback', /\b(?:feedback|complained|praised|loved)\b/i],
  ['Collaboration', /\b(?:met|worked|paired) with\b/i],
  ['Execution', /\b(?:shipped|finished|completed|deployed|delivered|sent|signed)\b/i],
];

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Works from cue phrases, without a model and without a network: the same text always gives the same events. */
export const offlineExtractor: Extractor = {
  name: 'offline',
  remote: false,
  async extract(document) {
    return extractOffline(document);
  },
};

export function extractOffline(document: SourceDocument): Extraction {
  const events: ExtractedEvent[] = [];
  const seen = new Set<string>();
  for (const piece of document.pieces) {
    const prove = quotesOf(piece);
    for (const { segment } of sentences.segment(piece.text)) {
      const sentence = segment.trim();
      const cue = sentence.endsWith('?') ? undefined : cues.find(([, pattern]) => pattern.test(sentence));
      if (cue === undefined) continue;
      const quote = sentence.split(/\s+/).slice(0, 25).join(' ');
      const proof = prove({ quote });
      if (!('evidence' in proof) || seen.has(`${proof.evidence.artifactStartChar}`)) continue;
      seen.add(`${proof.evidence.artifactStartChar}`);
      events.push({
        category: cue[0],
        eventTime: null,
        narrative: sentence,
        subject: { type: 'other', ref: document.title ?? 'unknown' },
        actors: [],
        confidence: 0.4,
        evidence: [proof.evidence],
      });
    }
  }
  return { events, dropped: [] };
}
