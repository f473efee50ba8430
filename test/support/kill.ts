import { expect } from 'vitest';
import { restClient } from './clients.ts';
import { serve } from './process.ts';

/**
 * Kills a server in the middle of stores, restarts it and looks for every acknowledged message.
 *
 * @returns how many stores were acknowledged before the kill.
 */
export async function killWhileStoring(env: Record<string, string>, killAfter: number): Promise<number> {
  const server = await serve({ DEWEY_LOG_LEVEL: 'warn', ...env });
  const client = restClient(server.url);
  const { conversation_id } = await client.call('dewey_begin_conversation', {});
  const acknowledged: { external_id: string; turn: number; id: string }[] = [];
  const sent: string[] = [];
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; ; n += 1) {
      const external_id = `${writer}-${n}`;
      sent.push(external_id);
      try {
        const stored = await client.call('dewey_store_message', {
          conversation_id,
          role: 'user',
          content: `message ${external_id}`,
          external_id,
        });
        acknowledged.push({ external_id, turn: stored.turn_number, id: stored.message_id });
      } catch {
        return; // the server is gone: this one was not acknowledged
      }
      if (acknowledged.length === killAfter) void server.end('SIGKILL');
    }
  });
  await Promise.all(writers);
  await server.ended;

  const again = await serve({ DEWEY_LOG_LEVEL: 'warn', ...env });
  const { messages } = await restClient(again.url).call('dewey_get_conversation', {
    conversation_id,
    max_chars: 16_000_000,
  });
  const turns = messages.map((m: { turn: number }) => m.turn);
  expect(turns).toEqual(Array.from({ length: turns.length }, (_, i) => i + 1));
  for (const { external_id, turn, id } of acknowledged)
    expect(messages[turn - 1]).toMatchObject({ id, turn, content: `message ${external_id}` });
  // Stores in flight may or may not be there; repeating them stores each exactly once.
  for (const external_id of sent.slice(-20))
    await restClient(again.url).call('dewey_store_message', {
      conversation_id,
      role: 'user',
      content: `message ${external_id}`,
      external_id,
    });
  const after = await restClient(again.url).call('dewey_get_conversation', {
    conversation_id,
    max_chars: 16_000_000,
  });
  const contents = after.messages.map((m: { content: string }) => m.content);
  expect(new Set(contents).size).toBe(contents.length);
  expect(await again.end()).toBe(0);
  return acknowledged.length;
}
