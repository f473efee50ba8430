/**
 * Writes what the local model reads of labelled decisions, for `read.py`:
 *
 *     npx tsx scripts/options/inputs.ts /tmp/inputs.jsonl <labelled.jsonl> [another …]
 *
 * A line for each statement: its file, its tokens, the first token of each of its words, what each word is (0 nothing, 1 the first and 2 a
 * further word of an option that is chosen, 3 and 4 of one that is given up), and its hints.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openModel } from '../../src/gateway/llm/local/model-file.ts';
import { tokensOfWords } from '../../src/gateway/llm/local/option-reader.ts';
import { hintedWords } from '../../src/handlers/decisions/domain/options/hints.ts';
import { wordsOf } from '../../src/handlers/decisions/domain/options/names/words.ts';

type Labelled = { text: string; chosen: (string | string[])[]; given_up: (string | string[])[] };

const [to, ...paths] = process.argv.slice(2);
if (to === undefined) throw new Error('Give a file to write to.');
const model = await openModel('all-minilm-l6-v2');

/** Where a name stands in a statement, in words; undefined where it does not. */
function placeOf(
  words: readonly string[],
  name: string,
  taken: readonly number[],
): [number, number] | undefined {
  const own = wordsOf(name).map(({ lower }) => lower);
  if (own.length === 0) return undefined;
  for (let at = 0; at + own.length <= words.length; at += 1)
    if (own.every((one, i) => words[at + i] === one && taken[at + i] === 0)) return [at, at + own.length];
  return undefined;
}

function labelled({ text, chosen, given_up }: Labelled): number[] {
  const words = wordsOf(text).map(({ lower }) => lower);
  const labels = words.map(() => 0);
  for (const [names, first] of [
    [chosen, 1],
    [given_up, 3],
  ] as const)
    for (const one of names)
      for (const name of [one].flat()) {
        const place = placeOf(words, name, labels);
        if (!place) continue;
        for (let i = place[0]; i < place[1]; i += 1) labels[i] = i === place[0] ? first : first + 1;
        break;
      }
  return labels;
}

const lines = paths.flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const one = JSON.parse(line) as Labelled;
      const { tokens, firsts } = tokensOfWords(
        model,
        wordsOf(one.text).map(({ text }) => text),
      );
      const hints = hintedWords(one.text).map((word) => word.hints);
      const first = <T>(list: readonly T[]) => list.slice(0, firsts.length);
      return JSON.stringify({ set: path, tokens, firsts, labels: first(labelled(one)), hints: first(hints) });
    }),
);
writeFileSync(to, `${lines.join('\n')}\n`);
process.stdout.write(`${lines.length} statements\n`);
