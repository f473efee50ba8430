import { elidedWords, grammarFor } from './languages/tell.ts';
import { wordsOf } from './names/words.ts';

/** Whether a statement may be English: the local model was taught with English, and other languages have grammars of their own. */
export const mayBeEnglish = (statement: string): boolean =>
  grammarFor(elidedWords(wordsOf(statement))) === undefined;
