import type { Named } from '../names/lexicon.ts';
import type { Part } from './clause.ts';
import type { Entry } from './grammar.ts';
import type { Frame, PrepositionKind } from './tables.ts';

/** A part with the options that it names. */
export type NamedPart = Part & { options: readonly Named[]; known: boolean; capital: boolean };

/** What becomes of an option. */
export type Role = 'chosen' | 'rejected';
export type Told = { part: NamedPart; role: Role; direction: Frame | 'instead' };

/** A verb or noun of deciding in one of its readings. */
export type Found = { at: number; entry: Entry };

export const has = (part: Part, ...kinds: PrepositionKind[]): boolean =>
  kinds.some((kind) => part.kinds.includes(kind));
/** After no preposition. */
export const bare = (part: Part): boolean =>
  part.preposition === '' || (part.listed && part.kinds.length === 0);
/** What begins the list that a part belongs to. */
export function headOf(part: NamedPart, parts: readonly NamedPart[]): NamedPart {
  const before = parts[parts.indexOf(part) - 1];
  return part.listed && before ? headOf(before, parts) : part;
}

/** With the rest of the lists that they begin. */
export const withListed = (some: readonly NamedPart[], parts: readonly NamedPart[]): NamedPart[] =>
  parts.filter((part) => some.includes(part) || some.includes(headOf(part, parts)));
