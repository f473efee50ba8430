import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chunk, type TokenEnds } from '../../src/handlers/events/extraction/domain/chunk.ts';
import type {
  Category,
  Evidence,
  ExtractedEvent,
  Piece,
  SourceDocument,
} from '../../src/handlers/events/extraction/domain/event.ts';
import { random } from './experience.ts';
import { root } from './source.ts';

/** A document with known events; `start` is the offset of the quote in code points. */
export type Labelled = Omit<SourceDocument, 'pieces'> & {
  id: string;
  text: string;
  events: { category: Category; quote: string; start: number }[];
};

/**
 * `development` is what the rules were written with; `held-back` was written before them and not looked at since.
 * `other-kinds` are texts of kinds that neither has (threads, decision records, exports, mixed languages), with two
 * such halves of its own.
 */
export const halves = ['development', 'held-back', 'other-kinds', 'other-kinds-held-back'] as const;
export type Half = (typeof halves)[number];

export function labelled(half: Half): Labelled[] {
  const folder = join(root, 'test/fixtures/events', half);
  return readdirSync(folder)
    .sort()
    .map((file) => ({
      id: file.replace('.json', ''),
      ...(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Omit<Labelled, 'id'>),
    }));
}

/** The document as the worker passes it: whole, or in overlapping chunks. */
export function source({ text, events: _, id, ...known }: Labelled, ends: TokenEnds): SourceDocument {
  const { isChunked, chunks } = chunk(text, ends);
  const pieces: Piece[] = chunks.map((each, i) => ({
    chunkId: isChunked ? `${id}::chunk::${i}` : null,
    text: each.text,
    start: each.start,
  }));
  return { ...known, pieces };
}

export type Match = { expected: Labelled['events'][number] | undefined; found: ExtractedEvent | undefined };

/**
 * Pairs found events with known ones: of the same category, with quotes that overlap by at least half of the shorter
 * one. Each counts once.
 */
export function pair(document: Labelled, found: readonly ExtractedEvent[]): Match[] {
  const free = new Set(found);
  const matches = document.events.map((expected): Match => {
    const candidates = [...free]
      .filter((event) => event.category === expected.category)
      .map((event) => ({ event, overlap: overlap(expected, event) }))
      .filter((candidate) => candidate.overlap >= 0.5)
      .sort((a, b) => b.overlap - a.overlap);
    const best = candidates[0]?.event;
    if (best !== undefined) free.delete(best);
    return { expected, found: best };
  });
  return [...matches, ...[...free].map((event) => ({ expected: undefined, found: event }))];
}

function overlap(expected: { quote: string; start: number }, event: ExtractedEvent): number {
  const length = Array.from(expected.quote).length;
  const shares = event.evidence.map(({ artifactStartChar: from, startChar, endChar }) => {
    const own = endChar - startChar;
    const common = Math.min(expected.start + length, from + own) - Math.max(expected.start, from);
    return common / Math.min(length, own);
  });
  return Math.max(0, ...shares);
}

export type Score = { precision: number; recall: number; f1: number; expected: number; found: number };

export function score(matches: readonly Match[]): Score {
  const both = matches.filter((match) => match.expected && match.found).length;
  const expected = matches.filter((match) => match.expected).length;
  const found = matches.filter((match) => match.found).length;
  const precision = found === 0 ? 1 : both / found;
  const recall = expected === 0 ? 1 : both / expected;
  return {
    precision,
    recall,
    f1: both === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    expected,
    found,
  };
}

/** Whether evidence is exactly the slice it claims to be, in its chunk and in the whole text. */
export function exact(evidence: Evidence, { pieces }: SourceDocument, text: string): boolean {
  const { quote, chunkId, startChar, endChar, artifactStartChar } = evidence;
  const piece = pieces.find((each) => each.chunkId === chunkId);
  const slice = (of: string, from: number, to: number) => Array.from(of).slice(from, to).join('');
  return (
    piece !== undefined &&
    slice(piece.text, startChar, endChar) === quote &&
    slice(text, artifactStartChar, artifactStartChar + endChar - startChar) === quote &&
    quote.split(/\s+/).length <= 25
  );
}

/** Random fragments of all kinds of documents, hostile ones included; deterministic for a seed. */
export function scraps(seed: number, length: number): string {
  const next = random(seed);
  return Array.from({ length }, () => stock[Math.floor(next() * stock.length)]).join('');
}

const stock = [
  'We decided to ',
  'Ana will send ',
  '🚀',
  '\n',
  '\n\n',
  '. ',
  ': ',
  'From: ',
  '> ',
  '- [ ] ',
  '# ',
  '"',
  '”',
  ' May 3 ',
  '\u0000',
  '\u202e',
  '\ud800',
  'é́',
  '猫。',
  '```',
  '00:00',
  '<a> ',
  '\r\n',
  '—',
  '?',
  'On x wrote:',
  '{"a":',
  '\u2028',
];
