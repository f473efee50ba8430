import type { Captured } from '../messages/captured.ts';
import type { Tally } from '../messages/group-by-source.ts';
import { noCounts, type Store } from '../messages/store.ts';
import { Unreadable } from './detect-format.ts';
import { ProductCounts } from './product-report.ts';
import { type OpenFile, type Reading, readCaptured } from './read.ts';
import { type Memory, RecordStore } from './record-store.ts';

type Options = {
  dryRun?: boolean;
  revive?: boolean;
  memory?: Memory;
  signal?: AbortSignal;
  onProgress?: (bytes: number, path: string) => void;
};

/** Where the records of one product go, from all of its files. */
export type Product = { counts: ProductCounts; records: RecordStore };

/** @throws Unreadable without a place for memories. */
function productOf(file: OpenFile, store: Store, tally: Tally, options: Options): Product {
  const sinks = options.dryRun ? nowhere(store) : { store, memory: options.memory };
  const { memory } = sinks;
  if (!memory) throw new Unreadable('memories of another product, which "dewey import" stores');
  const counts = new ProductCounts();
  const revive = options.revive ?? false;
  const run = { store: sinks.store, memory, counts, redacted: tally, revive };
  return { counts, records: new RecordStore(file.format, run) };
}

/**
 * Imports one file of another product's memories. Idempotent, as every import: a file that was read in part is continued.
 *
 * @throws Unreadable when the file is damaged, or without a place for memories.
 */
export async function importRecords(
  file: OpenFile,
  store: Store,
  { products, tally, options }: { products: Map<string, Product>; tally: Tally; options: Options },
): Promise<void> {
  const { format, origin, handle } = file;
  try {
    const product = products.get(format.name) ?? productOf(file, store, tally, options);
    products.set(format.name, product);
    product.counts.files += 1;
    let read = 0;
    for await (const { items, end } of inParts(readCaptured(file, format.parser(origin)))) {
      if (options.signal?.aborted) return;
      await product.records.store(items);
      if (end > read) options.onProgress?.(end - read, origin.path ?? '');
      read = Math.max(read, end);
    }
  } finally {
    await handle.close();
  }
}

/** For a dry run: knows only what the files hold. */
function nowhere({ secrets }: Store): { store: Store; memory: Memory } {
  const ids = new Set<string>();
  const texts = new Set<string>();
  const isNew = (seen: Set<string>, name: string) => seen.size < seen.add(name).size;
  return {
    store: {
      ...(secrets ? { secrets } : {}),
      put: async ({ source, versions }) => {
        const stored = versions.filter(({ id }) => isNew(ids, `${source.key} ${id}`)).length;
        return { ...noCounts(), conversationId: undefined, stored, duplicates: versions.length - stored };
      },
    },
    memory: {
      stored: async () => [],
      remember: async ({ type, content }) => isNew(texts, `${type} ${content}`),
    },
  };
}

const mostItems = 200;

/** The items of a file, as many at a time as are stored together. */
export async function* inParts(
  readings: AsyncIterable<Reading>,
): AsyncGenerator<{ items: Captured[]; end: number }> {
  let waiting: Captured[] = [];
  let end = 0;
  for await (const reading of readings) {
    end = Math.max(end, reading.end);
    for (const item of reading.captured) waiting.push(item);
    while (waiting.length >= mostItems) {
      yield { items: waiting.slice(0, mostItems), end };
      waiting = waiting.slice(mostItems);
    }
  }
  yield { items: waiting, end };
}
