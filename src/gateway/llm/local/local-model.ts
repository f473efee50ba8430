import type { HintedWord } from '../../../handlers/tool/deps.ts';
import { createThread, type Thread } from '../../runtime/worker-threads.ts';

/**
 * What the local models are asked for: the vector of a text's meaning; that of a text that was said after another, or of a question
 * about such texts; that of a decision among others; how dangerous a text is as a decision; which words of one name its options; or how many pieces it takes to spell a text.
 */
export type Question =
  | { for: 'vector' | 'question' | 'decision' | 'sentence' | 'danger' | 'pieces'; text: string }
  | { for: 'message'; text: string; before: string }
  | { for: 'options'; words: readonly HintedWord[] };
/** A vector, scores, a logarithm of odds, or a count. */
export type Answer = Float32Array | number;

/** The weights are not part of the heap; the vocabulary and one text are. */
const heap = { maxMegabytes: 64, youngMegabytes: 2 };

/** Texts are read one by one, so that a query waits for one text at most. */
let thread: Thread<Question, Answer> | undefined;

/** Asks a local model, in a thread that the whole process shares and that starts with the first text. */
export function askLocalModel(question: Question): Promise<Answer> {
  thread ??= createThread(new URL('./encode-thread', import.meta.url).href, undefined, heap);
  return thread.ask(question);
}
