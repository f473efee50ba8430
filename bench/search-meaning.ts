import { loadavg } from 'node:os';
import { connect } from '../src/db/postgres/connect.ts';
import { collectionIds } from '../src/db/search/collection/ids.ts';
import { nearest } from '../src/db/search/score/vectors.ts';
import { seeded } from './corpus.ts';
import { hybridQuality } from './meaning/hybrid.ts';
import { meaningQuality } from './meaning/quality.ts';
import { type Bench, measure, rounded, scratchLake, table } from './support.ts';

const queries = 40;
const page = 20;

/**
 * The nearest embeddings among `--embeddings=20000` of `--dimensions=384,1536`, compared with an exact scan, and how
 * many of the twenty nearest are found. Vectors are clustered around 500 centres, like texts around subjects. With
 * `--data`, what the local model adds to a search by words, see `hybridQuality`; with `--table` too, what token vectors
 * would, see `meaningQuality`.
 */
export const searchMeaning: Bench = {
  name: 'search-meaning',
  async run({ embeddings = '20000', dimensions = '384,1536', data, table: tokenTable }) {
    if (data !== undefined)
      return tokenTable === undefined ? hybridQuality(data) : meaningQuality(data, tokenTable);
    const rows: Record<string, string | number>[] = [];
    for (const size of dimensions.split(',').map(Number)) rows.push(await among(Number(embeddings), size));
    table('The nearest by meaning, milliseconds', rows);
  },
};

async function among(count: number, dimensions: number): Promise<Record<string, string | number>> {
  const lake = await scratchLake();
  const db = connect(lake.url);
  const random = seeded(dimensions);
  const gauss = () => random() + random() + random() + random() - 2;
  const centres = Array.from({ length: 500 }, () => Float32Array.from({ length: dimensions }, gauss));
  const one = (): Float32Array => {
    const centre = centres[Math.floor(random() * centres.length)] as Float32Array;
    const vector = centre.map((value) => value + gauss());
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  try {
    await db.sql`insert into search_models (id, name, dimensions) overriding system value values (1, 'bench', ${dimensions})`;
    const all: Float32Array[] = [];
    const batch = 500;
    for (let from = 0; from < count; from += batch) {
      const some = Array.from({ length: batch }, one);
      all.push(...some);
      const stored = some.map((vector, i) => ({
        shelf: collectionIds.messages,
        doc_no: from + i + 1,
        model: 1,
        vector: `{${vector.join(',')}}`,
        signature: Array.from(vector, (value) => (value > 0 ? '1' : '0')).join(''),
      }));
      await db.sql`
        insert into search_embeddings (shelf, doc_no, model, signature, vector)
        select shelf, doc_no, model, signature::varbit, vector::real[]
        from json_to_recordset(${JSON.stringify(stored)}::text::json)
          as one(shelf smallint, doc_no integer, model smallint, signature text, vector text)`;
    }
    await db.sql`analyze search_embeddings`;
    const allowed = Int32Array.from({ length: count }, (_, i) => i + 1);
    const asked = Array.from({ length: queries }, one);
    const ask = (vector: Float32Array) =>
      nearest(db.sql, collectionIds.messages, { model: 1, vector }, allowed, count);
    const { p50, p95 } = await measure(queries, 1, (i) => ask(asked[i % queries] as Float32Array));
    let shared = 0;
    for (const vector of asked) {
      const exact = exactly(vector, all).slice(0, page);
      const found = new Set((await ask(vector)).map(({ docNo }) => docNo));
      shared += exact.filter((doc) => found.has(doc)).length;
    }
    const plain = await measure(3, 1, async (i) => exactly(asked[i] as Float32Array, all));
    return {
      embeddings: count,
      dimensions,
      p50: rounded(p50, 1),
      p95: rounded(p95, 1),
      'every one in memory p50': rounded(plain.p50, 1),
      'of the 20 nearest found': rounded((shared / (queries * page)) * 100, 1),
      load: rounded(loadavg()[0] ?? 0, 1),
    };
  } finally {
    await db.close();
    await lake.end();
  }
}

/** All documents by cosine, best first. */
function exactly(vector: Float32Array, all: readonly Float32Array[]): number[] {
  return all
    .map((other, i) => {
      let sum = 0;
      for (let k = 0; k < vector.length; k++) sum += (vector[k] as number) * (other[k] as number);
      return { doc: i + 1, sum };
    })
    .sort((a, b) => b.sum - a.sum)
    .map(({ doc }) => doc);
}
