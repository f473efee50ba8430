import { announces } from '../document/headings.ts';
import type { Clause } from '../grammar/clause.ts';
import { readings } from '../grammar/verb-group.ts';
import { notNames } from '../grammar/words.ts';
import { groupsIn } from './groups.ts';
import { joined } from './joined.ts';
import type { Mention } from './mention.ts';
import { nameIn } from './name.ts';
import { partiesIn } from './parties.ts';
import type { Registry } from './registry.ts';

/** SED4906 is one, 3G is none. */
const word = String.raw`[\p{Lu}][\p{L}\p{M}\p{N}'’-]*\.?`;
const joiner = '(?:of|the|for|van|von|de|da|di|del|la|le|der|du|des)';
/** A run of capitalised words. */
const run = new RegExp(String.raw`(?<![\p{L}\p{N}@_./-])${word}(?: (?:${joiner} )?${word}){0,4}`, 'gu');
const handle = /(?<![\p{L}\p{N}./])@\*{0,2}([\p{L}\p{N}][\p{L}\p{N}_-]{1,38})/gu;
const single = /(?<![\p{L}\p{N}@_./-])[\p{L}\p{N}][\p{L}\p{N}_'’-]{1,38}/gu;

/** The mentions in a text, in order. */
export function mentionsIn(
  text: string,
  registry: Registry,
  clause: Clause | undefined,
  german = false,
): Mention[] {
  const body = text.slice(0, 600);
  const verbAt = verbOffset(body, clause);
  const found: (Mention & { start: number })[] = [];
  const add = (name: string, start: number, end: number, kind?: Mention['place']) => {
    if (found.some((one) => start < one.start + one.name.length && one.start < end)) return;
    const before = wordBefore(body, start);
    found.push({ name, start, word: before, place: kind ?? placeOf(body, start, end, before, verbAt) });
  };
  for (const match of body.matchAll(handle)) {
    const [before = ''] =
      /(?<!\p{L})\p{L}{1,12}(?=\s{1,2}$)/u.exec(body.slice(Math.max(0, match.index - 12), match.index)) ?? [];
    const place = placeOf(body, match.index, match.index + match[0].length, before.toLowerCase(), verbAt);
    add(match[1] ?? '', match.index, match.index + match[0].length, place === 'object' ? 'handle' : place);
  }
  for (const match of body.matchAll(run)) {
    const name = nameIn(
      match[0],
      match.index === 0 || /[.!?:]\s*$/.test(body.slice(0, match.index)),
      registry,
      german,
    );
    if (name === undefined) continue;
    const start = match.index + match[0].indexOf(name);
    // One unknown word at the start may be capitalised for its place alone.
    const opens = /^[^\p{L}]*$/u.test(body.slice(0, start)) && !name.includes(' ') && !registry.isKnown(name);
    const place = placeOf(body, start, match.index + match[0].length, '', verbAt);
    add(name, start, match.index + match[0].length, opens && place === 'subject' ? 'opener' : undefined);
  }
  for (const match of body.matchAll(single)) {
    const raw = match[0].replace(/['’]s$|(?<!_)_+$/, '');
    const low = raw.toLowerCase();
    if (
      registry.words.has(low) &&
      (low.length > 3 || raw === raw.toUpperCase() || isNick(raw, registry)) &&
      !ordinary.has(low)
    )
      add(raw, match.index, match.index + match[0].length);
  }
  for (const { name, start, end, by } of partiesIn(body, german))
    add(name, start, end, by ? 'by' : verbAt === undefined || start < verbAt ? 'party' : 'object');
  for (const { name, place } of groupsIn(body, clause, verbAt)) {
    const start = body.toLowerCase().indexOf(name.toLowerCase());
    if (start === -1) continue;
    // "Freight team": Freight is who it is of, and nobody.
    const part = found.findIndex((one) => one.start === start && name.startsWith(`${one.name} `));
    if (part !== -1 && place === 'group' && !registry.isKnown(found[part]?.name ?? '')) found.splice(part, 1);
    add(name, start, start + name.length, place);
  }
  for (const [all, bracketed, first] of body.matchAll(tagged)) {
    const name = bracketed ?? first ?? '';
    const start = body.indexOf(name);
    if (/\p{L}{2}/u.test(name) && !notNames.has(name) && !announces(name) && !commitKinds.has(name))
      add(name, start, all.length, 'label');
  }
  return joined(
    found.sort((a, b) => a.start - b.start),
    body,
  ).slice(0, 8);
}

/** `conda: …`, `[mamba] …`: who, in lower case, before what they do. */
const tagged =
  /^[\s*•-]{0,6}(?:\[([\p{Ll}\p{N}][\p{L}\p{N}_-]{1,24})\]\s|[_*]{0,2}([\p{Ll}][\p{L}\p{N}-]{0,23}[\p{L}\p{N}])[_*]{0,2} ?:[_*]{0,2}\s)/gu;

/** "fix: …" tells of a change in a code, not who made it. */
const commitKinds = new Set('fix feat chore docs refactor test tests perf build ci style revert'.split(' '));

/** Three letters that are no word, and how one of a chat calls himself. */
const isNick = (raw: string, registry: Registry): boolean =>
  raw.length === 3 && registry.words.get(raw) === raw && readings(raw).length === 0 && !notNames.has(raw);

const ordinary = new Set(
  'will mark may can all team note just like time next open work code data'.split(' '),
);

/** The word before a place, in lower case; that before an article, where it tells by whom something is done. */
function wordBefore(text: string, start: number): string {
  const head = text.slice(Math.max(0, start - 32), start);
  if (byBefore.test(head)) return 'by';
  return /(?<![\p{L}'’])([\p{L}'’]{1,24})[\s"“(*_`@-]{0,8}$/u.exec(head)?.[1]?.toLowerCase() ?? '';
}
const byBefore =
  /(?<!\p{L})(?:(?:by|par|por|durch|von)(?: (?:the|our|an?|der|die|das|dem|den|eine[nmr]?|le|la|les|une?|nos|notre|el|los|las|nuestr[ao]s?))? |vom |seitens (?:de[rs] )?|(?:par|de la part de) l['’]|de la part (?:de(?: la)?|du|des) |de parte de(?:l| la| los| las)? )["“«*_@]{0,3}$/iu;

/** Where the verb stands, so that those before it are the subject. */
function verbOffset(text: string, clause: Clause | undefined): number | undefined {
  const verb = clause?.verb;
  if (clause === undefined || verb === undefined) return undefined;
  let at = 0;
  for (const { raw } of clause.words.slice(0, verb.from + 1)) {
    const next = text.indexOf(raw, at);
    if (next !== -1) at = next + (clause.words[verb.from]?.raw === raw ? 0 : raw.length);
  }
  return at;
}

function placeOf(
  text: string,
  start: number,
  end: number,
  before: string,
  verbAt: number | undefined,
): Mention['place'] {
  const after = text.slice(end, end + 12);
  const head = text.slice(0, start);
  if (/^[\s*_-]*[([]$/.test(head) && /^[)\]]/.test(after)) return 'label';
  if (/^[\s*_\d[\]().-]*$/.test(head) && /^[*_\])]*(?: ?\([^()]*\))? ?(?::|[-–—]\s|→|to\s)/u.test(after))
    return 'label';
  if (/(?:,| and| &|\/)\s*$/.test(head) && /^[*_]*\s*(?::|[-–—]\s)/.test(after) && start < 60) return 'label';
  if (before === 'by') return 'by';
  if (/^(?:with|mit|avec|con)$/.test(before)) return 'with';
  if (/^(?:to|for|an|für|à|pour|para)$/.test(before)) return 'to';
  if (/^(?:from|aus|de)$/.test(before)) return 'from';
  if (/[([]\s*@?$/.test(head) && /^[^()]{0,12}[)\]]\.?\s*$/.test(after)) return 'tail';
  if (/[-–—>]\s*@?$/.test(head) && /^\s*[.)]?$/.test(after)) return 'tail';
  return verbAt !== undefined ? (start < verbAt ? 'subject' : 'object') : start < 25 ? 'subject' : 'object';
}
