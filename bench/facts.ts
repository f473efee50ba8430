/** How well the facts of problems are found. */

export type JudgedFacts = { text: string; facts: readonly string[]; found: readonly string[] };

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const share = (some: number, all: number): number => Math.round((1000 * some) / Math.max(1, all)) / 1000;

/**
 * A fact is kept if a found one contains it; a found one is right if it contains a fact or is a part of one. By characters:
 * which share of what is found belongs to facts, and which share of the text is found.
 */
export function judgeFacts(rows: readonly JudgedFacts[]) {
  const sum = { facts: 0, kept: 0, found: 0, right: 0, characters: 0, marked: 0, both: 0 };
  for (const row of rows) {
    const text = flat(row.text);
    const wanted = row.facts.map(flat);
    const told = [...new Set(row.found.map(flat))];
    const found = told.filter((one) => !told.some((other) => other !== one && other.includes(one)));
    sum.facts += wanted.length;
    sum.kept += wanted.filter((fact) => found.some((one) => one.includes(fact))).length;
    sum.found += found.length;
    sum.right += found.filter((one) =>
      wanted.some((fact) => one.includes(fact) || fact.includes(one)),
    ).length;
    const [marked, right] = [placesIn(text, found), placesIn(text, wanted)];
    sum.characters += text.length;
    for (const [i, one] of marked.entries()) {
      sum.marked += one;
      sum.both += one & (right[i] ?? 0);
    }
  }
  return {
    facts: sum.facts,
    recall: share(sum.kept, sum.facts),
    precision: share(sum.right, sum.found),
    'precision by characters': share(sum.both, sum.marked),
    'share of the text': share(sum.marked, sum.characters),
  };
}

function placesIn(text: string, parts: readonly string[]): Uint8Array {
  const places = new Uint8Array(text.length);
  for (const part of parts)
    for (let at = text.indexOf(part); at >= 0 && part !== ''; at = text.indexOf(part, at + 1))
      places.fill(1, at, at + part.length);
  return places;
}
