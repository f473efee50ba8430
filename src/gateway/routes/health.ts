import type { Hono } from 'hono';
import type { Log } from '../../handlers/deps.ts';
import type { Variables } from '../caller.ts';

/** `/healthz` tells that the process lives, `/readyz` that the database answers and is migrated. */
export function mountHealth(
  app: Hono<{ Variables: Variables }>,
  ready: () => Promise<void>,
  health: (() => object) | undefined,
  log: Log,
): void {
  app.get('/healthz', (c) => c.text('ok'));
  app.get('/readyz', async (c) => {
    try {
      await ready();
      return c.json({ status: 'ready', ...health?.() });
    } catch (err) {
      log.warn({ err }, 'not ready');
      return c.json(
        { status: 'unavailable', reason: 'the database cannot be reached or is not migrated' },
        503,
      );
    }
  });
}
