import { catalog } from '../../handlers/index.ts';
import { createGateway } from '../app.ts';
import { createAudit } from '../audit/audit.ts';
import { keyringOf } from '../auth/load-keys.ts';
import { createDispatcher } from '../calls/dispatch.ts';
import { selectToolsets } from '../calls/toolsets.ts';
import { ConfigError, readConfig } from '../config/env.ts';
import { documentsWith } from '../documents/inline.ts';
import { createModernMcp } from '../mcp/eras/modern.ts';
import { type EdgeContext, type EdgeEnv, edgeLog, withLake } from './lake.ts';

/**
 * The gateway for edge runtimes with Node compatibility: MCP of both eras and REST, without sessions, WebSockets and
 * subscriptions, since nothing there outlives a request. It reads the same variables as the server; `DATABASE_URL`,
 * `DEWEY_ALLOWED_HOSTS` and `DEWEY_API_KEYS` (or `DEWEY_ALLOW_ANONYMOUS`) are required.
 */
export default {
  async fetch(request: Request, env: EdgeEnv, context: EdgeContext): Promise<Response> {
    try {
      return await serve(request, env, context);
    } catch (error) {
      edgeLog.error({ err: error }, 'request failed');
      const message =
        error instanceof ConfigError ? 'This server is not configured.' : 'Something went wrong.';
      return Response.json({ error: { code: -32603, kind: 'internal', message, data: {} } }, { status: 500 });
    }
  },
};

function serve(request: Request, env: EdgeEnv, context: EdgeContext): Promise<Response> {
  // Bindings that are not variables of ours are ignored.
  const config = readConfig(env);
  if (config.apiKeys.length === 0 && !config.requireKey && !config.allowAnonymous)
    throw new ConfigError('DEWEY_API_KEYS: is required where anyone can connect.');
  const served = config.toolsets ? selectToolsets(catalog, config.toolsets) : catalog;
  let finish = async () => {};
  return withLake(
    env,
    context,
    (lake) => {
      const deps = { ...lake, documents: documentsWith(config.chunks, config.worker.maxAttempts) };
      const audit = createAudit(deps.db.sql, edgeLog);
      finish = audit.drain;
      const gateway = createGateway({
        catalog: served,
        dispatcher: createDispatcher(served, deps, audit),
        log: edgeLog,
        keys: keyringOf(config, async () => deps.db, edgeLog),
        deps,
        modern: async () => createModernMcp,
        githubSecret: config.githubSecret,
        allowedHosts: config.allowedHosts,
        allowedOrigins: config.allowedOrigins,
        sessionLimits: false,
        ready: async () => {
          // The migrations are not available here; that the newest table can be read is evidence enough.
          await deps.db.sql`select from audit_log limit 0`;
        },
      });
      return gateway.app.fetch(request);
    },
    () => finish(),
  );
}
