import { rankCandidates, type Statistics, termsOf } from '../../../db/search/candidates/candidates.ts';
import { scanTexts } from '../../../db/search/candidates/scan.ts';
import { loadDocuments } from '../../../db/search/index/load.ts';
import type { Answer } from '../../../db/search/query.ts';
import { pageOf } from '../../../db/search/score/page.ts';
import { type Analysed, analyse } from '../../../db/search/text/analyze.ts';
import { parseQuery } from '../../../db/search/text/parse-query.ts';
import type { Found, Question } from './asked.ts';
import { tailCandidates } from './tail.ts';

/** Milliseconds spent on reading texts. */
const scanMs = 1500;

/**
 * Searches the texts in the database, the newest first, for want of an index: slower, not of all texts of a large lake,
 * and ranked by what was found alone. The answer says so.
 */
export async function findWithout(found: Found, question: Question, because: string): Promise<Answer> {
  const { sql, collection, language, lake } = found;
  const { mode } = question;
  const parsed = parseQuery(question.text, mode);
  const { words } = parsed;
  const documents = new Map<number, Analysed>(lake.tail.documents);
  const scan = await sql.begin('isolation level repeatable read read only', async (tx) => {
    const texts = await scanTexts(tx, collection, words, lake.scope, scanMs);
    const unknown = texts.docs.filter((docNo) => !documents.has(docNo));
    for await (const document of loadDocuments(tx, collection, unknown))
      documents.set(document.docNo, await analyse(document, language));
    return texts;
  });
  const terms = termsOf(words);
  const phrases = parsed.phrases.length > 0;
  const candidates = tailCandidates(documents, lake.scope, parsed, terms, phrases);
  const all = [...documents.values()];
  const statistics: Statistics = {
    documents: Math.max(scan.read, all.length),
    words: (all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length)) * scan.read,
    groups: 1,
    groupWords: new Map(),
    frequencies: terms.map((_, i) => candidates.filter(({ counts }) => (counts[i] ?? 0) > 0).length),
  };
  const query = { mode, words, phrases, top: Number.MAX_SAFE_INTEGER, explain: question.explain ?? false };
  const { hits, total } = rankCandidates(candidates, statistics, query, found.workspace);
  const searched = scan.complete
    ? 'The texts themselves were searched'
    : `Only the newest ${scan.read.toLocaleString('en')} texts were searched`;
  return {
    ...pageOf(hits, total, question),
    total,
    totalIsExact: false,
    mode,
    pending: 0,
    missing: `${because} ${searched}, and ranking is rough.`,
  };
}
