import { chunk } from '../src/handlers/events/extraction/domain/chunk.ts';
import { categories } from '../src/handlers/events/extraction/domain/event.ts';
import { extractOffline, offlineExtractor } from '../src/handlers/events/extraction/offline/index.ts';
import { loadTokenEnds } from '../src/handlers/events/extraction/tokens.ts';
import {
  exact,
  type Half,
  halves,
  labelled,
  type Match,
  pair,
  score,
  source,
} from '../test/support/events.ts';
import { sourceDocument } from '../test/support/source-document.ts';
import { measureSet } from './extraction-set.ts';
import { type Bench, rounded, table } from './support.ts';

/**
 * Precision, recall and speed of the offline extractor; with `--set=folder`, the table of bars on labelled documents, and
 * with `--meaning` as well, what the local model makes of it.
 */
export const extraction: Bench = {
  name: 'extraction',
  async run({ half = 'all', set, meaning }) {
    // `--set=folder`, or `--set folder`.
    const folder = set === 'on' ? process.argv[process.argv.indexOf('--set') + 1] : set;
    if (folder !== undefined) {
      await measureSet(folder, meaning !== undefined);
      return;
    }
    const ends = await loadTokenEnds();
    for (const each of half === 'all' ? halves : [half as Half]) {
      const matches: Match[] = [];
      let quotes = 0;
      let exactly = 0;
      const documents = labelled(each);
      for (const document of documents) {
        const from = source(document, ends);
        const { events } = extractOffline(from);
        matches.push(...pair(document, events));
        for (const proof of events.flatMap((event) => event.evidence)) {
          quotes += 1;
          if (exact(proof, from, document.text)) exactly += 1;
        }
      }
      table(`${each}: ${documents.length} documents, quotes exact ${exactly} of ${quotes}`, [
        row('all', matches),
        ...categories.map((category) =>
          row(
            category,
            matches.filter(({ expected, found }) => (expected ?? found)?.category === category),
          ),
        ),
      ]);
    }
    await speed();
  },
};

const row = (what: string, matches: Match[]) => {
  const { precision, recall, f1, expected, found } = score(matches);
  return {
    category: what,
    precision: rounded(precision),
    recall: rounded(recall),
    F1: rounded(f1),
    'in the text': expected,
    found,
  };
};

async function speed(): Promise<void> {
  const ends = await loadTokenEnds();
  const documents = (['development', 'held-back'] as const)
    .flatMap(labelled)
    .map((document) => ({ document, from: source(document, ends) }));
  const characters = documents.reduce((sum, { document }) => sum + document.text.length, 0);
  const rate = (work: (document: (typeof documents)[number]) => unknown) => {
    const run = () => {
      for (const document of documents) work(document);
    };
    for (let i = 0; i < 3; i += 1) run();
    const begun = performance.now();
    const rounds = 10;
    for (let i = 0; i < rounds; i += 1) run();
    return (documents.length * rounds) / ((performance.now() - begun) / 1000);
  };
  const long = documents.map(({ document }) => document.text).join('\n\n');
  const mega = long.repeat(Math.ceil(10_000_000 / long.length));
  const begun = performance.now();
  const pieces = chunk(mega, ends).chunks.map((each, i) => ({ chunkId: `c${i}`, ...each }));
  const chunked = performance.now();
  const { events } = await offlineExtractor.extract(
    sourceDocument(mega, { pieces }),
    new AbortController().signal,
  );
  table(`one core, documents of ${rounded(characters / documents.length / 1000, 1)} KB on average`, [
    {
      what: 'cut into chunks, documents a second',
      rate: rounded(
        rate(({ document }) => chunk(document.text, ends)),
        0,
      ),
    },
    {
      what: 'extracted offline, documents a second',
      rate: rounded(
        rate(({ from }) => extractOffline(from)),
        0,
      ),
    },
    { what: `10 MB cut into ${pieces.length} chunks, seconds`, rate: rounded((chunked - begun) / 1000, 1) },
    {
      what: `10 MB extracted offline, ${events.length} events, seconds`,
      rate: rounded((performance.now() - chunked) / 1000, 1),
    },
  ]);
}
