/**
 * Fits how far the meaning of undecided sentences counts beside their features, and writes it to `meaning.json`. Deterministic.
 *
 *     npx tsx scripts/events/fit-meaning.ts /tmp/reader.json folder [another folder …] [--write]
 *
 * The first file is what `read.py` writes beside `model/events.bin`. The documents must be ones that neither the weights of features
 * nor the reader are fitted to: the shares, the threshold and the calibration are found on them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fittedLayersIn } from '../../src/gateway/llm/local/fitted-layers.ts';
import { openModel, readFitted } from '../../src/gateway/llm/local/model-file.ts';
import { readSentence } from '../../src/gateway/llm/local/sentence.ts';
import { extractOffline } from '../../src/handlers/events/extraction/offline/index.ts';
import { fitted } from '../../src/handlers/events/extraction/offline/scoring/fitted.ts';
import type { Refined } from '../../src/handlers/events/extraction/offline/scoring/meaning.ts';
import { type Pair, pairUp } from '../../test/support/event-sets/match.ts';
import { measure, reliability } from '../../test/support/event-sets/metrics.ts';
import { readSet, sourceOf } from '../../test/support/event-sets/read.ts';
import { calibrate } from './calibrate.ts';

const options = process.argv.slice(2);
const [from, ...folders] = options.filter((option) => !option.startsWith('-'));
if (from === undefined || folders.length === 0) throw new Error('Give the file of read.py, and folders.');

/** What each score of the features counts, and each of the reader's. */
const shares = [0.4, 0.5, 0.6, 0.7].flatMap((plain) =>
  [0.3, 0.45, 0.6, 0.75].map((read) => ({ plain, read })),
);
const thresholds = [0.14, 0.16, 0.18, 0.2, 0.22];
const uncalibrated: Refined['calibration'] = [
  [0, 0],
  [1, 1],
];

const reader: { bias: number[]; vector: number[][] } = JSON.parse(readFileSync(from, 'utf8'));
const model = await openModel('all-minilm-l6-v2');
const layers = fittedLayersIn(await readFitted('events'), model.dimensions);
const documents = folders.flatMap(readSet).map((document) => {
  const source = sourceOf(document);
  const { undecided = [] } = extractOffline(source);
  const meanings = new Map(undecided.map((text) => [text, readSentence(model, text, layers)]));
  return { document, source: { ...source, meanings } };
});

const refinedBy = ({ plain, read }: (typeof shares)[number]): Omit<Refined, 'event' | 'calibration'> => ({
  share: plain,
  bias: reader.bias.map((value) => Math.round(read * value * 10_000) / 10_000),
  vector: reader.vector.map((row) => row.map((value) => Math.round(read * value * 10_000))),
});
const pairsWith = (refined: Refined): Pair[] =>
  documents.flatMap(({ document, source }) =>
    pairUp(document, extractOffline(source, fitted, refined).events),
  );

const say = (line: string) => process.stdout.write(`${line}\n`);
let best: { refined: Refined; of: number } | undefined;
for (const share of shares)
  for (const event of thresholds) {
    const refined: Refined = { ...refinedBy(share), event, calibration: uncalibrated };
    const { precision, recall, f1, mainF1 } = measure(pairsWith(refined));
    const figures = [precision, recall, f1, mainF1].map((value) => value.toFixed(3));
    say(
      `${share.plain} ${share.read} from ${event}: P ${figures[0]} R ${figures[1]} F1 ${figures[2]} main ${figures[3]}`,
    );
    if (f1 + mainF1 > (best?.of ?? 0)) best = { refined, of: f1 + mainF1 };
  }
if (best === undefined) throw new Error('No event was found.');
const refined = { ...best.refined, calibration: calibrate(pairsWith(best.refined)) };
say(`calibration error ${reliability(pairsWith(refined)).error.toFixed(3)}`);
if (options.includes('--write')) {
  const target = new URL(
    '../../src/handlers/events/extraction/offline/scoring/meaning.json',
    import.meta.url,
  );
  writeFileSync(target, `${JSON.stringify(refined)}\n`);
  say(`wrote ${fileURLToPath(target)}`);
}
