import type { Category } from '../domain/event.ts';
import type { Span } from './whole.ts';

/** A stretch of text that one person says in one go, a paragraph or an item of a list. */
export type Block = Span & {
  /** Who speaks, where the text says so. */
  speaker: string | undefined;
  /** What the heading above announces. */
  section: Category | undefined;
  /** An item of a list, or a line of a note. */
  item: boolean;
  /** A ticked box, an open one, or none. */
  box: 'done' | 'open' | undefined;
};
