import type { Hono } from 'hono';
import type { Log } from '../../../handlers/tool/deps.ts';
import { challengeHeader, proofHeader } from '../../runtime/server-proof.ts';
import type { Variables } from '../context.ts';
import { NotMigrated, NotReady } from '../not-ready.ts';

/**
 * `/healthz` answers while the process is alive, and proves its identity to clients that ask; `/readyz` answers whether
 * the database is reachable and migrated, and whether events can be spooled.
 */
export function mountHealth(
  app: Hono<{ Variables: Variables }>,
  ready: () => Promise<void>,
  health: (() => object) | undefined,
  log: Log,
  prove?: (challenge: string) => string | undefined,
): void {
  app.get('/healthz', (c) => {
    const challenge = c.req.header(challengeHeader);
    const proof = challenge === undefined ? undefined : prove?.(challenge);
    return c.text('ok', 200, proof === undefined ? {} : { [proofHeader]: proof });
  });
  app.get('/readyz', async (c) => {
    try {
      await ready();
      return c.json({ status: 'ready', ...health?.() });
    } catch (err) {
      if (err instanceof NotMigrated)
        log.info({ pending: err.pending }, 'not ready: migrations are not applied');
      else log.warn({ err }, 'not ready');
      return c.json(
        {
          status: 'unavailable',
          reason: err instanceof NotReady ? err.message : 'the database cannot be reached or is not migrated',
        },
        503,
      );
    }
  });
}
