/**
 * Writes what the local model reads of the sentences of labelled documents, for `read.py`:
 *
 *     npx tsx scripts/events/inputs.ts /tmp/inputs.jsonl test/corpora/events/development [another folder …]
 *
 * A line for each sentence: its tokens and those of what it stands in, the probability of each class, whether it is a main event,
 * and what it counts for.
 */
import { writeFileSync } from 'node:fs';
import { openModel } from '../../src/gateway/llm/local/model-file.ts';
import { tokensOf } from '../../src/gateway/llm/local/sentence.ts';
import { inputOf } from '../../src/handlers/events/extraction/offline/scoring/meaning.ts';
import { readSet } from '../../test/support/event-sets/read.ts';
import { prepare, targetOf } from './examples.ts';
import { settings, vagueWeight } from './models.ts';

const [to, ...folders] = process.argv.slice(2);
if (to === undefined) throw new Error('Give a file to write to.');
const model = await openModel('all-minilm-l6-v2');
const lines = folders.flatMap(readSet).flatMap((document) => {
  const { candidates, labels } = prepare(document);
  return candidates.map((candidate, at) => {
    const own = labels[at];
    return JSON.stringify({
      ...tokensOf(model, inputOf(candidate)),
      target: [...targetOf(own ?? [], settings.share)],
      main: own?.[0]?.main ?? null,
      weight: own === undefined ? vagueWeight : 1,
    });
  });
});
writeFileSync(to, `${lines.join('\n')}\n`);
