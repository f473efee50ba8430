/** File names and key concepts of a text. */

/** Candidates for paths; each is then checked on its own, so that no text is scanned twice. */
const paths = /[\w.@~-]+(?:\/[\w.@~-]+)*/g;
const fileName =
  /^.*[\w-]\.(?:tsx?|jsx?|mjs|cjs|py|rs|go|java|kt|rb|php|c|h|cc|cpp|cs|swift|sql|sh|ya?ml|toml|json|md|html|css)\b/i;

/** File names and paths in a text, without repetition, at most 20. */
export function filesIn(text: string): string[] {
  const files = new Set<string>();
  for (const [path] of text.matchAll(paths)) {
    const file = fileName.exec(path)?.[0];
    if (file === undefined) continue;
    // A tilde stands for a folder and does not occur in file names.
    const tilde = file.lastIndexOf('~');
    files.add(tilde > file.lastIndexOf('/') ? file.slice(tilde + 1) : file);
    if (files.size === mostFiles) break;
  }
  return [...files];
}
const mostFiles = 20;

const stopWords = new Set(
  'a about after again all also am an and any are as at be because been before being both but by can could did do does doing down for from further get had has have having he her here him his how i if in into is it its just let like me more most my need no nor not now of off on once one only or other our out over own please same she should so some such than that the their them then there these they this those through to too under until up use used using very want was we were what when where which while who whom why will with would you your'.split(
    ' ',
  ),
);

/** The content words of a text, in lower case. */
export const contentWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_'-]*/gu) ?? []).filter(
    (word) => word.length > 2 && !stopWords.has(word),
  );

/**
 * The key concepts of a text: identifiers first (`snake_case`, `camelCase`, CONSTANTS), then words by frequency, longer
 * ones first among equals.
 */
export function conceptsIn(text: string, most = 10): string[] {
  const identifiers = text.match(/\b(?:[a-z]+(?:[A-Z]\w*)+|\w+_\w+|[A-Z][A-Z0-9]{2,})\b/g) ?? [];
  const counts = new Map<string, number>();
  for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts]
    .sort(([a, times], [b, others]) => others - times || b.length - a.length || (a < b ? -1 : 1))
    .map(([word]) => word);
  const seen = new Set<string>();
  return [...identifiers, ...words]
    .filter((concept) => !seen.has(concept.toLowerCase()) && seen.add(concept.toLowerCase()))
    .slice(0, most);
}
