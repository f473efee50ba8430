import type { Span } from './whole.ts';

/** A part of a sentence that can report something of its own. */
export type Part = Span & {
  text: string;
  /** `condition` and `reason` depend on another part; `relative` describes something in it. */
  kind: 'main' | 'condition' | 'reason';
};

export type Sentence = Span & { text: string; question: boolean; label: string | undefined; parts: Part[] };

const abbreviation =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|sr|jr|no|nr|vs|etc|e\.g|i\.e|approx|fig|inc|ltd|co|dept|ca|cf|al|gen|rev|hon|sgt|capt|lt|[a-z])\.$/i;
/** What may end a sentence: its sign with all that closes it, and the space after. */
const stop = /[.!?…]+["'”’)\]]*(?=\s|$)|[。！？]["”’」』）]*/gu;

/** Sentences of a block; no longer than a thousand characters each, so that hostile texts cost no more than others. */
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
    push(from, to);
    from = to;
  }
  push(from, body.length);
  return sentences;
}
const longest = 1000;

const pronoun = String.raw`(?:I|we|you|he|she|they|it|this|that|there|nobody|everyone)(?:['’](?:ll|m|ve|re|s|d))?\b`;
const border = new RegExp(
  [
    String.raw`(?<hard>\s*;\s+|\s+[-–—]{1,2}>?\s+|—|\s+->\s*)`,
    String.raw`(?<cond>,?\s+(?:if|unless|in case|provided|assuming)\s+)`,
    String.raw`(?<reason>,?\s+(?:because|so that|although|though|even though|whereas|while|when|whenever|which|who)\s+|,?\s+(?:since|until|after|before)\s+(?=${pronoun}))`,
    String.raw`(?<and>,\s+(?:and|but|so|yet|then|and so|and then|or)\s+|\s+(?:and|but|so|yet)\s+(?=${pronoun})|,\s+(?=(?:I|we|he|she|they)(?:['’](?:ll|m|ve|re|s|d))?\s)|,\s+(?=(?:will|going to|gonna)\s))`,
  ].join('|'),
  'giu',
);
const opening =
  /^(?:and\s+|but\s+|so\s+)?(?:(?<cond>if|unless|in case|provided|assuming|suppose|supposing|what if|had (?:i|we|he|she|they|it|you))|(?<reason>because|since|although|though|even though|while|whereas|when|whenever|once|after|before|as(?! (?:an?|of|for|part|promised|discussed|agreed|usual|well)\b)))\s/i;

const label = /^(?!(?:I|we|he|she|they|it|you)\b)[\p{L}\d][^\s:.!?;,]*\.?(?: [^\s:.!?;,]+){0,2}:\s+/iu;

/** The parts of a sentence; what stands before a colon at its beginning is a label and none of them. */
function partsOf(text: string, start: number): { label: string | undefined; parts: Part[] } {
  const parts: Part[] = [];
  const labelled = label.exec(text)?.[0];
  let from = labelled?.length ?? 0;
  const first = opening.exec(text.slice(from))?.groups;
  let kind: Part['kind'] = first?.cond ? 'condition' : first?.reason ? 'reason' : 'main';
  const push = (to: number) => {
    const raw = text.slice(from, to);
    const body = raw.trim();
    const at = start + from + (raw.length - raw.trimStart().length);
    if (body !== '') parts.push({ start: at, end: at + body.length, text: body, kind });
  };
  // The clause that opens a sentence ends with its comma.
  const comma = kind === 'main' ? null : /,\s+(?!(?:and|or)\b)/.exec(text.slice(from));
  if (comma !== null) {
    push(from + comma.index);
    from += comma.index + comma[0].length;
    kind = 'main';
  }
  for (const match of text.matchAll(border)) {
    if (match.index <= from) continue;
    push(match.index);
    from = match.index + match[0].length;
    kind = match.groups?.cond ? 'condition' : match.groups?.reason ? 'reason' : 'main';
  }
  push(text.length);
  return { label: labelled?.replace(/:\s+$/, ''), parts };
}
