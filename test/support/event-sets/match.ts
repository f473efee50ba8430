import type { ExtractedEvent } from '../../../src/handlers/events/extraction/domain/event.ts';
import type { Label, LabelledDocument } from './read.ts';

/** Pairs found events with labelled ones. */

export type Range = { start: number; end: number };

/** Where a quote stands in a text; spaces may differ. */
export function placesOf(text: string, quote: string): Range[] {
  const places: Range[] = [];
  for (let at = text.indexOf(quote); at !== -1 && places.length < 5; at = text.indexOf(quote, at + 1))
    places.push({ start: at, end: at + quote.length });
  if (places.length > 0 || quote.trim() === '') return places;
  const loose = quote
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join(String.raw`[\s>]+`);
  for (const found of text.matchAll(new RegExp(loose, 'g')))
    places.push({ start: found.index, end: found.index + found[0].length });
  return places.slice(0, 5);
}

const words = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Share of the words of the shorter range that both have. */
export function overlapOf(text: string, a: Range, b: Range): number {
  const common = { start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) };
  if (common.end <= common.start) return 0;
  const shorter = Math.min(words(text.slice(a.start, a.end)), words(text.slice(b.start, b.end)));
  return shorter === 0 ? 0 : words(text.slice(common.start, common.end)) / shorter;
}

/** Ranges of an event's quotes, in code units. */
function rangesOf(text: string, event: ExtractedEvent): Range[] {
  const points = Array.from(text);
  const astral = points.length !== text.length;
  return event.evidence.map(({ artifactStartChar, quote }) => {
    const start = astral ? points.slice(0, artifactStartChar).join('').length : artifactStartChar;
    return { start, end: start + quote.length };
  });
}

export type Pair = { label: Label | undefined; found: ExtractedEvent | undefined };

/**
 * One to one: of the same category, or of one that is as good, with quotes that share half of the words of the shorter.
 * Exact categories and larger overlaps first.
 */
export function pairUp({ text, events }: LabelledDocument, found: readonly ExtractedEvent[]): Pair[] {
  const places = events.map((label) =>
    [label.quote, ...label.alt_quotes].flatMap((quote) => placesOf(text, quote)),
  );
  const ranges = found.map((event) => rangesOf(text, event));
  const possible = events.flatMap((label, at) =>
    found.flatMap((event, other) => {
      const same = label.category === event.category;
      if (!same && !label.also.includes(event.category)) return [];
      const overlap = Math.max(
        0,
        ...(places[at] ?? []).flatMap((place) =>
          (ranges[other] ?? []).map((range) => overlapOf(text, place, range)),
        ),
      );
      return overlap >= 0.5 ? [{ at, other, rank: overlap + (same ? 1 : 0) }] : [];
    }),
  );
  const pairs: Pair[] = [];
  const used = { labels: new Set<number>(), found: new Set<number>() };
  for (const { at, other } of possible.sort((a, b) => b.rank - a.rank || a.at - b.at || a.other - b.other)) {
    if (used.labels.has(at) || used.found.has(other)) continue;
    used.labels.add(at);
    used.found.add(other);
    pairs.push({ label: events[at], found: found[other] });
  }
  events.forEach((label, at) => {
    if (!used.labels.has(at)) pairs.push({ label, found: undefined });
  });
  found.forEach((event, other) => {
    if (!used.found.has(other)) pairs.push({ label: undefined, found: event });
  });
  return pairs;
}
