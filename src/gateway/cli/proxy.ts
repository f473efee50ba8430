import { startProxy } from '../capture/proxy/server.ts';
import { spoolFolder } from '../capture/spool/segment.ts';
import { SpoolWriter } from '../capture/spool/writer.ts';
import { clock, newId } from '../clock-and-ids.ts';
import { createLog } from '../deps.ts';
import { readConfig } from '../env.ts';
import type { ExitCode } from './program.ts';
import { aborted, stopSignal } from './signals.ts';

/** Segments are sealed this often, so that whoever drains the spool finds them soon. */
const sealEveryMs = 500;

/** Runs the capture proxy alone. It needs no database: a gateway with the same data directory stores what it spools. */
export async function proxy(env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const stopping = stopSignal();
  const spool = new SpoolWriter(spoolFolder(config.dataDir), clock);
  const running = await startProxy({
    config: { ...config, proxyPort: config.proxyPort ?? 9000 },
    spool,
    log,
    clock,
    newId,
  });
  const sealing = setInterval(() => {
    if ((spool.synced?.bytes ?? 0) > 0)
      spool.seal().catch((err: unknown) => log.warn({ err }, 'a segment could not be sealed; it stays open'));
  }, sealEveryMs);
  process.stdout.write(`The proxy listens at http://${config.host}:${running.port}\n`);
  await aborted(stopping);
  await running.stop();
  clearInterval(sealing);
  await spool.seal();
  return 0;
}
