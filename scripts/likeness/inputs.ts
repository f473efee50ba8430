/**
 * Writes what the local model reads of judged decisions, for `read.py`:
 *
 *     npx tsx scripts/likeness/inputs.ts /tmp/inputs.jsonl <folder of judged decisions> [another …]
 *
 * A line for each folder: its name, the tokens of its decisions and queries by their ids, and the judgments.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { textOfDecision } from '../../src/db/decisions/collection.ts';
import { openModel } from '../../src/gateway/llm/local/model-file.ts';
import { saysNothing } from '../../src/handlers/decisions/domain/options/likeness.ts';

type Decision = { id: string; text: string; alternatives?: string[] };

/** As long as a stored statement may be. */
const longest = 500;
const [to, ...folders] = process.argv.slice(2);
if (to === undefined) throw new Error('Give a file to write to.');
const model = await openModel('all-minilm-l6-v2');

const lines = folders.map((folder) => {
  const from = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line));
  const tokensOf = (decisions: Decision[]) =>
    Object.fromEntries(
      decisions.map(({ id, text, alternatives = [] }) => [
        id,
        model.tokens(
          textOfDecision(
            text.slice(0, longest),
            alternatives.filter((one) => !saysNothing(one)),
          ),
        ),
      ]),
    );
  return JSON.stringify({
    set: basename(folder),
    pool: tokensOf(from('pool.jsonl')),
    queries: tokensOf(from('queries.jsonl')),
    judgments: from('judgments.jsonl'),
  });
});
writeFileSync(to, `${lines.join('\n')}\n`);
