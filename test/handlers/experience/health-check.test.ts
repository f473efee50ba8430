import { describe, expect, it } from 'vitest';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import healthCheck from '../../../src/handlers/experience/health-check.ts';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import { call } from '../../support/call.ts';
import { experience } from '../../support/experience.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

describe('health_check', () => {
  it('counts the contents of the lake', async () => {
    expect(await call(healthCheck, {}, lake.deps)).toEqual({
      healthy: true,
      status: 'OK',
      issues: [],
      warnings: [],
      stats: { experiences: 0, reasoning_sessions: 0, workflow_sessions: 0, conversations: 0, messages: 0 },
    });
    await call(recordExperience, experience(), lake.deps);
    await call(storeMessage, { role: 'user', content: 'Hello' }, lake.deps);
    expect((await call(healthCheck, {}, lake.deps)).stats).toMatchObject({
      experiences: 1,
      conversations: 1,
      messages: 1,
    });
  });

  it('reports experiences that could be recorded twice', async () => {
    await lake.db.sql`delete from experience_sketches`;
    expect(await call(healthCheck, {}, lake.deps)).toMatchObject({
      healthy: false,
      status: 'DEGRADED',
      issues: ['1 experiences cannot be matched as duplicates: their sketches are missing.'],
    });
  });

  it('reports experiences that no search finds', async () => {
    await lake.db.sql`delete from search_queue where shelf = 3`;
    expect(await call(healthCheck, {}, lake.deps)).toMatchObject({
      healthy: false,
      issues: expect.arrayContaining([
        '1 experiences are not in the search index: back up and restore to rebuild the index.',
      ]),
    });
    await lake.db.sql`insert into search_segments (shelf, level, n_docs, docs) values (3, 0, 1, ''::bytea)`;
    expect(await call(healthCheck, {}, lake.deps)).toMatchObject({
      healthy: false,
      issues: expect.arrayContaining([
        '1 segments of the search index have lost their words: back up and restore to rebuild the index.',
      ]),
    });
  });
});
