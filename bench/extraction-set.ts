import { sentenceMeanings } from '../src/gateway/llm/local/sentences.ts';
import type { ExtractedEvent } from '../src/handlers/events/extraction/domain/event.ts';
import { extractOffline } from '../src/handlers/events/extraction/offline/index.ts';
import { type Pair, pairUp } from '../test/support/event-sets/match.ts';
import {
  type Measures,
  measure,
  ratio,
  reliability,
  type Share,
} from '../test/support/event-sets/metrics.ts';
import { type LabelledDocument, readSet, sourceOf } from '../test/support/event-sets/read.ts';
import { rounded, table } from './support.ts';

/** The events of a document; `read` with the local model, as a worker finds them. */
async function eventsOf(document: LabelledDocument, read: boolean): Promise<ExtractedEvent[]> {
  const source = sourceOf(document);
  const { events, undecided = [] } = extractOffline(source);
  if (!read) return events;
  const meanings = await sentenceMeanings(undecided, new AbortController().signal);
  return extractOffline({ ...source, meanings }).events;
}

/**
 * The offline extractor on a folder of documents that readers labelled; see `test/corpora/events/README.md`.
 *
 * @param read what the words leave undecided is read with the local model, too.
 */
export async function measureSet(folder: string, read: boolean): Promise<void> {
  const documents = readSet(folder);
  const pairs = new Map<LabelledDocument, Pair[]>();
  let quotes = 0;
  let exactly = 0;
  for (const document of documents) {
    const events = await eventsOf(document, read);
    pairs.set(document, pairUp(document, events));
    const points = Array.from(document.text);
    for (const { quote, artifactStartChar } of events.flatMap(({ evidence }) => evidence)) {
      quotes += 1;
      if (points.slice(artifactStartChar, artifactStartChar + Array.from(quote).length).join('') === quote)
        exactly += 1;
    }
  }
  const all = [...pairs.values()].flat();
  const m = measure(all);
  const { bins, error } = reliability(all);
  table(`${folder}: ${documents.length} documents, ${m.labelled} labelled and ${m.found} found events`, [
    bar('F1, category and quote', rounded(m.f1), '≥ .55'),
    bar('F1 of main events', rounded(m.mainF1), '≥ .60'),
    bar('who right: named, and none wrong', shown(m.who), '≥ .80'),
    bar('who right: all named, and none wrong', shown(m.whoAll), ''),
    bar('no one given where the label names no one', shown(m.whoNone), ''),
    bar('when right', shown(m.when), '≥ .75'),
    bar('due right', shown(m.due), '≥ .75'),
    bar('time given where the document gives none', shown(m.whenInvented), '≤ .05'),
    bar('due given where the document gives none', shown(m.dueInvented), ''),
    bar('quotes exact', `${exactly} of ${quotes}`, 'all'),
    bar('calibration error of confidence', rounded(error), '≤ .10'),
  ]);
  for (const key of ['kind', 'language'] as const) {
    const values = [...new Set(documents.map((document) => document[key]))].sort();
    table(
      `by ${key}`,
      values.map((value) =>
        row(value, measure([...pairs].flatMap(([document, own]) => (document[key] === value ? own : [])))),
      ),
    );
  }
  const categories = [...new Set(all.map(({ label, found }) => (label ?? found)?.category ?? ''))].sort();
  table(
    'by category',
    categories.map((name) =>
      row(name, measure(all.filter(({ label, found }) => (label ?? found)?.category === name))),
    ),
  );
  table(
    'confidence against the share that is right',
    bins.map(({ from, to, count, confidence, right }) => ({
      confidence: `${from}–${to}`,
      events: count,
      'on average': rounded(confidence),
      right: rounded(right),
    })),
  );
  table(
    'precision and recall when only events of at least a confidence count',
    [0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((least) => {
      const sure = measure(
        all.flatMap(({ label, found }): Pair[] =>
          found === undefined || found.confidence >= least
            ? [{ label, found }]
            : label === undefined
              ? []
              : [{ label, found: undefined }],
        ),
      );
      return {
        confidence: least,
        precision: rounded(sure.precision),
        recall: rounded(sure.recall),
        F1: rounded(sure.f1),
      };
    }),
  );
}

const bar = (measured: string, value: number | string, wanted: string) => ({
  measure: measured,
  value,
  bar: wanted,
});
const shown = (share: Share): string => `${rounded(ratio(share))} (${share.right} of ${share.of})`;
const row = (what: string, m: Measures) => ({
  what,
  precision: rounded(m.precision),
  recall: rounded(m.recall),
  F1: rounded(m.f1),
  'main F1': rounded(m.mainF1),
  who: shown(m.who),
  when: shown(m.when),
  labelled: m.labelled,
  found: m.found,
});
