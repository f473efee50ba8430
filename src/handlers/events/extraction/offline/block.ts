import type { Category } from '../domain/event.ts';
import type { Span } from './whole.ts';

/** A contiguous text by one author: a paragraph or an item of a list. */
export type Block = Span & {
  /** The speaker, if the text names one. */
  speaker: string | undefined;
  /** The category announced by the heading above. */
  section: Category | undefined;
  /** True for an item of a list, or a line of a note. */
  item: boolean;
  /** State of the item's checkbox, if it has one. */
  box: 'done' | 'open' | undefined;
};
