import type { Candidate } from '../features/context.ts';

/** What introduces a list of what is for the next meeting. */
export const byThen =
  /(?<!\p{L})(?:by then|until then|for (?:the )?next (?:meeting|call)|dann|bis dahin|(?:für|bis) (?:die|das|den|zur|zum) nächste|d['’]ici là|pour la prochaine|hasta entonces|para (?:la próxima|entonces))/iu;

/** How far above an item a line that introduces its list may stand. */
const reach = 20;

/** "To be done until Friday:", above the list that an item is in. */
export function lineAbove(candidate: Candidate): string | undefined {
  const { block } = candidate.unit;
  if (block.kind !== 'item') return undefined;
  let above = candidate.before;
  for (let steps = 0; steps < reach && above !== undefined; steps += 1, above = above.before) {
    if (above.unit.block.path.at(-1) !== block.path.at(-1)) return undefined;
    if (above.unit.block !== block && /:[*_\s]*$/.test(above.unit.text)) return above.unit.text;
  }
  return undefined;
}
