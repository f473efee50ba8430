import { askFor } from '../client/remote.ts';
import type { Config } from '../config/env.ts';
import { openGateway } from './gateway/open-gateway.ts';

type Policies = { policies: { keep_days: number | null }[] };
type Run = { expired: { conversations: number; messages: Record<string, number> } };

/**
 * Warns after an import of old content that a retention policy will delete it again. Empty if none will, or if the key of
 * `DEWEY_URL` may not ask.
 */
export async function expiryNotice(config: Config): Promise<string> {
  // The import itself has succeeded: without the gateway there is only no notice.
  const gateway = await openGateway(config, 'dewey import').catch(() => undefined);
  if (!gateway) return '';
  try {
    const { policies } = (await askFor(gateway, '/admin/retention_list', {})) as Policies; // its own tool's output
    if (policies.every(({ keep_days: days }) => days === null)) return '';
    const { expired } = (await askFor(gateway, '/admin/retention_run', { dry_run: true })) as Run;
    const texts = Object.values(expired.messages).reduce((sum, n) => sum + n, 0);
    if (expired.conversations + texts === 0) return '';
    return `Note: the next retention run will delete ${expired.conversations} conversations and ${texts} texts. "dewey retention list" shows the policies; change them before, if that is too much.\n`;
  } catch {
    return ''; // the import itself is done
  } finally {
    await gateway.close();
  }
}
