/** Texts in the form in which cues are looked up. */

/** Lower case without accents, so that "Problème" and "probleme" are one word; `don't` becomes `dont`. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/n['’]t(?![a-z])/g, 'nt')
    .replaceAll("let's", 'lets');

/** Scripts that are written without spaces, or with endings attached: their cues are parts of words. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The words of a folded text. */
export const wordsOf = (folded: string): string[] => folded.match(/[\p{L}\p{N}_]+/gu) ?? [];

/** A title ends with its line or its first sentence, or here. */
const longestTitle = 140;

/** Splits a problem into its title and the rest. Issues and questions open with what they are about. */
export function titleAndBody(problem: string): { title: string; body: string } {
  const text = problem.trim();
  const end = /[.!?。！？](?=\s|$)|[。！？\n]/u.exec(text.slice(0, longestTitle));
  const at = end ? end.index + 1 : Math.min(text.length, longestTitle);
  return { title: text.slice(0, at), body: text.slice(at) };
}
