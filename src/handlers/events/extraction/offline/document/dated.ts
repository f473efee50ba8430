import type { Block, DocumentModel, Heading } from './block.ts';
import { fullDate } from './dates.ts';

/** What a release did is dated by its heading even if it is the only one. */
const version = /\bv?\d+\.\d+/;

/** Whether a heading names a version beside its day: "11.07.2022" is none. */
function namesVersion(text: string): boolean {
  const day = fullDate(text);
  return version.test(day === undefined ? text : `${text.slice(0, day.start)} ${text.slice(day.end)}`);
}

/** A heading that all stands below is the title of the document: its day is that of the whole, not of an entry. */
function titleDates(model: DocumentModel): void {
  const title = model.blocks[0]?.path[0];
  if (title?.iso === undefined || namesVersion(title.text)) return;
  if (model.blocks.length < 2 || model.blocks.some(({ path }) => path[0] !== title)) return;
  model.date ??= title.iso;
  for (const block of model.blocks) if (stampedBy(block) === title) block.stamp = undefined;
}

const next = /(?<!\p{L})(?:next|upcoming|nächste\p{L}*|kommende\p{L}*|prochaine?s?|próxim[oa]s?)(?!\p{L})/iu;

/** "Next meeting on 4 May": its day is not that of what is said of it. */
function ofNext(model: DocumentModel): DocumentModel {
  for (const block of model.blocks) if (next.test(stampedBy(block)?.text ?? '')) block.stamp = undefined;
  return model;
}

/** The heading that dates a block, if nothing nearer does; one with a time of day makes it an entry. */
function stampedBy({ path, stamp }: Block): Heading | undefined {
  const heading = path.findLast(({ iso }) => iso !== undefined);
  return stamp !== undefined && stamp.from !== 'message' && stamp.iso === heading?.iso ? heading : undefined;
}

/**
 * A single dated heading dates the whole document, as its title does; several date the entries below them.
 *
 * @param day that the source gives the document: a heading further down with another one dates what was added on it.
 */
export function dateOfDocument(model: DocumentModel, day?: string | null): DocumentModel {
  titleDates(model);
  const dated = new Set(model.blocks.flatMap(({ path }) => path.flatMap(({ iso }) => iso ?? [])));
  if (dated.size !== 1) return model;
  const [iso] = dated;
  const known = day ?? model.date;
  const other = known != null && known.slice(0, 10) !== iso?.slice(0, 10);
  if (other && model.blocks[0]?.path.every((above) => above.iso !== iso)) return ofNext(model);
  model.date ??= iso;
  for (const block of model.blocks) {
    const heading = block.path.find((above) => above.iso === iso)?.text ?? '';
    if (stampedBy(block)?.iso === iso && !namesVersion(heading)) block.stamp = undefined;
  }
  return model;
}
