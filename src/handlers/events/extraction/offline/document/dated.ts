import type { DocumentModel } from './block.ts';

/** What a release did is dated by its heading even if it is the only one. */
const version = /\bv?\d+\.\d+/;

/** A heading that all stands below is the title of the document: its day is that of the whole, not of an entry. */
function titleDates(model: DocumentModel): void {
  const title = model.blocks[0]?.path[0];
  if (title?.iso === undefined || version.test(title.text.replace(title.iso, ''))) return;
  if (model.blocks.length < 2 || model.blocks.some(({ path }) => path[0] !== title)) return;
  model.date ??= title.iso;
  for (const block of model.blocks)
    if (block.stamp?.from === 'heading' && block.path.findLast(({ iso }) => iso !== undefined) === title)
      block.stamp = undefined;
}

/** A single dated heading dates the whole document, as its title does; several date the entries below them. */
export function dateOfDocument(model: DocumentModel): DocumentModel {
  titleDates(model);
  const dated = new Set(model.blocks.flatMap(({ path }) => path.flatMap(({ iso }) => iso ?? [])));
  if (dated.size !== 1) return model;
  const [iso] = dated;
  model.date ??= iso;
  for (const block of model.blocks) {
    const heading = block.path.find((above) => above.iso === iso)?.text ?? '';
    if (block.stamp?.from === 'heading' && !version.test(heading)) block.stamp = undefined;
  }
  return model;
}
