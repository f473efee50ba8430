import { connect as openSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { useServer } from '../../../support/gateway.ts';
import { useLake } from '../../../support/lake.ts';
import { eventually } from '../../../support/waiting.ts';

const lake = useLake();
const server = useServer(lake);
const deeds = [
  ['proposal', 'settle_outcome'],
  ['dismissals', 'dismiss_warning'],
] as const;

const post = async (path: string, body: string | Uint8Array, type = 'application/json') => {
  const response = await fetch(`${server.url}/decisions/dec_0123456789ab/${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  return [response.status, await response.json()];
};

describe.each(deeds)('POST /decisions/<id>/%s', (path, tool) => {
  it('reads no more than any other request may have, announced or not', async () => {
    const tooLarge = [413, { error: { kind: 'too_large', data: { limit: 16_000_000 } } }];
    expect(await post(path, ' '.repeat(16_000_001))).toMatchObject(tooLarge);
    const { hostname, port } = new URL(server.url);
    const socket = openSocket(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      `POST /decisions/dec_0123456789ab/${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    for (const piece of [...Array(20).fill(' '.repeat(1_000_000)), ''])
      socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    expect((await text(socket)).split('\r\n')[0]).toContain(' 413 ');
  });

  it('refuses what a web page could send without permission, and bytes that are not UTF-8', async () => {
    const refused = (field?: string) => [
      400,
      { error: { kind: 'invalid_input', ...(field ? { data: { field } } : {}) } },
    ];
    expect(await post(path, '{}', 'text/plain')).toMatchObject(refused('Content-Type'));
    expect(await post(path, Buffer.from('{"reason":"caf\xe9"}', 'latin1'))).toMatchObject(refused());
  });

  it('leaves a row in the audit log for what could not be read', async () => {
    const rows = () =>
      lake.db.sql`select outcome from audit_log where tool = ${tool} and outcome = 'too_large'`;
    const before = (await rows()).length;
    await post(path, ' '.repeat(16_000_001));
    await eventually(async () => (await rows()).length > before);
  });
});
