import { describe, expect, it } from 'vitest';
import { catalog } from '../../src/handlers/index.ts';
import { type Json, limited, secretOf, shown, useMarkedLake } from '../support/authorization.ts';
import { bearer } from '../support/keys.ts';
import { bait, markOf, project } from '../support/marked.ts';
import { modern, post, rpc } from '../support/mcp.ts';
import { type Frame, TestSocket } from '../support/socket.ts';

/**
 * The counterpart of `authorization-data.test.ts`: nothing besides tools shows a mark to a key that does not reach it,
 * either.
 */

const { server, ids, ask, call } = useMarkedLake();

describe('apart from tools', () => {
  it('an unlimited admin is shown everything', async () => {
    const request = rpc('resources/read', { uri: 'dewey://contexts/active' });
    expect(await (await post(server.url, request, bearer(secretOf('ana')))).text()).toContain(
      markOf('contexts'),
    );
  });

  it.each(limited)(
    '$name: resources, prompts and completions show nothing beyond its reach',
    async ({ name, key, hidden }) => {
      const headers = bearer(secretOf(name));
      const values = [...new Set([...ids.values()].flatMap((some) => [...some]).map(String))];
      const within = (uri: string) =>
        catalog.toolsets.some(
          (toolset) =>
            (key.toolsets?.includes(toolset.name) ?? true) &&
            toolset.resources?.some((one) => one.uri === uri),
        );
      const requests = [
        ...['resources/list', 'resources/templates/list', 'prompts/list', 'tools/list'].map((method) =>
          rpc(method),
        ),
        ...catalog.resources.flatMap(({ uri, variables }) =>
          (variables.length === 0 ? [''] : within(uri) ? values : values.slice(0, 1)).map((value) =>
            rpc('resources/read', { uri: uri.replace(/\{\w+\}/, encodeURIComponent(value)) }),
          ),
        ),
        ...catalog.resources.flatMap(({ uri, variables }) =>
          variables.flatMap((variable) =>
            ['', 'k', 'a', 'd', '0'].map((value) =>
              rpc('completion/complete', {
                ref: { type: 'ref/resource', uri },
                argument: { name: variable, value },
              }),
            ),
          ),
        ),
        ...catalog.prompts.flatMap((prompt) => [
          ...Object.keys(prompt.args.shape).flatMap((argument) =>
            ['', 'k'].map((value) =>
              rpc('completion/complete', {
                ref: { type: 'ref/prompt', name: prompt.name },
                argument: { name: argument, value },
              }),
            ),
          ),
          rpc('prompts/get', {
            name: prompt.name,
            arguments: Object.fromEntries(Object.keys(prompt.args.shape).map((one) => [one, bait])),
          }),
          rpc('prompts/get', { name: prompt.name, arguments: {} }),
        ]),
      ];
      const leaks: unknown[] = [];
      for (const request of requests) {
        const response = await post(server.url, request, headers);
        const marks = shown(await response.text(), request, hidden);
        if (marks.length > 0) leaks.push([request.method, request.params, marks]);
      }
      expect(leaks).toEqual([]);
    },
  );

  it.each(limited)('$name: other routes show nothing beyond its reach', async ({ name, key, hidden }) => {
    const unlimited =
      key.toolsets === undefined && key.project === undefined && key.maxSensitivity === undefined;
    const leaks: unknown[] = [];
    const others = server.routes.filter(
      ({ path }) => !path.startsWith('/tools') && path !== '/mcp' && !path.includes('*'),
    );
    const paths = [...new Set(others.map(({ path }) => path))].flatMap((path) =>
      path === '/admin/:name'
        ? ['audit_list', 'keys_list', 'scan_messages', 'retention_list'].map((one) =>
            path.replace(':name', one),
          )
        : [path.replace(/:\w+/, 'dec_nobody')],
    );
    for (const path of paths) {
      // An admin without limits may read everything at once.
      if (unlimited && key.scope === 'admin' && /^\/(backup|export|admin)/.test(path)) continue;
      const bodies: (Json | undefined)[] = [
        undefined,
        {},
        { project },
        { session_id: 'session-of-conversations' },
      ];
      for (const body of bodies) {
        const { text } = await ask(name, path, body);
        const marks = shown(text, body, hidden);
        if (marks.length > 0) leaks.push([path, body, marks]);
      }
    }
    expect(leaks).toEqual([]);
  });

  it('only keys that see a document are notified of its changes', async () => {
    const bring = (source_id: string, fields: Json = {}) =>
      call('ana', 'artifact_ingest', {
        artifact_type: 'note',
        source_system: 'notes',
        source_id,
        content: `Text ${crypto.randomUUID()}`,
        ...fields,
      }).then(({ text }) => `dewey://artifacts/${JSON.parse(text).artifact_id}`);
    const own = { visibility_scope: 'me' };
    const [secret, open] = [await bring('heard by one', own), await bring('heard by all')];
    const updated = (uri: string) => (frame: Frame) =>
      frame.method === 'notifications/resources/updated' && frame.params.uri === uri;
    const sockets = new Map<string, TestSocket>();
    const streams = new Map<string, AsyncGenerator<string>>();
    for (const name of ['ana', 'another']) {
      const socket = await TestSocket.open(server.url, '/mcp', '2025-11-25', bearer(secretOf(name)));
      for (const uri of [secret, open]) await socket.request('resources/subscribe', { uri });
      sockets.set(name, socket);
      const listening = { notifications: { resourceSubscriptions: [secret, open] } };
      const response = await modern(
        server.url,
        'subscriptions/listen',
        listening,
        undefined,
        bearer(secretOf(name)),
      );
      const stream = events(response);
      await stream.next(); // acknowledged
      streams.set(name, stream);
    }
    await bring('heard by one', own);
    await sockets.get('ana')?.frame(updated(secret));
    expect((await streams.get('ana')?.next())?.value).toContain(secret);
    await bring('heard by all');
    await sockets.get('another')?.frame(updated(open));
    expect((await streams.get('another')?.next())?.value).toContain(open);
    expect(sockets.get('another')?.frames.filter(updated(secret))).toEqual([]);
    for (const socket of sockets.values()) await socket.close();
    for (const stream of streams.values()) await stream.return(undefined);
  });
});

/** Yields the messages of an event stream. */
async function* events(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const text = decoder.decode(chunk);
    if (text.includes('data:')) yield text;
  }
}
