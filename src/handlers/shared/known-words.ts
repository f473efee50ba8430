import { EmbedderError } from '../../db/search/embedder.ts';
import type { Answer } from '../../db/search/query.ts';
import type { Deps } from '../tool/deps.ts';

const plainWord = /[a-z]+/g;

/**
 * The corrected words of a query that the embedder's model knows: they were meant, unless they are a single letter off.
 *
 * @returns none where nothing was corrected, or no model can tell.
 */
export async function knownAmongCorrected(
  text: string,
  { correction }: Pick<Answer, 'correction'>,
  { embedder, log }: Pick<Deps, 'embedder' | 'log'>,
): Promise<string[]> {
  if (!correction || !embedder?.knownWords) return [];
  const kept = new Set(wordsIn(correction.text));
  const corrected = wordsIn(text).filter((word) => !kept.has(word));
  try {
    return corrected.length > 0 ? await embedder.knownWords(corrected) : [];
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
    log.warn({ err: error }, 'could not tell which words are known');
    return [];
  }
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(plainWord) ?? [];
