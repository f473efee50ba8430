import { describe, expect, it } from 'vitest';
import recordExperience from '../../../src/handlers/experience/record-experience.ts';
import { call } from '../../support/call.ts';
import { experience } from '../../support/experience.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { pageOf, sendForm, shownAt } from '../../support/viewer.ts';

const lake = useLake();
const server = useServer(lake);

describe('the pages of records', () => {
  it('list, filter, delete and restore an experience', async () => {
    const given = { ...experience(), situation: 'The portolan had no shelf mark', tags: ['maps'] };
    const { experience_id: id } = await call(recordExperience, given, lake.deps);
    const shows = async (path: string) =>
      (await shownAt(server, path)).includes('The portolan had no shelf mark');
    expect(await shows('/records/experience')).toBe(true);
    expect(await shows('/records/experience?tag=maps')).toBe(true);
    expect(await shows('/records/experience?tag=prints')).toBe(false);

    const sent = await sendForm(server, '/records/experience/delete', { id: String(id) });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/records/experience?said=deleted']);
    expect(await shows('/records/experience')).toBe(false);
    expect(await shows('/records/experience?deleted=1')).toBe(true);
    expect((await sendForm(server, '/records/experience/restore', { id: String(id) })).status).toBe(303);
    expect(await shows('/records/experience')).toBe(true);
  });

  it.each(['preset', 'reasoning', 'context', 'result'])(
    'list kind %s, and offer no unknown one',
    async (kind) => {
      expect(await shownAt(server, `/records/${kind}`)).toContain('There are none.');
      expect(await shownAt(server, `/records/${kind}?from=2026-01-02`)).toContain('None match.');
      expect((await pageOf(server, '/records/constructor')).status).toBe(404);
    },
  );
});
