import { type Remote, remoteOf } from '../../client/remote.ts';
import type { Config } from '../../config/env.ts';
import { closeOnSignal } from '../run/signals.ts';

export type OpenGateway = Remote & { close(): Promise<void> };

/**
 * Opens the gateway for a command: the one of `DEWEY_URL`, otherwise the same routes in this process on the database,
 * whether or not a server is running. The caller closes it. All tools are only loaded for the latter.
 *
 * Some commands open the database themselves. `restore`, `import` of a whole lake, `migrate`, `worker` and `doctor` have
 * no remote form by design: they replace or create the database, or inspect this machine. `backup`, `export --all`,
 * `watch`, and `import` and `verify` of transcripts do have one; a comment where they open the database says why.
 *
 * @param client the command's name in the audit log.
 */
export async function openGateway(config: Config, client: string): Promise<OpenGateway> {
  const remote = remoteOf(config);
  if (remote) return { ...remote, client, close: async () => undefined };
  const { opened, release } = closeOnSignal(
    import('./open-here.ts').then(({ openInProcess }) => openInProcess(config)),
  );
  try {
    const gateway = await opened;
    const close = () => gateway.close().finally(release);
    return { ...gateway, client, close };
  } catch (error) {
    release();
    throw error;
  }
}
