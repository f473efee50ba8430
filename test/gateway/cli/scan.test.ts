import { describe, expect, it } from 'vitest';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import { call } from '../../support/call.ts';
import { dewey } from '../../support/cli.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

describe('dewey scan', () => {
  it('finds secrets in what was stored by any way, tells where but not what, and takes them out', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const stored = await call(
      storeMessage,
      { role: 'user', content: `Use ${token} please`, metadata: { note: `again ${token}` } },
      lake.deps,
    );
    await call(storeMessage, { role: 'user', content: 'Nothing to hide' }, lake.deps);
    const scan = (...args: string[]) => dewey(['scan', '--json', ...args], { DATABASE_URL: lake.url });
    const found = await scan();
    expect(found.code).toBe(1);
    expect(found.stdout).not.toContain(token);
    expect(JSON.parse(found.stdout)).toMatchObject({
      messages: 2,
      found: 1,
      removed: 0,
      kinds: { github_token: 2 },
      places: [{ conversation_id: stored.conversation_id, turn: 1 }],
    });
    expect(await scan('--remove')).toMatchObject({ code: 0 });
    expect(JSON.parse((await scan()).stdout)).toMatchObject({ found: 0 });
    const [row] = await lake.db
      .sql`select content, metadata from messages where turn_number = 1 and content like 'Use%'`;
    expect(row).toEqual({
      content: 'Use [redacted:github_token] please',
      metadata: { note: 'again [redacted:github_token]' },
    });
  });
});
