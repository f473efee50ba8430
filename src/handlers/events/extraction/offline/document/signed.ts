import type { Block, DocumentModel } from './block.ts';

/** Answers of an interview or a round of questions whose authors stand at their end: "We kept it simple. – ana". */

/** Behind the end of a sentence: in "Fix the door – Ana" she is told to. */
const signature =
  /(?<=[.!?…)"”’\]]|\p{Extended_Pictographic}\p{M}?)\s{1,2}(?:[–—]|--)\s{0,2}@?(\p{L}[\p{L}\p{N}_.'’-]{1,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){0,2})\s{0,3}$/u;
const rule = /^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/m;
const leastSigned = 3;
/** Least share of the texts that are signed, where those above a signed one are of the same author. */
const leastShare = 1 / 3;

/** Gives texts that their authors sign, and what stands above in the same answer, those who speak. */
export function signedAnswers(text: string, model: DocumentModel): void {
  const told = model.blocks.filter(
    ({ kind, speaker }) => (kind === 'paragraph' || kind === 'field') && speaker === undefined,
  );
  const signed = new Map<Block, { name: string; length: number }>();
  for (const block of told) {
    const found = signature.exec(text.slice(Math.max(block.start, block.end - 120), block.end));
    if (found?.[1] !== undefined) signed.set(block, { name: found[1], length: found[0].length });
  }
  if (signed.size < leastSigned || signed.size < told.length * leastShare) return;
  let previous: string | undefined;
  let open: Block[] = [];
  let last: Block | undefined;
  for (const block of told) {
    if (last !== undefined && (last.path !== block.path || rule.test(text.slice(last.end, block.start))))
      open = [];
    last = block;
    open.push(block);
    const { name, length } = signed.get(block) ?? {};
    if (name === undefined || length === undefined) continue;
    for (const one of open) Object.assign(one, { speaker: name, listener: previous });
    block.end -= length;
    model.names.add(name);
    previous = name;
    open = [];
  }
}
