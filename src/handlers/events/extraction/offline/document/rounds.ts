import { isGivenName } from './given-names.ts';
import type { Reading } from './reading.ts';

/** Rounds of a meeting: items with the name of a person, whose points are nested below. */

/** Level of the headings that are items. */
const levelOfItem = 8;

/** Opens a heading that is an item, within the points of a person where it is one of them. */
export function headItem(reading: Reading, body: string, indent: number): void {
  const { build } = reading;
  leave(reading, indent);
  const within = build.path.some(({ round }) => round !== undefined && round.indent < indent);
  build.heading(levelOfItem + (within ? Math.min(indent, 99) / 100 : 0), body);
  const heading = build.path.at(-1);
  const name = heading?.text.replace(/^@|[\s:]{1,9}$/g, '') ?? '';
  if (heading !== undefined && (isGivenName(name.split(' ')[0] ?? '') || build.model.names.has(name)))
    heading.round = { indent, nests: false };
}

/** Closes the points of a person that an item at an indent is none of. */
export function leave({ build }: Reading, indent: number): void {
  const at = build.path.findIndex((above) => above.round !== undefined);
  const round = build.path[at]?.round;
  if (round === undefined) return;
  if (round.indent < indent) round.nests = true;
  else if (round.indent > indent || round.nests) build.path = build.path.slice(0, at);
}
