/** Splits texts into the WordPiece tokens of an uncased BERT vocabulary. */
export type WordPiece = {
  /** The numbers of a text's tokens, in order; words that the vocabulary cannot spell are left out. */
  tokens(text: string): number[];
};

/** Words with more characters have no token, as in BERT. */
const longestWord = 100;
/** Runs of letters and digits, single marks of punctuation, and single ideographs, which BERT takes as words. */
const words = /[\p{Script=Han}]|[!-/:-@[-`{-~]|\p{P}|[^\s\p{P}\p{Script=Han}!-/:-@[-`{-~]+/gu;
/** Accents, once letters are decomposed, and what BERT drops from a text: controls and formats. */
const dropped = /[\p{Mn}\p{Cc}\p{Cf}\ufffd]/gu;
const blank = /[\t\n\r]/g;

/** @param vocabulary the token of each number; one that continues a word begins with `##`. */
export function createWordPiece(vocabulary: readonly string[]): WordPiece {
  const starts = new Map<string, number>();
  const continuations = new Map<string, number>();
  // No lookup is longer than the longest token, so a word costs time linear in its length.
  let longest = 0;
  vocabulary.forEach((token, number) => {
    const continues = token.startsWith('##') && token.length > 2;
    const piece = continues ? token.slice(2) : token;
    (continues ? continuations : starts).set(piece, number);
    longest = Math.max(longest, piece.length);
  });

  function addWord(word: string, found: number[]): void {
    if (word.length > longestWord) return;
    const before = found.length;
    for (let from = 0; from < word.length; ) {
      const pieces = from === 0 ? starts : continuations;
      let to = Math.min(word.length, from + longest);
      let number: number | undefined;
      for (; to > from; to--) {
        number = pieces.get(word.slice(from, to));
        if (number !== undefined) break;
      }
      if (number === undefined) {
        found.length = before;
        return;
      }
      found.push(number);
      from = to;
    }
  }

  return {
    tokens(text) {
      const plain = text.replace(blank, ' ').toLowerCase().normalize('NFD').replace(dropped, '');
      const found: number[] = [];
      for (const [word] of plain.matchAll(words)) addWord(word, found);
      return found;
    },
  };
}
