import {
  type AuthInfo,
  createMcpHandler,
  createRequestStateCodec,
  isLegacyRequest,
  type McpHttpHandler,
  type RequestStateCodec,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import type { Log } from '../../../handlers/tool/deps.ts';
import type { Caller } from '../../auth/caller.ts';
import { concerns } from '../../notify/changes.ts';
import { randomKey } from '../../runtime/clock-and-ids.ts';
import type { McpCore } from '../core.ts';
import { authInfoOf } from './auth-info.ts';
import { hearing, listensBeyond } from './listen-guard.ts';
import { createServer } from './modern-server.ts';

export type ModernMcp = {
  /**
   * Whether this request, whose body has already been read, belongs to this protocol or should get its error for an
   * almost valid request.
   */
  speaks(request: Request, body: unknown): Promise<boolean>;
  /** Answers one request of the protocol of 2026-07-28; its body has already been read. */
  handle(request: Request, body: unknown, core: McpCore, caller: Caller): Promise<Response>;
  close(): Promise<void>;
};

/**
 * The protocol of 2026-07-28, which is stateless: every request is self-contained and gets a server of its own.
 *
 * @param subscribe source of changes, for `subscriptions/listen`.
 */
export function createModernMcp(log: Log, subscribe: McpCore['subscribe']): ModernMcp {
  // Created on the first request: edge runtimes allow no work outside of one.
  let codec: RequestStateCodec<string> | undefined;
  const stateCodec = () => {
    codec ??= createRequestStateCodec<string>({ key: randomKey() });
    return codec;
  };
  const listenedTo = new Set<string>();
  let handler: McpHttpHandler | undefined;
  const start = () =>
    createMcpHandler(
      ({ authInfo }) => {
        const { core, method } = (authInfo?.extra ?? {}) as { core?: McpCore; method?: unknown };
        if (!core) throw new Error('a request arrived without its catalog');
        return createServer(core, stateCodec(), method);
      },
      {
        legacy: 'reject',
        onerror: (err) => log.info({ reason: err.message }, 'mcp request refused'),
        ...(subscribe ? { bus: createBus(subscribe, listenedTo, log) } : {}),
      },
    );

  return {
    speaks: async (request, body) => !(await isLegacyRequest(request, body)),
    async handle(request, body, core, caller) {
      handler ??= start();
      const beyond = caller.key?.limited ? listensBeyond(body, core) : undefined;
      if (beyond) return beyond;
      if (subscribe && noteListenedUris(body, listenedTo))
        // Subscribed before it is acknowledged, or, while the database is unreachable, as soon as it is back.
        await subscribe(() => undefined).then(
          (end) => end(),
          () => undefined,
        );
      const callerInfo = authInfoOf(caller);
      const { method } = body as { method?: unknown };
      const authInfo: AuthInfo = { ...callerInfo, extra: { ...callerInfo.extra, core, method } };
      const response = await handler.fetch(request, { authInfo, parsedBody: body });
      return method === 'subscriptions/listen' ? hearing(response, core, caller) : response;
    },
    async close() {
      await handler?.close();
    },
  };
}

/** Limit of the addresses clients listen to that are kept, so that all of them can be notified after a gap. */
const maxListenedUris = 10_000;

/** True for a request to listen. */
function noteListenedUris(body: unknown, listenedTo: Set<string>): boolean {
  const { method, params } = body as {
    method?: unknown;
    params?: { notifications?: { resourceSubscriptions?: unknown } };
  };
  if (method !== 'subscriptions/listen') return false;
  const uris = params?.notifications?.resourceSubscriptions;
  if (!Array.isArray(uris)) return true;
  for (const uri of uris)
    if (typeof uri === 'string' && listenedTo.size < maxListenedUris) listenedTo.add(uri);
  return true;
}

function createBus(
  subscribe: NonNullable<McpCore['subscribe']>,
  listenedTo: Set<string>,
  log: Log,
): ServerEventBus {
  const listeners = new Set<Parameters<ServerEventBus['subscribe']>[0]>();
  let stop: Promise<() => void> | undefined;
  const publish: ServerEventBus['publish'] = (event) => {
    for (const listener of listeners) listener(event);
  };
  return {
    publish,
    subscribe(listener) {
      listeners.add(listener);
      stop ??= subscribe((change) => {
        const heard = [...listenedTo].filter((uri) => change === 'all' || concerns(change, uri));
        const uris = change === 'all' ? heard : new Set([...change, ...heard]);
        for (const uri of uris) publish({ kind: 'resource_updated', uri });
      });
      stop.catch((err) => {
        stop = undefined;
        log.warn({ err }, 'changes cannot be followed');
      });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        listenedTo.clear();
        void stop?.then((end) => end());
        stop = undefined;
      };
    },
  };
}
