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
  expect(result.isError).toBeUndefined();
  return result.structuredContent;
}

const problem = 'The nightly loan report locks the import of the catalogue. How do we run both?';

describe('a conclusion over its life', () => {
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
