import type { Span } from './whole.ts';

/** A heading above a block; `level` 1 is the outermost, `iso` a full date in it. */
export type Heading = {
  level: number;
  text: string;
  announces: string | undefined;
  iso: string | undefined;
  owners: string[];
  /** Set where it is an item with the name of a person: its indent, and whether points have been nested below it. */
  round?: { indent: number; nests: boolean };
};

/** A cell of a table row, with the heading of its column in lower case. */
export type Cell = Span & { head: string; text: string };

/** A time that the layout gives to a block: that of its message, its own entry, or a dated heading above. */
export type Stamp = { iso: string; from: 'message' | 'entry' | 'heading' };

export type BlockKind = 'paragraph' | 'item' | 'row' | 'field' | 'quoted' | 'message';

/** Who an item is given to, and where that stands; `everyone` when it names no one in particular. */
export type Assigned = { owners: string[]; everyone: boolean; by: 'key' | 'bracket' | 'arrow' };

/** A contiguous text by one author: a paragraph, an item of a list, a row of a table, a field, a message. */
export type Block = Span & {
  kind: BlockKind;
  /** Headings above, outermost first. */
  path: readonly Heading[];
  /** Who wrote or said it, if the layout names one, and to whom. */
  speaker: string | undefined;
  listener: string | undefined;
  stamp: Stamp | undefined;
  /** Depth of a list item, from 0; undefined elsewhere. */
  depth: number | undefined;
  /** Text of the item that this one is nested in. */
  parent: string | undefined;
  /** Texts of the nearest items that it is nested in, innermost first. */
  above?: readonly string[];
  /** The sentence that the list of this item follows: "Ana did three things:". */
  lead?: string;
  /** State of the item's check box, if it has one. */
  box: 'done' | 'open' | undefined;
  /** All cells of a row of a table; the block is the cell that says most. */
  cells: readonly Cell[];
  /** Who it is given to, by its layout. */
  assigned?: Assigned | undefined;
  /** What a field of it says of the day by which it is due. */
  dueText?: string | undefined;
};

/** A document as a reader sees it: blocks, and what its head tells about all of them. */
export type DocumentModel = {
  blocks: Block[];
  /** Sender of a mail, or author named in a header. */
  sender: string | undefined;
  recipient: string | undefined;
  /** Day of the meeting, record or message that a header states; ISO 8601. */
  date: string | undefined;
  /** The day of what the text tells of, where its head or first lines say so: more certain than any other. */
  held?: string | undefined;
  /** The day of the incident that it tells of. */
  incident?: string | undefined;
  /** Whether the text writes days before months: "3/4/2026" is of April. */
  dayFirst: boolean;
  /** Names in headers, attendance lists and before what they say, in order of appearance. */
  names: Set<string>;
  /** Short names that a table or list explains: `MF` is Michael Ficarra. */
  aliases: Map<string, string>;
  /** Those who decided, by the header of a decision record. */
  deciders: string[];
};

/** What is known of a document beside its text. */
export type Known = {
  type: string;
  participants: readonly string[];
  author: string | null;
  /** ISO 639-1; English where it is not known. */
  language?: string;
  /** Day of the document, if its source states one; ISO 8601. */
  day?: string | null;
  /** Day of the incident that it tells of; ISO 8601. */
  incident?: string | undefined;
};
