import { existsSync } from 'node:fs';
import { serverInfo } from '../../version.ts';
import { type Config, readConfig } from '../config/env.ts';
import { agentNames } from '../config/transcript-folders.ts';
import { checkConnections } from '../doctor/connections.ts';
import { checkDatabase } from '../doctor/database.ts';
import { checkFiles } from '../doctor/files.ts';
import { type Finding, failed, fine, messageOf, warning } from '../doctor/finding.ts';
import { checkHistories } from '../doctor/histories.ts';
import { clock } from '../runtime/clock-and-ids.ts';
import { findRunning } from '../runtime/server-file.ts';
import { strangeVariables } from './help/variables.ts';
import type { ExitCode } from './run/program.ts';
import { print, printJson } from './run/say.ts';
import { oneLine } from './terminal/harmless.ts';

/** Checks everything that calls depend on and suggests remedies. Exit code 1 when a check failed. */
export async function doctor(env: NodeJS.ProcessEnv, options: { json?: boolean }): Promise<ExitCode> {
  const findings: Finding[] = [checkVersions()];
  let config: Config | undefined;
  try {
    config = readConfig(env);
    const strange = strangeVariables(env, process.cwd());
    findings.push(
      strange.length === 0
        ? fine('configuration', 'all variables are valid')
        : warning('configuration', strange.join(' ')),
    );
  } catch (error) {
    findings.push(failed('configuration', messageOf(error)));
  }
  if (config) {
    // It may have been started with another port than this command.
    const running = config.url === undefined ? await findRunning(config) : undefined;
    running?.agent.destroy();
    if (running) config.port = Number(new URL(running.url).port);
    findings.push(checkRedaction(config), checkTranscripts(config));
    findings.push(...(await checkHistories(config, running !== undefined)));
    findings.push(...(await checkDatabase(config, clock())));
    findings.push(...(await checkFiles(config, env.PATH ?? '', clock())));
    findings.push(...(await checkConnections(config)));
  }
  const ok = findings.every((finding) => finding.ok);
  if (options.json) printJson({ ok, findings }, 2);
  else
    for (const finding of findings) print(`${word(finding)}  ${finding.check}: ${oneLine(finding.detail)}`);
  return ok ? 0 : 1;
}

const word = ({ ok, status }: Finding): string => (ok ? (status === 'warning' ? 'warn' : 'ok  ') : 'FAIL');

/** Whether transcripts are followed, and which. */
function checkTranscripts({ watch, transcripts, url }: Config): Finding {
  if (url !== undefined)
    return fine('transcripts', 'followed by the machines they are on, not by the gateway');
  if (!watch)
    return warning(
      'transcripts',
      'DEWEY_WATCH=off: they are not followed. Only hook events, calls through the proxy and what "dewey import" reads are stored',
    );
  const folders = [...new Set(transcripts.map(({ folder }) => folder))];
  const present = folders.filter((folder) => existsSync(folder));
  return present.length > 0
    ? fine('transcripts', `"dewey serve" follows ${present.join(', ')}`)
    : fine('transcripts', `none on this machine: nothing of ${agentNames(transcripts)}`);
}

const checkRedaction = ({ redaction }: Config): Finding =>
  redaction === 'on'
    ? fine('redaction', 'secrets are removed from everything before it is stored')
    : warning(
        'redaction',
        redaction === 'captures'
          ? 'DEWEY_REDACT=captures: secrets in content stored by tools are kept'
          : 'DEWEY_REDACT=off: no secrets are removed',
      );

function checkVersions(): Finding {
  const detail = `dewey ${serverInfo.version}, Node ${process.version}, ${process.platform} ${process.arch}`;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19)
    ? fine('version', detail)
    : warning('version', `${detail}; Dewey requires Node 20.19 or newer`);
}
