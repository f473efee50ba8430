import { plain } from './document/lines.ts';
import { cleaned } from './features/index.ts';
import type { Unit } from './units/units.ts';

/** Words that point to something said before. */
const pointing =
  /^(?:it|this|that|these|those|they|he|she|er|sie|es|dies\w*|das|il|elle|ils|cela|ça|ce|eso|esto|este|esta)\b/i;
/** Who speaks or acts, by initials: "HI: …", "BOK will …". */
const initials = /^\p{Lu}{2,4}(?=:? )/u;
const short = 5;
const longest = 400;

/**
 * A sentence that a reader understands without the document: who, what, and about what when its words do not say.
 *
 * @param actor who did or said it, unless the words name them.
 * @param called the name of whom a short name or initials are for.
 */
export function narrate(
  unit: Unit,
  actor: string | undefined,
  title: string | null,
  called: (name: string) => string = (name) => name,
): string {
  const said = plain(
    cleaned(unit.text.length * 2 < unit.sentence.text.length ? unit.text : unit.sentence.text),
  )
    .replace(/^(?:#(?:action|info|agreed|topic)\b|\[[ xX]\]|[,;:–-])\s*/i, '')
    .replace(/ ?\| ?/g, ': ')
    .replace(/^: |: $/g, '')
    .trim();
  const text = said === '' ? cleaned(unit.text) : said;
  const told = text.replace(initials, (short) => (called(short) === actor ? (actor ?? short) : short));
  const clipped = told.length > longest ? `${told.slice(0, longest).toWellFormed()}…` : told;
  const named =
    actor === undefined || clipped.toLowerCase().includes(actor.toLowerCase().split(/[\s_]/)[0] ?? '');
  const whole = named ? clipped : `${actor}: ${clipped}`;
  const vague = clipped.split(/\s+/, short).length < short || pointing.test(clipped);
  const topic =
    unit.block.parent ?? unit.block.path.findLast(({ announces }) => announces === undefined)?.text ?? title;
  return vague && topic !== null && topic !== ''
    ? `${whole} (${plain(topic).slice(0, 120).toWellFormed()})`
    : whole;
}
