import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';
import { TestSocket } from '../support/socket.ts';

const lake = useLake();
const server = useServer(lake);

let socket: TestSocket;
beforeAll(async () => {
  socket = await TestSocket.open(server.url);
});
afterAll(() => socket.close());

async function call(name: string, input: Parameters<TestSocket['call']>[1]) {
  const { result } = await socket.call(name, input);
  expect(result.isError, JSON.stringify(result.content)).toBeUndefined();
  return result.structuredContent;
}

const problem = 'The nightly loan report locks the import of the catalogue. How do we run both?';

describe('a conclusion over its life', () => {
  it('is proved or disproved by the outcome of the decision made in its session', async () => {
    const asked = 'Readers wait at the counter when loans are renewed. Which way of renewal?';
    await call('analyze_problem', { session_id: 'renewal', problem: asked });
    await call('gather_context', { session_id: 'renewal' });
    await call('reason_through', {
      session_id: 'renewal',
      thought: 'Readers could renew a loan by themselves.',
      thought_number: 1,
    });
    const { experience_id: id } = await call('finalize_decision', {
      session_id: 'renewal',
      conclusion: 'Renew loans by telephone, without the counter.',
    });
    const decided = async (statement: string) =>
      (
        await call('membria_capture_decision', {
          ...{ statement, alternatives: ['Leave it'], confidence: 0.7 },
          context: { session_id: 'renewal' },
        })
      ).decision_id as string;
    const renewal = await decided('Renew loans by telephone');
    const chairs = await decided('Buy chairs for those who wait');
    const came = (decision_id: string, final_status: string, final_score: number, more = {}) =>
      call('membria_record_outcome', { decision_id, final_status, final_score, ...more });

    expect(await came(chairs, 'failure', 0.1)).not.toHaveProperty('experience_id');
    expect(await call('get_experience', { id })).toMatchObject({ proof: 'unproven' });
    const lessons_learned = ['Nobody answers the telephone in the evening'];
    const failed = await came(renewal, 'failure', 0.1, { lessons_learned });
    expect(await call('get_experience', { id: failed.experience_id as number })).toMatchObject({
      type: 'ineffective',
      revision_of: id,
      outcome: expect.stringContaining('Nobody answers the telephone in the evening'),
    });
    expect(await call('get_experience', { id })).toMatchObject({ proof: 'contradicted' });
    await call('analyze_problem', { session_id: 'renewal again', problem: asked });
    const { citations } = await call('gather_context', {
      session_id: 'renewal again',
      kinds: ['experience'],
    });
    // Its own expectation, which it corrects, does not speak against it.
    expect(citations).toMatchObject([
      { title: expect.stringMatching(/^Decision, ineffective(?!.*contradicted)/), priority: 'high' },
    ]);

    // Corrected: it was another telephone.
    const corrected = await came(renewal, 'success', 0.9, { replace: true });
    expect(await call('get_experience', { id: corrected.experience_id as number })).toMatchObject({
      type: 'effective',
      revision_of: failed.experience_id,
    });
  });

  it('is unproven, fails, and warns the next session', async () => {
    await call('analyze_problem', { session_id: 'first', problem });
    expect(await call('gather_context', { session_id: 'first' })).toMatchObject({ citations: [] });
    await call('reason_through', {
      session_id: 'first',
      thought: 'The loan report holds a lock on the catalogue while the import waits.',
      thought_number: 1,
    });
    const { experience_id: id } = await call('finalize_decision', {
      session_id: 'first',
      conclusion: 'Run the nightly loan report on a queue behind the import of the catalogue.',
    });

    await call('analyze_problem', { session_id: 'second', problem });
    const before = await call('gather_context', { session_id: 'second' });
    const cited = before.citations.find((one: { kind: string }) => one.kind === 'experience');
    expect(cited).toMatchObject({ id: String(id), title: expect.stringContaining('effective, unproven') });
    expect(cited.priority).not.toMatch(/critical|high/);

    const { new_id } = await call('update_experience', {
      id,
      changes: {
        type: 'ineffective',
        outcome: 'The queue was never drained, and the report was two days late.',
      },
      reason: 'Told by the loan desk',
    });

    await call('analyze_problem', { session_id: 'third', problem });
    const after = await call('gather_context', { session_id: 'third' });
    const lessons = after.citations.filter((one: { kind: string }) => one.kind === 'experience');
    expect(lessons).toMatchObject([{ id: String(new_id), title: expect.stringContaining('ineffective') }]);
    expect(lessons[0].title).not.toContain('unproven');
    expect(after.synthesized_context).toContain('two days late');
    expect(await call('get_experience', { id })).toMatchObject({
      proof: 'contradicted',
      newer_versions: [new_id],
    });
  });
});
