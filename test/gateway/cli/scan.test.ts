import { describe, expect, it } from 'vitest';
import { scanMessages } from '../../../src/gateway/redaction/stored/scan.ts';
import storeMessage from '../../../src/handlers/conversations/store-message.ts';
import bulk from '../../../src/handlers/conversations/store-messages-bulk.ts';
import { call } from '../../support/call.ts';
import { dewey } from '../../support/cli.ts';
import { runHere } from '../../support/command.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const server = useServer(lake, {
  DEWEY_API_KEYS: 'writer:write:secret-of-the-writer,owner:admin:secret-of-the-owner',
});

/** Stored without redaction, as when it is off or with an early version. */
const plain = () => ({ ...lake.deps, redact: undefined });

describe('dewey scan', () => {
  it('finds secrets in anything stored, reports where without showing them, and removes them', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const stored = await call(
      storeMessage,
      { role: 'user', content: `Use ${token} please`, metadata: { note: `again ${token}` } },
      plain(),
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

  it('works through the gateway of DEWEY_URL, one part of the lake at a time', async () => {
    const messages = Array.from({ length: 250 }, (_, i) => ({ role: 'user', content: `Line ${i}` }));
    messages.push({ role: 'user', content: `Take ghp_${'c3D4'.repeat(9)}` });
    await call(bulk, { session_id: 'long', messages }, plain());
    const there = (who: string, ...args: string[]) =>
      runHere(['scan', ...args], { DEWEY_URL: server.url, DEWEY_API_KEY: `secret-of-the-${who}` });
    expect(await there('writer')).toMatchObject({
      code: 1,
      out: '',
      err: 'dewey: The key writer may not administer this server: this needs the scope admin. Use a key with the scope admin.\n',
    });
    expect(await there('owner')).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /^253 messages scanned, 1 with secrets \(github_token 1\), 0 cleaned\n {2}\S+ turn 251/,
      ),
    });
    expect(await there('owner', '--remove')).toMatchObject({ code: 0 });
    expect(await there('owner')).toMatchObject({
      code: 0,
      out: '253 messages scanned, 0 with secrets, 0 cleaned\n',
    });
  });

  it('reports packed lines that are damaged, as they cannot be scanned', async () => {
    const { conversation_id } = await call(
      storeMessage,
      { role: 'user', content: 'Nothing to hide', session_id: 'damaged' },
      lake.deps,
    );
    await lake.db.sql`
      insert into capture_raw (conversation_id, fingerprint, start_offset, end_offset, lines, data)
      values (${conversation_id}, 'f', 0, 9, 1, ${Buffer.from('not gzip')})`;
    const scanned = await dewey(['scan'], { DATABASE_URL: lake.url });
    expect(scanned).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('not scanned in full: 1.\n'),
    });
    await lake.db.sql`delete from conversations where id = ${conversation_id}`;
  });

  it('ends each part in time and returns where to continue', async () => {
    const first = await scanMessages(lake.db.sql, undefined, { remove: false, ms: -1 });
    expect(first).toMatchObject({ report: { messages: 100 }, next: expect.any(String) });
    const rest = await scanMessages(lake.db.sql, first.next ?? '', { remove: false, ms: 60_000 });
    expect(rest).toMatchObject({ report: { messages: 153 }, next: null });
  });
});
