import type { DocumentModel } from './block.ts';

const longest = 1000;
const link = /\[([^\][]{1,160})\]\([^()\s]{1,400}\)/g;

/** Gives the items of a list the sentence above it, which says whose they are: "Ana mended the gate. To do so she:". */
export function leadsOf(text: string, model: DocumentModel): void {
  let lead: string | undefined;
  let path = model.blocks[0]?.path;
  for (const block of model.blocks) {
    if (block.path !== path) lead = undefined;
    path = block.path;
    if (block.kind === 'item') {
      if (lead !== undefined) block.lead = lead;
      continue;
    }
    const end = text.slice(Math.max(block.start, block.end - longest), block.end).trimEnd();
    lead = end.endsWith(':') ? lastSentence(end) : undefined;
  }
}

const lastSentence = (text: string): string | undefined =>
  text
    .replace(link, '$1')
    .split(/(?<=[.!?])\s/)
    .at(-1)
    ?.replace(/\s/g, ' ');
