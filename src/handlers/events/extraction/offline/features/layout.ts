import { announces, columns } from '../document/headings.ts';
import type { Unit } from '../units/units.ts';
import type { Context } from './context.ts';
import { tokensOf } from './words.ts';

const bucket = (value: number, borders: readonly number[]): string =>
  String(borders.findIndex((border) => value <= border) + 1 || borders.length + 1);

/** Features of where a unit stands and how it looks. */
export function layoutFeatures(unit: Unit, { language, genre, type, title, length }: Context): string[] {
  const { block, text, sentence } = unit;
  const words = text.match(/\S+/g)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const found = [
    'bias',
    `language:${language}`,
    `genre:${genre}`,
    `type:${type}`,
    `kind:${block.kind}`,
    `${genre}:${block.kind}`,
    `words:${bucket(words, [2, 4, 7, 12, 18, 25, 40])}`,
    `place:${bucket(unit.start / Math.max(1, length), [0.05, 0.2, 0.5, 0.8])}`,
    `sentence:${bucket(unit.at, [0, 1, 2, 4])}`,
    unit.start === sentence.start ? (unit.end === sentence.end ? 'part:whole' : 'part:first') : 'part:later',
    `ends:${/[.!?:…,;]$/.exec(text)?.[0] ?? 'none'}`,
    block.speaker === undefined ? 'speaker:none' : 'speaker:known',
    block.stamp === undefined ? 'stamp:none' : `stamp:${block.stamp.from}`,
  ];
  const add = (yes: boolean, name: string) => {
    if (yes) found.push(name);
  };
  if (block.depth !== undefined) found.push(`depth:${block.depth}`);
  if (block.box !== undefined) found.push(`box:${block.box}`, `${genre}:box:${block.box}`);
  const last = block.path.at(-1);
  const heading = block.path.findLast(({ announces: kind }) => kind !== undefined)?.announces ?? 'none';
  found.push(`heading:${heading}`, `heading:${heading}:${genre}`, `heading:${heading}:${block.kind}`);
  for (const word of new Set(tokensOf(last?.text ?? '', language).slice(0, 6))) found.push(`h:${word}`);
  if (block.parent !== undefined) {
    found.push(`parent:${announces(block.parent) ?? 'other'}`);
    for (const word of new Set(tokensOf(block.parent, language).slice(0, 4))) found.push(`parent:${word}`);
  }
  for (const { head } of block.cells) {
    add(columns.owner.test(head), 'column:owner');
    add(columns.due.test(head), 'column:due');
  }
  for (const word of new Set(tokensOf(title ?? '', language).slice(0, 8))) found.push(`t:${word}`);
  add(/^\p{Ll}/u.test(text), 'looks:lower');
  add(/^[^\p{L}]*\p{Lu}\p{Ll}+ed\b/u.test(text), 'looks:did');
  add(/^[^\p{L}]*\p{Lu}\p{Ll}+ing\b/u.test(text), 'looks:doing');
  add(/\?["'”’)]*$/.test(text), 'looks:question');
  add(/!["'”’)]*$/.test(text), 'looks:shout');
  add(/https?:\/\//.test(text), 'looks:url');
  add(/`/.test(text), 'looks:code');
  add(/#\d+/.test(text), 'looks:issue');
  add(/@\p{L}/u.test(text), 'looks:handle');
  add(/\bv?\d+\.\d+/.test(text), 'looks:version');
  add(/\d{4}-\d\d-\d\d|\d{1,2}:\d\d/.test(text), 'looks:date');
  add(/\d/.test(text), 'looks:number');
  add(/["“„«]/.test(text), 'looks:quote');
  add(/:$/.test(text), 'looks:lead');
  add(/^\(.*\)$/s.test(text), 'looks:aside');
  add(letters * 2 < text.length, 'looks:noise');
  add(/[^.!?]\s\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+/u.test(text), 'looks:name');
  add(
    /^[^\p{L}]*\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)? (?:to|will|is|has|noted|said|reported|suggested|asked|proposed)\b/u.test(
      text,
    ),
    'looks:actor',
  );
  add(assigns(text), 'looks:todo');
  add(/^(?:[-=]{1,2}>|→|⇒|=>)/.test(text), 'looks:outcome');
  const marker =
    /^[\s*_#[(>-]{0,6}(ACTION|TODO|AI|AP|INFO|DONE|DECISION|DECIDED|AGREED|RESOLVED|RESOLUTION|PROPOSED|PROPOSAL|VOTE|RISK|ISSUE|BLOCKER|IDEA|ASK|FYI|NOTE|AUFGABE|BESCHLUSS|ACUERDO)(?![\p{L}\p{N}'-])/u.exec(
      text,
    )?.[1];
  if (marker !== undefined) found.push(`marker:${marker}`);
  add(
    /^[^\p{L}]*(?:thanks?|thank you|kudos|shout-?out|congrat\p{L}*|great (?:work|job)|well done|merci|danke|vielen dank|gracias|bravo)\b/iu.test(
      text,
    ),
    'looks:thanks',
  );
  add(
    /^[^\p{L}]*(?:bug ?)?fix(?:e[sd])?\b|^[^\p{L}]*(?:feat|chore|docs|refactor|perf|build|ci|test)(?:\([^()]*\))?!?:/iu.test(
      text,
    ),
    'looks:commit',
  );
  add(
    /\b(?:is|are|was|were|looks?|seems?|feels?|sounds?|works?) (?:\w+ )?(?:good|great|fine|nice|ok(?:ay)?|awesome|excellent|better|best|reasonable|solid|helpful|useful|fun|easy|clear|clean|impressive|amazing|promising|interesting|positive)\b/i.test(
      text,
    ),
    'looks:praise',
  );
  add(
    /\b(?:can(?:not|'t|’t| not)|could(?:n't|n’t| not)|do(?:es)?(?:n't|n’t| not)|did(?:n't|n’t| not)|is(?:n't|n’t| not)|are(?:n't|n’t| not)|has(?:n't|n’t| not)|have(?:n't|n’t| not)|won(?:'t|’t)|unable|no longer|too \w+|lack\w*|hard to|difficult)\b/i.test(
      text,
    ),
    'looks:trouble',
  );
  add(
    /\b(?:has|have|had|was|were|been|is|are|got) (?:\w+ly |now |also |already |just |been )?\w{2,}(?:ed|wn|en|lt|nt|ilt|ut)\b/i.test(
      text,
    ),
    'looks:was-done',
  );
  return found;
}

/** "Ana and Ben to call the vendor": names, then "to" and a verb. */
function assigns(text: string): boolean {
  const [, head] = /^[^\p{L}@]{0,12}(.{2,60}?) to \p{Ll}{2,}/u.exec(text.slice(0, 100)) ?? [];
  const words = head?.split(/[ ,/]+/) ?? [];
  return (
    words.length > 0 &&
    words.every((word) => /^@?\p{Lu}|^@|^(?:and|und|et|y|&|\+)$|[\d_-]/u.test(word)) &&
    !/(?:ed|ing)$|^(?:need|want|have|how|due|according)$/i.test(words.at(-1) ?? '')
  );
}
