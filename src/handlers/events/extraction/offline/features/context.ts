import type { Genre } from '../document/genre.ts';
import type { Language } from '../document/language.ts';
import type { Clause } from '../grammar/clause.ts';
import type { Unit } from '../units/units.ts';

/** What is the same for all units of a document. */
export type Context = {
  language: Language;
  genre: Genre;
  type: string;
  title: string | null;
  /** Length of the text, in code units. */
  length: number;
};

/** A unit with the features that the weights are for, each present once. */
export type Candidate = {
  unit: Unit;
  features: string[];
  clause: Clause | undefined;
  context: Context;
  /** The candidate before it in the document. */
  before?: Candidate | undefined;
};
