import { lockExperiences, type NewExperience } from '../src/db/experience/experiences.ts';
import { insertExperiences } from '../src/db/experience/import.ts';
import { connect } from '../src/db/postgres/connect.ts';
import { createDeps, createLog } from '../src/gateway/deps.ts';
import recordExperience from '../src/handlers/experience/record-experience.ts';
import { bigramsOf, comparable, type Texts } from '../src/handlers/shared/domain/similarity.ts';
import { findDuplicate, fingerprint } from '../src/handlers/shared/record-experience.ts';
import { madeUp, random } from '../test/support/experience.ts';
import { type Bench, type Measured, measure, rounded, scratchLake, table } from './support.ts';

const rows = 100_000;
const rounds = 200;
const [domain, type] = ['Debugging', 'effective'] as const;

const texts = (n: number) => madeUp(n) as Texts;

/** Near-duplicates among 100,000 experiences, all of one domain and type, since other domains are never searched. */
export const experience: Bench = {
  name: 'experience',
  async run() {
    const lake = await scratchLake();
    const db = connect(lake.url);
    try {
      for (let from = 0; from < rows; from += 1000)
        await insertExperiences(
          db.sql,
          Array.from({ length: 1000 }, (_, i) => incoming(from + i)),
        );
      await db.sql`analyze`;

      const next = random(7);
      let asked = 0;
      let right = 0;
      const near = await measure(rounds, 1, async () => {
        const n = Math.floor(next() * rows);
        const found = await find(reworded(n));
        asked += 1;
        if (found?.id === n + 1) right += 1;
      });
      const none = await measure(rounds, 1, (i) => find(texts(rows + i)));
      const deps = createDeps(db, createLog('silent'));
      const record = await measure(rounds, 1, async (i) => {
        const reply = await recordExperience.call(
          { ...texts(2 * rows + next() * rows + i), domain, type },
          deps,
        );
        if (!reply.ok) throw reply.error;
      });
      table(`${rows} experiences of one domain and type`, [
        row(`near-duplicate, ${right} of ${asked} found`, near),
        row('no duplicate there', none),
        row('record_experience as a whole', record),
      ]);

      function find(of: Texts) {
        const text = comparable(of);
        return db.sql.begin(async (tx) => {
          await lockExperiences(tx, [domain]);
          return findDuplicate(tx, { domain, type }, text, bigramsOf(text), []);
        });
      }
    } finally {
      await db.close();
      await lake.end();
    }
  },
};

const row = (what: string, { p50, p95 }: Measured) => ({
  what,
  'p50 ms': rounded(p50, 1),
  'p95 ms': rounded(p95, 1),
});

function incoming(n: number) {
  const experience: NewExperience = {
    ...texts(n),
    domain,
    type,
    confidence: null,
    scope: 'user',
    tags: [],
    project: null,
    sessionId: null,
    revisionOf: null,
    revisionReason: null,
    proof: 'confirmed',
    createdAt: '2026-01-01T00:00:00Z',
  };
  const text = comparable(experience);
  return { id: null, experience, print: fingerprint(experience, text, bigramsOf(text)), reaches: [] };
}

/** The same text with two words of the situation replaced. */
function reworded(n: number): Texts {
  const words = texts(n).situation.split(' ');
  const next = random(n);
  for (let i = 0; i < 2; i += 1) words[Math.floor(next() * words.length)] = 'elsewhere';
  return { ...texts(n), situation: words.join(' ') };
}
