import { announces } from '../document/headings.ts';
import type { Span } from '../document/whole.ts';

/** A part of a sentence that can report an event of its own. */
export type Part = Span & {
  text: string;
  /** `condition` and `reason` depend on another part; `relative` describes something in it. */
  kind: 'main' | 'condition' | 'reason';
};

export type Sentence = Span & { text: string; question: boolean; label: string | undefined; parts: Part[] };

const abbreviation =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|sr|jr|no|nr|vs|etc|e\.g|i\.e|approx|ggf|bzw|usw|evtl|inkl|z\.b|d\.h|u\.a|fig|inc|ltd|co|dept|ca|cf|al|gen|rev|hon|sgt|capt|lt|[a-z])\.$/i;
const germanMonth =
  '(?:januar|jänner|februar|feber|märz|april|mai|juni|juli|august|september|oktober|november|dezember)';
const shortMonth = '(?:jan|feb|mär|apr|jun|jul|aug|sept?|okt|nov|dez)';
/** "18." of "bis zum 18. November", and "Nov." of "18. Nov.": the point makes a number an ordinal. */
const ordinal = new RegExp(String.raw`(?:^|[\s(])(?:[12]?\d|3[01])\.(?: ${shortMonth}\.)?$`, 'iu');
const afterOrdinal = new RegExp(
  String.raw`^\s(?:${germanMonth}\b|${shortMonth}\.|(?:quartal|halbjahr)s?\b|(?:und|oder|bis|sowie)\s\d|(?:0?[1-9]|1[0-2])\.\s[\p{Ll}\d])`,
  'iu',
);
const afterShortMonth = /^\s[\p{Ll}\d]/u;

/** "20.3." of "bis zum 20.3. neue Stühle": what follows begins no sentence. */
const inFigures = /(?:^|[^\d.])(?:[12]?\d|3[01])\. ?(?:0?[1-9]|1[0-2])\.$/;
const goesOn = /^\s{1,3}[\p{Ll}\d]/u;

/** Whether the point before `to` is part of a German date, and ends no sentence. */
function isInDate(body: string, from: number, to: number): boolean {
  const ending = body.slice(Math.max(from, to - 12), to);
  if (inFigures.test(ending) && goesOn.test(body.slice(to, to + 4))) return true;
  const [found] = ordinal.exec(ending) ?? [];
  if (found === undefined) return false;
  return (/\p{L}/u.test(found) ? afterShortMonth : afterOrdinal).test(body.slice(to, to + 12));
}

/** End of a sentence: its punctuation, closing marks, and the space after it. */
const stop = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s|$)|[。！？]["”’」』）]*/gu;

/** The sentences of a block, each at most a thousand characters, so that hostile texts cost no more than others. */
export function sentencesOf(text: string, block: Span): Sentence[] {
  const sentences: Sentence[] = [];
  const body = text.slice(block.start, block.end);
  const push = (from: number, to: number) => {
    for (let at = from; at < to; at += longest) {
      const raw = body.slice(at, Math.min(to, at + longest));
      const trimmed = raw.trim();
      if (trimmed === '') continue;
      const start = block.start + at + (raw.length - raw.trimStart().length);
      sentences.push({
        start,
        end: start + trimmed.length,
        text: trimmed,
        question: /\?["'”’)\]]*$/.test(trimmed) && !/,\s*(?:agreed|ok(?:ay)?|right|yes)\?$/i.test(trimmed),
        ...partsOf(trimmed, start),
      });
    }
  };
  let from = 0;
  for (const end of body.matchAll(stop)) {
    const to = end.index + end[0].length;
    if (
      end[0].startsWith('.') &&
      abbreviation.test(body.slice(Math.max(from, to - 12), to)) &&
      !/^\s+(?:I|We|He|She|They|It|The)\b/.test(body.slice(to, to + 8))
    )
      continue;
    if (end[0] === '.' && isInDate(body, from, to)) continue;
    push(from, to);
    from = to;
  }
  push(from, body.length);
  return sentences;
}
const longest = 1000;

const pronoun = String.raw`(?:I|we|you|he|she|they|it|this|that|there|nobody|everyone)(?:['’](?:ll|m|ve|re|s|d))?\b`;
/** Matches space only at its start: a long run would otherwise be rescanned from each of its characters. */
const space = String.raw`(?<!\s)\s+`;
const borders = [
  String.raw`(?<hard>(?:${space})?;\s+|${space}[-–—]{1,2}>?\s+|—|${space}->\s*)`,
  String.raw`(?<cond>(?:,\s+|${space})(?:if|unless|in case|provided|assuming)\s+)`,
  String.raw`(?<reason>(?:,\s+|${space})(?:because|so that|although|though|even though|whereas|while|when|whenever|which|who)\s+|(?:,\s+|${space})(?:since|until|after|before)\s+(?=${pronoun}))`,
  String.raw`(?<and>,\s+(?:and|but|so|yet|then|and so|and then|or)\s+|${space}(?:and|but|so|yet)\s+(?=${pronoun})|,\s+(?=(?:I|we|he|she|they)(?:['’](?:ll|m|ve|re|s|d))?\s)|,\s+(?=(?:will|going to|gonna)\s))`,
];
const border = new RegExp(borders.join('|'), 'giu');
/** Notes that list events in sequence: "merged the fix, paired with Ana". */
const told = new RegExp([...borders, String.raw`,\s+(?=\w{2,}ed\s)`].join('|'), 'giu');
const opening =
  /^(?:and\s+|but\s+|so\s+)?(?:(?<cond>if|unless|in case|provided|assuming|suppose|supposing|what if|should|had (?:i|we|he|she|they|it|you))|(?<reason>because|since|although|though|even though|while|whereas|when|whenever|once|after|before|as(?! (?:an?|of|for|part|promised|discussed|agreed|usual|well)\b)))\s/i;

const named = String.raw`(?!(?:I|we|he|she|they|it|you)\b)[\p{L}\d][^\s:.!?;,]*\.?(?: [^\s:.!?;,]+){0,2}:[*_]*\s+`;
/** Decoration may precede the label of a line, but not a quotation mark or a bracket. */
const label = new RegExp(`^[^\\p{L}\\p{N}"“„'‘’(\\[>]*(${named})`, 'iu');
const dashed = new RegExp(`(?:\\s[-–—]+\\s+|—)[*_]*(${named})`, 'iu');

/** A label at the start, or one after a dash that names the kind of sentence. */
function labelOf(text: string): { name: string; end: number } | undefined {
  const first = label.exec(text);
  const late = first === null ? dashed.exec(text) : null;
  const [whole, name] = first ?? late ?? [];
  if (whole === undefined || name === undefined) return undefined;
  const bare = name.replace(/:[*_]*\s+$/, '');
  if (late !== null && announces(bare) === undefined) return undefined;
  return { name: bare, end: (late?.index ?? 0) + whole.length };
}

/** The parts of a sentence; text before a colon at its start is a label, not a part. */
function partsOf(text: string, start: number): { label: string | undefined; parts: Part[] } {
  const parts: Part[] = [];
  const labelled = labelOf(text);
  let from = labelled?.end ?? 0;
  const first = opening.exec(text.slice(from))?.groups;
  let kind: Part['kind'] = first?.cond ? 'condition' : first?.reason ? 'reason' : 'main';
  const push = (to: number) => {
    const raw = text.slice(from, to);
    const body = raw.trim();
    const at = start + from + (raw.length - raw.trimStart().length);
    if (body !== '') parts.push({ start: at, end: at + body.length, text: body, kind });
  };
  // An opening clause ends with its comma.
  const comma = kind === 'main' ? null : /,\s+(?!(?:and|or)\b)/.exec(text.slice(from));
  if (comma !== null) {
    push(from + comma.index);
    from += comma.index + comma[0].length;
    kind = 'main';
  }
  for (const match of text.matchAll(/^\w{2,}ed\s/i.test(text.slice(from)) ? told : border)) {
    if (match.index <= from) continue;
    push(match.index);
    from = match.index + match[0].length;
    kind = match.groups?.cond ? 'condition' : match.groups?.reason ? 'reason' : 'main';
  }
  push(text.length);
  return { label: labelled?.name, parts };
}
