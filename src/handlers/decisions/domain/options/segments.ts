import { type CueKind, cueAt, type FoundCue, fillers, movesTo, reasons } from './cues.ts';
import type { Mention } from './names/mentions.ts';
import type { Word } from './names/words.ts';

/** Kinds of a segment: those of its cue, reversed or combined with the one before; `start` has none. */
export type SegmentKind =
  | Exclude<CueKind, 'not' | 'noLonger' | 'favour'>
  | 'start'
  | 'unreplace'
  | 'unmove'
  | 'becomes';

/** The words that one cue speaks of: those from `start` up to `end`. */
export type Segment = {
  kind: SegmentKind;
  /** The cue as listed. */
  cue: string;
  start: number;
  end: number;
};

type Open = { kind: SegmentKind | 'not' | 'noLonger' | 'favour'; cue: string; start: number };

/** Turns a kind round: "do not drop" keeps, "stop using" stops. */
const reversed: Partial<Record<Open['kind'], SegmentKind>> = {
  adopt: 'forbid',
  keep: 'stop',
  stop: 'keep',
  forbid: 'adopt',
  replace: 'unreplace',
  substitute: 'unreplace',
  move: 'unmove',
  instead: 'adopt',
};

/** The kind of a cue that follows another without a word about an option in between. */
function combined(before: Open['kind'], next: CueKind): Open['kind'] {
  if (before === 'start' || before === 'adopt' || before === 'favour') return next;
  if (before === 'not' || before === 'forbid') return reversed[next] ?? next;
  if (before === 'noLonger' || before === 'stop') return next === 'adopt' ? 'stop' : (reversed[next] ?? next);
  if (before === 'keep') return next === 'adopt' ? 'keep' : next;
  if (before === 'instead') return next === 'move' || next === 'replace' ? 'unmove' : 'instead';
  return next;
}

const closed = (open: Open, end: number, first: boolean): Segment => ({
  ...open,
  kind:
    open.kind === 'not'
      ? first
        ? 'forbid'
        : 'instead'
      : open.kind === 'noLonger'
        ? 'stop'
        : open.kind === 'favour'
          ? 'adopt'
          : open.kind,
  end,
});

const sentenceEnds = new Set(['.', ';', '!', '?', ':', '–', '—']);
const arrows = new Set(['→', '->', '=>']);

/** Cuts a statement into what each of its cues speaks of. Cues inside names, reasons and purposes are none. */
export function segmentsOf(words: readonly Word[], mentions: readonly Mention[]): Segment[] {
  const segments: Segment[] = [];
  let open: Open = { kind: 'start', cue: '', start: 0 };
  let reason = false;
  const named = (i: number) => mentions.some(({ start, end }) => start <= i && i < end);
  const contentFrom = (start: number, end: number) =>
    words
      .slice(start, end)
      .some((word, i) => word.stem !== '' && (named(start + i) || !fillers.has(word.stem)));
  const close = (end: number) => {
    if (contentFrom(open.start, end)) segments.push(closed(open, end, segments.length === 0));
  };
  for (let i = 0; i < words.length; ) {
    const word = words[i];
    if (!word) break;
    if (sentenceEnds.has(word.text) || arrows.has(word.text)) {
      close(i);
      open = { kind: arrows.has(word.text) ? 'becomes' : 'start', cue: word.text, start: i + 1 };
      reason = false;
      i += 1;
      continue;
    }
    const cue = named(i) ? undefined : cueAt(words, i);
    const content = contentFrom(open.start, i);
    if (
      !cue ||
      !speaks(cue, words, {
        content,
        reason,
        open: open.kind,
        preferring: comparisons.has(open.cue),
        named: named(cue.end),
        compared: mentions.some(({ start, end }) => start >= open.start && end <= cue.start),
      })
    ) {
      if (content && (reasons.has(word.stem) || (cue && isPurpose(words, i)))) reason = true;
      i += 1;
      continue;
    }
    const subject = content && open.kind === 'start' ? subjectBefore(cue, words, open.start) : undefined;
    if (content && subject === undefined) close(i);
    if (subject && subject.start > open.start) close(subject.start);
    open = {
      kind:
        subject?.kind ??
        (content ? cue.kind : combined(open.kind, cue.kind === 'replacing' ? 'replace' : cue.kind)),
      cue: cue.text,
      start: subject?.start ?? cue.end,
    };
    reason = false;
    i = cue.end;
  }
  close(words.length);
  return segments;
}

/** What a verb says of the subject before it: "MongoDB is dropped", "tests move to Playwright", "S3 replaces disks". */
function subjectBefore(
  cue: FoundCue,
  words: readonly Word[],
  from: number,
): { kind: SegmentKind; start: number } | undefined {
  const before = words.slice(from, cue.start).findLastIndex(({ text }) => text === ',');
  const start = before === -1 ? from : from + before + 1;
  if (start >= cue.start) return undefined;
  if (words[cue.start - 1]?.stem === 'be') {
    const who = words[cue.start - 2]?.lower ?? '';
    // "We are keeping it", "it is not moved": no option is the subject.
    const isNone = persons.has(who) && (who !== 'it' || cue.kind === 'not');
    return isNone ? undefined : { kind: cue.kind as SegmentKind, start };
  }
  if (movesTo.has(cue.text)) return { kind: 'move', start };
  const third = words[cue.start]?.lower.endsWith('s') ?? false;
  if (cue.kind === 'replacing' || (third && cue.kind === 'replace')) return { kind: 'replacing', start };
  return cue.kind === 'leave' ? { kind: 'leave', start: cue.end } : undefined;
}

const purposes = new Set(['to', 'for', 'that', 'which']);
const persons = new Set(['we', 'they', 'it', 'i', 'you']);

/** "… to avoid", "… for adding": a purpose of what was said before. */
const isPurpose = (words: readonly Word[], i: number): boolean => purposes.has(words[i - 1]?.lower ?? '');

type Place = {
  content: boolean;
  reason: boolean;
  open: Open['kind'];
  preferring: boolean;
  /** An option follows. */
  named: boolean;
  /** An option stands before it. */
  compared: boolean;
};

const comparisons = new Set(['prefer', 'choose', 'pick', 'select', 'favour', 'favor']);

function speaks(
  cue: FoundCue,
  words: readonly Word[],
  { content, reason, open, preferring, named, compared }: Place,
): boolean {
  const before = words[cue.start - 1];
  const comparing = cue.kind === 'instead' || cue.kind === 'favour';
  // "Postgres over MySQL", but not "talk over gRPC".
  if (cue.text === 'over')
    return (
      content && ((named && compared) || preferring) && ['start', 'adopt', 'keep', 'favour'].includes(open)
    );
  if (comparing) return true;
  if (reason) return false;
  if (content && cue.text === 'without') return false;
  if (content && open !== 'start' && persons.has(before?.lower ?? '')) return false;
  if (content && isPurpose(words, cue.start) && !(cue.kind === 'replace' && before?.lower === 'to'))
    return false;
  // In the middle of a clause, as in "for auth changes", a single word is a noun.
  if (content && open !== 'start' && cue.end === cue.start + 1 && !joins.has(before?.lower ?? ''))
    return false;
  // "the use of", but not "the switch", "a move".
  if (before && articles.has(before.lower)) return words[cue.start + 1]?.lower === 'of' && cue.text === 'use';
  // "use drop shadows": a cue right after one that chooses speaks only as "choose to drop" or "start dropping".
  if (!content && open === 'adopt' && cue.kind !== 'adopt')
    return before?.lower === 'to' || (words[cue.start]?.lower.endsWith('ing') ?? false);
  return true;
}

const joins = new Set([
  'and',
  'or',
  'but',
  'then',
  'to',
  ',',
  'not',
  'never',
  'we',
  'also',
  'be',
  'is',
  'are',
  'will',
]);
const articles = new Set(['the', 'a', 'an', 'our', 'their', 'its', 'this', 'each', 'every']);
