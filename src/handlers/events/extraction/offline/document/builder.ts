import type { Block, BlockKind, DocumentModel, Heading, Known, Stamp } from './block.ts';
import { clockOn, fullDate } from './dates.ts';
import { announces } from './headings.ts';
import { plain } from './lines.ts';
import { authorsIn } from './names.ts';
import { dayNear } from './short-days.ts';

/** Collects the blocks of a document while its lines are read from top to bottom. */
export type Builder = {
  model: DocumentModel;
  path: Heading[];
  speaker: string | undefined;
  /** The speaker before the present one, who is answered. */
  previous: string | undefined;
  /** Whether who speaks holds only for the section: a name before a colon in minutes. */
  sectional: boolean;
  /** The day that times of day are counted on: of the last dated heading, of the incident, or of the document. */
  day: string | undefined;
  /** Time of the message that is read. */
  message: Stamp | undefined;
  /** Headings above the message that is read. */
  outside: readonly Heading[];
  block: Block | undefined;
  /** Starts a block; the one before is finished. */
  open(start: number, end: number, kind: BlockKind, more?: Partial<Block>): Block;
  close(): void;
  heading(level: number, text: string): void;
  says(speaker: string | undefined, iso: string | undefined): void;
};

export function builderOf(known: Known): Builder {
  const model: DocumentModel = {
    blocks: [],
    sender: undefined,
    recipient: undefined,
    date: undefined,
    incident: known.incident,
    dayFirst: false,
    names: new Set(known.participants),
    aliases: new Map(),
    deciders: [],
  };
  for (const name of known.author === null ? [] : authorsIn(known.author)) model.names.add(name);
  const builder: Builder = {
    model,
    path: [],
    speaker: undefined,
    previous: undefined,
    sectional: false,
    day: known.incident ?? known.day ?? undefined,
    message: undefined,
    outside: [],
    block: undefined,
    open(start, end, kind, more = {}) {
      builder.close();
      const dated = builder.path.findLast(({ iso }) => iso !== undefined);
      const message = dated === undefined || builder.outside.includes(dated) ? builder.message : undefined;
      const day = dated?.iso;
      const block: Block = {
        start,
        end,
        kind,
        path: builder.path,
        speaker: builder.speaker,
        listener: builder.previous,
        stamp:
          message ??
          // A time of day in a heading is that of an entry, as in a timeline.
          (day === undefined ? builder.message : { iso: day, from: day.includes('T') ? 'entry' : 'heading' }),
        depth: undefined,
        parent: undefined,
        box: undefined,
        cells: [],
        ...more,
      };
      builder.block = block;
      return block;
    },
    close() {
      const { block } = builder;
      if (block !== undefined && block.end > block.start) model.blocks.push(block);
      builder.block = undefined;
    },
    heading(level, text) {
      builder.close();
      if (builder.sectional) builder.speaker = undefined;
      const name = plain(text.slice(0, 300));
      const iso =
        fullDate(name, model.dayFirst)?.iso ??
        dayNear(name, builder.day ?? model.date, model.dayFirst) ??
        clockOn(name, builder.day);
      if (iso !== undefined) builder.day = iso;
      const heading = { level, text: name, announces: announces(name), iso, owners: [] };
      builder.path = [...builder.path.filter((above) => above.level < level), heading];
    },
    says(speaker, iso) {
      builder.close();
      if (speaker !== builder.speaker) builder.previous = builder.speaker;
      builder.speaker = speaker;
      if (speaker !== undefined) model.names.add(speaker);
      if (iso === undefined) return;
      builder.message = { iso, from: 'message' };
      builder.outside = builder.path;
    },
  };
  return builder;
}
