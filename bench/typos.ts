import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messages } from '../src/db/conversations/collection.ts';
import { createSearch } from '../src/db/conversations/search.ts';
import { connect } from '../src/db/postgres/connect.ts';
import { flush } from '../src/db/search/index/flush.ts';
import { stem } from '../src/db/search/text/stem.ts';
import { createDeps, createLog } from '../src/gateway/deps.ts';
import { localEmbedder } from '../src/gateway/llm/local/embedder.ts';
import search from '../src/handlers/conversations/search.ts';
import storeMessagesBulk from '../src/handlers/conversations/store-messages-bulk.ts';
import { corpus, seeded } from './corpus.ts';
import { type Bench, quantile, scratchLake, table } from './support.ts';

const wordsTried = 200;
const shortest = 6;
const longest = 16;
const letters = 'abcdefghijklmnopqrstuvwxyz';

/**
 * How often the word that was meant comes first for a word with one or two edits, in a lake of this project's pages and
 * the transcripts of its tests; `--messages=count` adds generated ones, to time the look-up in a larger vocabulary.
 */
export const typos: Bench = {
  name: 'typos',
  async run({ messages: count = '0' }) {
    const lake = await scratchLake();
    const db = connect(lake.url);
    const deps = {
      ...createDeps(db, createLog('silent')),
      search: createSearch(db.sql),
      embedder: localEmbedder,
    };
    try {
      const texts = realTexts();
      const known = new Map<string, number>();
      const knownStems = new Set<string>();
      for (const text of texts)
        for (const [word] of text.toLowerCase().matchAll(/(?<![\p{L}\p{N}_])[a-z]+(?![\p{L}\p{N}_])/gu)) {
          known.set(word, (known.get(word) ?? 0) + 1);
          knownStems.add(stem(word, 'english'));
        }
      await storeAll(deps, texts);
      await storeAll(deps, generated(Number(count)));
      while ((await flush(db.sql, messages, 'english', 50_000)) > 0);
      const ask = async (query: string) =>
        (await search.call({ query, mode: 'any', limit: 1 }, deps)) as {
          ok: boolean;
          value?: { did_you_mean?: string };
        };
      await ask('warmup zzyzxqvw');
      const random = seeded(11);
      const candidates = [...known.keys()]
        .filter((word) => word.length >= shortest && word.length <= longest)
        .sort();
      const chosen = Array.from(
        { length: wordsTried },
        () => candidates[Math.floor(random() * candidates.length)] ?? '',
      );
      const rows: Record<string, string | number>[] = [];
      for (const edits of [1, 2]) {
        let right = 0;
        let silent = 0;
        const ms: number[] = [];
        const wrong: string[] = [];
        for (const word of chosen) {
          let typo = word;
          // A typo that is a word of the lake cannot be told from what was meant.
          while (typo === word || knownStems.has(stem(typo, 'english')) || known.has(typo))
            typo = Array.from({ length: edits }).reduce<string>((text) => edited(text, random), word);
          const begun = performance.now();
          const reply = await ask(typo);
          ms.push(performance.now() - begun);
          const meant = (reply.value?.did_you_mean ?? '').toLowerCase();
          if (meant === '') silent += 1;
          if (stem(meant, 'english') === stem(word, 'english')) right += 1;
          else wrong.push(`${word}>${typo}>${meant}`);
        }
        rows.push({
          edits,
          'right word first, %': Math.round((100 * right) / wordsTried),
          'no suggestion': silent,
          'p50 ms': quantile(ms, 0.5).toFixed(1),
          'p95 ms': quantile(ms, 0.95).toFixed(1),
        });
        if (process.argv.includes('--wrong')) process.stdout.write(`${wrong.join(' ')}\n`);
      }
      table(
        `${wordsTried} words of ${known.size} in ${texts.length} texts and ${count} generated messages`,
        rows,
      );
    } finally {
      await db.close();
      await lake.end();
    }
  },
};

/** One random edit: a letter inserted, deleted, replaced, or exchanged with the next. */
function edited(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length);
  const letter = letters[Math.floor(random() * letters.length)] ?? 'x';
  switch (Math.floor(random() * 4)) {
    case 0:
      return word.slice(0, at) + letter + word.slice(at);
    case 1:
      return word.slice(0, at) + word.slice(at + 1);
    case 2:
      return word.slice(0, at) + letter + word.slice(at + 1);
    default:
      return word.slice(0, at) + word.slice(at + 1, at + 2) + word.slice(at, at + 1) + word.slice(at + 2);
  }
}

/** The paragraphs of the pages and the lines of the transcripts. */
function realTexts(): string[] {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = (folder: string, ending: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(root, folder, name), 'utf8'));
  const paragraphs = files('docs', '.md').flatMap((text) => text.split(/\n{2,}/));
  const said = files('test/fixtures/capture', '.jsonl').flatMap((text) =>
    text
      .split('\n')
      .flatMap((line) =>
        [...line.matchAll(/"(?:text|content)":"((?:[^"\\]|\\.)+)"/g)].map(([, one = '']) =>
          one.replaceAll(/\\n/g, '\n'),
        ),
      ),
  );
  return [...paragraphs, ...said].filter((text) => text.trim() !== '');
}

function* generated(count: number): Generator<string> {
  const text = corpus(5);
  for (let i = 0; i < count; i++) {
    if (i % 50 === 0) text.topic();
    yield text.next();
  }
}

async function storeAll(
  deps: Parameters<typeof storeMessagesBulk.call>[1],
  texts: Iterable<string>,
): Promise<void> {
  let batch: { role: 'user'; content: string }[] = [];
  const store = async () => {
    if (batch.length > 0) await storeMessagesBulk.call({ messages: batch }, deps);
    batch = [];
  };
  for (const content of texts) {
    batch.push({ role: 'user', content });
    if (batch.length === 1000) await store();
  }
  await store();
}
