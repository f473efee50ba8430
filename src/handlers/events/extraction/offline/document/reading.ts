import type { Known, Stamp } from './block.ts';
import type { Builder } from './builder.ts';
import type { Heads } from './heads.ts';
import type { ChatLog } from './relayed.ts';

/** How a text gives who speaks. */
export type Talk = {
  /** A chat or transcript: any `Name: …` is a turn. */
  chat: boolean;
  /** Turns are marked by `<name>`: other names before a colon are not. */
  tagged: boolean;
  /** Whether several lines begin with `@name:`. */
  handles: boolean;
  log: ChatLog;
  /** The lines that begin messages, by the shape that they share. */
  heads: Heads;
  /** Where the head of a message ends that goes over two lines. */
  until?: number | undefined;
  /** Who wrote the message that is read, by the line above it. */
  head?: string;
  /** Names that stand before a colon often enough to be speakers. */
  names: ReadonlySet<string>;
  /** Whose words a scribe passed on last. */
  relayed?: { scribe: string; speaker: string };
};

/** Who wrote what a mail quotes, and when, as the line above the quotation says. */
export type Quoted = { name: string | undefined; iso: string | undefined };

/** State of a mail, or of several in one text: its header, what it quotes, where its signature begins. */
export type Letter = {
  mail: boolean;
  /** True while lines of a header are read. */
  header: boolean;
  /** Whether a header has been read: an empty line ends it. */
  started: boolean;
  /** The rest is a signature. */
  over: boolean;
  /** Who wrote the text that is quoted, from that behind one mark on. */
  quotes: (Quoted | undefined)[];
  /** How many marks stood before the quoted line above. */
  depth: number;
  /** Lines before this offset are of a head that has been read. */
  until: number;
};

/** What the rules for lines share. */
export type Reading = {
  text: string;
  known: Known;
  build: Builder;
  talk: Talk;
  letter: Letter;
  /** Whether it is written in Org mode: a line that begins with stars is a heading. */
  org: boolean;
  /** Column headings of the table whose rows follow, in lower case. */
  heads: string[];
  /** Items that are open, outermost first, with their indent. */
  items: { indent: number; text: string; stamp: Stamp | undefined }[];
  /** The line before, and whether it is empty. */
  above: string;
  apart: boolean;
};
