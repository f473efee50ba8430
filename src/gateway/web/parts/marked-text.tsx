import type { Passage } from '../text/passages.ts';

/** A text as it is written, with its quotes marked where they stand. */
export const MarkedText = ({ passages }: { passages: readonly Passage[] }) => (
  <div class="document-text" dir="auto">
    {passages.map(({ text, quote }) => (quote === undefined ? text : <mark id={`q-${quote}`}>{text}</mark>))}
  </div>
);
