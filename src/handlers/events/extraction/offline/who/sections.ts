import type { Heading } from '../document/block.ts';
import { isGivenName } from '../document/given-names.ts';
import { announces } from '../document/headings.ts';
import { namesInList } from '../document/names.ts';
import { readClause } from '../grammar/clause.ts';
import { isPersonal } from './looks.ts';
import { mentionsIn } from './mentions.ts';
import type { Registry } from './registry.ts';

/** "Investigation (Ana)": the people in brackets at the end of the nearest heading that has some. */
export function bracketed(path: readonly Heading[], registry: Registry): string[] {
  for (const { text } of path.toReversed()) {
    const [, inner = ''] = /\(([^()]{2,60})\)\s*:?$/.exec(text.slice(0, 200)) ?? [];
    const names = namesInList(inner);
    if (
      names.length > 0 &&
      names.every((name) => registry.isKnown(name) || isGivenName(name.split(' ')[0] ?? ''))
    )
      return names;
  }
  return [];
}

/** "Ana", "Ana Lopez:": a section of what one person reports, whose heading is a name and no more. */
const isReporter = (heading: string, registry: Registry): boolean => {
  const name = heading.replace(/^@|(?<![\s:])[\s:]+$/g, '');
  return (
    name.length < 40 &&
    !/\d/.test(name) &&
    announces(name) === undefined &&
    (isGivenName(name.split(' ')[0] ?? '') ? /^\S+(?: \p{Lu}\S*){0,2}$/u.test(name) : registry.isKnown(name))
  );
};

const name = String.raw`@?(\p{L}[\p{L}\p{N}_.'’-]{0,30}?(?: \p{Lu}[\p{L}.'’-]{0,30}?){0,2})`;
const report = '(?:updates?|reports?|overview|summary|status|news|round-?up|recap)';
/** "Ana gave a progress report:", "Ana reports on the roof:", "Ana's update", "Update from Ana". */
const reporting = [
  new RegExp(
    String.raw`^${name} (?:(?:gave|gives|shared|shares|provided|provides|presented|presents|read)(?= [^:]{0,60}${report}(?!\p{L}))|report(?:s|ed)|berichtet[e]?|rapporte|informa|informó)(?!\p{L})[^.]{0,80}$`,
    'iu',
  ),
  new RegExp(String.raw`^${name}['’]s? (?:[\p{L}-]{1,20} ){0,2}${report}\s?:?$`, 'iu'),
  new RegExp(
    String.raw`^(?:[\p{L}-]{1,20} ){0,2}(?:${report}|bericht|rapport|informe) (?:from|by|von|de) ${name}\s?:?$`,
    'iu',
  ),
];

/** Whose report stands below a line: it names a person and no more, or says that someone reports. */
export function reporterIn(line: string, registry: Registry): string | undefined {
  const words = line
    .slice(0, 160)
    .replace(/^[^\p{L}@]+|[*_]+(?=:?$)/gu, '')
    .trim();
  if (isReporter(words, registry)) return words.replace(/^@|(?<![\s:])[\s:]+$/g, '');
  for (const pattern of reporting) {
    const found = pattern.exec(words)?.[1];
    if (found !== undefined && (registry.isKnown(found) || isGivenName(found.split(' ')[0] ?? '')))
      return found;
  }
  return undefined;
}

/** Whose the points of a list are, by the sentence above it: "Ana Lopez mended the gate. To do so she:", "Changes by Ana:". */
export function leadIn(lead: string, registry: Registry, german: boolean): string | undefined {
  // Those who are asked or told something do what follows.
  if (asks.test(lead)) return undefined;
  return mentionsIn(lead, registry, readClause(lead), german).find(
    ({ name, place }) => /^(?:subject|by|label)$/.test(place) && isPersonal(name, registry),
  )?.name;
}
const asks =
  /(?<!\p{L})(?:asks?|asked|tells?|told|wants?|wanted|needs?|needed|reminds?|reminded|requests?|requested|bittet|bat|demande|pide|pidió)(?!\p{L})/iu;
