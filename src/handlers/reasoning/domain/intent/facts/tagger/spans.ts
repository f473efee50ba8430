import { type Fact, type FactKind, longestFact } from '../kinds.ts';
import { bare, kindOf } from '../token.ts';
import { isFunction } from '../vocabulary.ts';
import { firstEnding, placesOf } from './around.ts';
import { type Model, tag } from './tag.ts';

/**
 * The facts of a text from two sides: rules know the form of many, the tagger what facts look like. What the tagger finds
 * unlikely throughout is left out, what it finds at all likely is kept, facts that touch are one, and so is a line that
 * consists of little else.
 */

type Span = { from: number; to: number; kind?: FactKind };

/**
 * A fact of rules whose words are less likely than this, on average, is none; a piece from `leastOfPiece` on is one by
 * itself, a plain word from `leastOfPlain` on. They are low, as a lost fact costs more than one too many.
 */
const leastOfRule = 0.005;
const leastOfPiece = 0.018;
const leastOfPlain = 0.1;
/** A piece by itself that is joined with what it touches. */
const leastOfJoined = 0.1;
/** A line with this share of its characters in facts is one, and one with signs of code and messages with this. */
const leastOfLine = 0.7;
const leastOfSigns = 0.5;
const signs = /[:=<>{}()[\]"'`$\\/|]/;
/** What joins the facts on its two sides. */
const joint = /^ ?(?:[:=/|>]|=>|->)? ?$/;

/** @param facts what rules find in the text. */
export function joinedFacts(text: string, facts: readonly Fact[], model?: Model): Fact[] {
  const { pieces, likely, runs } = tag(text, facts, model);
  const meant = pieces.flatMap((piece, i) => (/[\p{L}\p{N}]/u.test(piece.text) ? [{ ...piece, i }] : []));
  const ruled = placesOf(text, facts).flatMap(([from, to, kind]): Span[] => {
    const within = meant
      .slice(firstEnding(meant, from), firstEnding(meant, to - 1) + 1)
      .filter(({ start }) => start < to);
    const all = within.reduce((sum, { i }) => sum + (likely[i] ?? 0), 0);
    return within.length === 0 || all / within.length >= leastOfRule ? [{ from, to, kind }] : [];
  });
  const spans = [...ruled, ...runs.map(([from, to]) => ({ from, to }))];
  const single = pieces.flatMap(({ text: word, start, end }, i) =>
    (likely[i] ?? 0) >= (/^\p{Ll}+$/u.test(word) ? leastOfPlain : leastOfPiece) &&
    !isFunction(word) &&
    /[\p{L}\p{N}]{2}|[^\s\p{L}\p{N}]{2}/u.test(word)
      ? [{ from: start, to: end }]
      : [],
  );
  const sure = single.filter(({ from }) => (likely[firstEnding(pieces, from)] ?? 0) >= leastOfJoined);
  const parts = [...spans, ...single, ...joinedOf(text, [...spans, ...sure])];
  return [...parts, ...linesOf(text, parts)].flatMap((span) =>
    clausesOf(text, span).map((one) => factOf(text, one)),
  );
}

/** The facts in a part of a sentence: of words that join several, none belongs to one. Code and messages stay whole. */
function clausesOf(text: string, span: Span): Span[] {
  const written = text.slice(span.from, span.to);
  if (span.kind !== undefined || !written.includes(' ') || kindOf(written) !== undefined) return [span];
  const words = [...written.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    word,
    from: span.from + index,
    kind: kindOf(bare(word)),
  }));
  if (words.some(({ word, kind }) => kind === undefined && signs.test(word))) return [span];
  if (!words.some(({ kind }) => kind !== undefined && kind !== 'number')) return [span];
  const isFact = ({ kind }: { kind: FactKind | undefined }) => kind !== undefined;
  const joins = ({ word, kind }: (typeof words)[number], i: number) =>
    kind === undefined &&
    /^\p{Ll}+$/u.test(word) &&
    isFunction(word) &&
    words.slice(0, i).some(isFact) &&
    words.slice(i).some(isFact);
  if (!words.some(joins)) return [span];
  return words.flatMap(({ word, from, kind }) => (kind ? [{ from, to: from + word.length, kind }] : []));
}

/** Lines of which most is in facts: of code, of messages, of versions. */
function linesOf(text: string, facts: readonly Span[]): Span[] {
  const covered = new Uint8Array(text.length);
  const whole = text.trim().length;
  for (const { from, to } of facts) covered.fill(1, from, to);
  return [...text.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index: from }) => {
    const to = from + line.length;
    const of = covered.subarray(from, to).reduce((sum, one) => sum + one, 0);
    const least = signs.test(line) ? leastOfSigns : leastOfLine;
    const isWhole = line.trim().length === whole;
    return of >= least * line.length && line.length <= longestFact && !isWhole ? [{ from, to }] : [];
  });
}

/** Facts that touch, as one. */
function joinedOf(text: string, spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = found.at(-1);
    if (last && span.to <= last.to) continue;
    const touches = last && (span.from < last.to || joint.test(text.slice(last.to, span.from)));
    if (last && touches && span.to - last.from <= longestFact) {
      last.to = span.to;
      last.kind ??= span.kind;
    } else found.push({ ...span });
  }
  return found;
}

const halves: readonly [string, string][] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
];

/** A span with the other half of a quote or bracket beside it, and what else belongs to code. */
function factOf(text: string, { from, to, kind }: Span): Fact {
  const written = text.slice(from, to);
  const count = (sign: string) => written.split(sign).length - 1;
  let [start, end] = [from, to];
  for (const quote of ['"', "'", '`']) {
    if (count(quote) % 2 === 0) continue;
    if (text[start - 1] === quote) start -= 1;
    else if (text[end] === quote) end += 1;
  }
  for (const [open, close] of halves) {
    if (count(open) > count(close) && text[end] === close) end += 1;
    if (count(close) > count(open) && text[start - 1] === open) start -= 1;
  }
  if (text[start - 1] === '$') start -= 1;
  if (text[end] === ';' && /[=()]/.test(text.slice(start, end))) end += 1;
  const fact = text.slice(start, end);
  return { kind: kind ?? kindOf(fact) ?? 'identifier', text: fact };
}
