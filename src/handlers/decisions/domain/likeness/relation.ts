import { type Relation, relationOf } from '../options/relation.ts';
import { mattersRelate } from './matters/compare.ts';
import type { Read } from './text.ts';

/** How one decision stands to another by their options, where what they decide on does not say the contrary. */
export function relationBetween(asked: Read, found: Read): Relation {
  const read = relationOf(asked.compared, found.compared);
  const matters = mattersRelate(asked.matters, found.matters);
  return read !== 'related' && matters !== undefined && matters !== read ? 'related' : read;
}
