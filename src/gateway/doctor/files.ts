import { existsSync } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { plannedBackups } from '../backup/schedule.ts';
import { hookEvents } from '../capture/hooks/read-event.ts';
import { measureSpool } from '../capture/spool/append.ts';
import { spoolFolder } from '../capture/spool/segment.ts';
import type { Config } from '../config/env.ts';
import { connectClaude, gatewayUrl } from './connections.ts';
import { type Finding, failed, fine, messageOf, warning } from './finding.ts';

/** Checks files on disk: hooks, the plugin, the spool, backups, and free space. */
export async function checkFiles(config: Config, searchPath: string, now: Date): Promise<Finding[]> {
  return [
    await checkHooks(config, searchPath),
    await checkPlugin(config),
    checkSpool(config),
    await checkLag(config),
    await checkDisk(config),
    await checkBackups(config, now),
  ];
}

const settingsShape = z.object({
  enabledPlugins: z.record(z.string(), z.unknown()).optional(),
  hooks: z
    .record(
      z.string(),
      z.array(
        z.object({
          hooks: z.array(z.object({ command: z.string().optional(), url: z.string().optional() })),
        }),
      ),
    )
    .optional(),
});

/** Whether Claude Code sends its events here, by plugin or by settings, and whether the called programs exist. */
async function checkHooks(config: Config, searchPath: string): Promise<Finding> {
  const path = join(config.claudeDir, 'settings.json');
  const text = await readFile(path, 'utf8').catch(() => '{}'); // Claude Code may not be installed
  const advice = `add the output of "dewey hook --print-settings" to ${path}, or install the plugin`;
  let settings: z.infer<typeof settingsShape>;
  try {
    settings = settingsShape.parse(JSON.parse(text));
  } catch {
    return failed('hooks', `${path} is not a valid settings file; fix it, as Claude Code ignores it too`);
  }
  if (Object.entries(settings.enabledPlugins ?? {}).some(([name, on]) => name.startsWith('dewey@') && on))
    return commandExists('dewey', searchPath)
      ? fine('hooks', 'the plugin is enabled in Claude Code')
      : failed(
          'hooks',
          'the plugin is enabled, but its command "dewey" is not in PATH; run "npm link" in its folder',
        );
  const ours = Object.entries(settings.hooks ?? {}).flatMap(([event, groups]) =>
    groups.flatMap((group) =>
      group.hooks.flatMap(({ command = '', url = '' }) =>
        command.includes(`hook ${event}`) || url.includes('/hooks/claude-code') ? [{ event, command }] : [],
      ),
    ),
  );
  if (ours.length === 0)
    return fine('hooks', `not installed; transcripts are followed regardless. To install, ${advice}`);
  const missing = [...new Set(ours.flatMap(({ command }) => missingFiles(command, searchPath)))];
  if (missing.length > 0)
    return failed('hooks', `${path} calls ${missing.join(', ')}, which does not exist; ${advice}`);
  const events = new Set(ours.map(({ event }) => event));
  const left = hookEvents.filter((event) => !events.has(event));
  return left.length === 0
    ? fine('hooks', `${path} sends every event here`)
    : failed(
        'hooks',
        `only ${events.size} of ${hookEvents.length} events, missing ${left.join(', ')}; ${advice}`,
      );
}

/** The program and script of a command, as far as they do not exist. */
function missingFiles(command: string, searchPath: string): string[] {
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const [program, script] = words;
  return [
    ...(program && !commandExists(program, searchPath) ? [program] : []),
    ...(script && isAbsolute(script) && !existsSync(script) ? [script] : []),
  ];
}

const commandExists = (program: string, searchPath: string): boolean =>
  isAbsolute(program)
    ? existsSync(program)
    : searchPath.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));

async function checkPlugin(config: Config): Promise<Finding> {
  // From src/gateway/doctor, and from dist/gateway/doctor.
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'plugin');
  try {
    for (const file of ['.claude-plugin/plugin.json', 'hooks/hooks.json'])
      JSON.parse(await readFile(join(folder, file), 'utf8'));
    const servers = await readFile(join(folder, '.mcp.json'), 'utf8');
    const url = `${gatewayUrl(config)}/mcp`;
    return servers.includes(url)
      ? fine('plugin', folder)
      : warning(
          'plugin',
          `${join(folder, '.mcp.json')} does not contain ${url}; change it, or connect with "${connectClaude(config)}"`,
        );
  } catch (error) {
    return warning(
      'plugin',
      `${folder} is incomplete: ${messageOf(error)}; reinstall Dewey, or use the settings`,
    );
  }
}

/** Events waiting to be stored, and dead letters. */
function checkSpool(config: Config): Finding {
  const folder = spoolFolder(config.dataDir);
  if (!existsSync(folder)) return fine('spool', 'empty');
  const { segments, bytes, dropped, deadLetters, unaccounted } = measureSpool(folder);
  const detail = `${segments} segments, ${bytes} bytes (including the one a running gateway is writing); ${deadLetters} records set aside, ${dropped} dropped, ${unaccounted} unaccounted for`;
  if (deadLetters + dropped + unaccounted === 0) return fine('spool', detail);
  const advice = [
    ...(deadLetters + unaccounted > 0
      ? ['see "dewey spool list" for the reasons, and retry with "dewey spool retry --all"']
      : []),
    '"dewey verify --repair" restores them from transcripts',
  ];
  return failed('spool', `${detail}; ${advice.join('; ')}`);
}

const longLagSeconds = 60;

/** How far capture lags behind, from the metrics of the running gateway. */
async function checkLag(config: Config): Promise<Finding> {
  const headers: Record<string, string> =
    config.apiKey === undefined ? {} : { Authorization: `Bearer ${config.apiKey}` };
  const response = await fetch(`${gatewayUrl(config)}/metrics`, {
    headers,
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined); // reported by the gateway check
  if (!response?.ok)
    return fine(
      'capture',
      response?.status === 401
        ? 'the gateway requires an API key to report its lag; set DEWEY_API_KEY'
        : 'not checked, as the gateway does not answer',
    );
  const text = await response.text();
  const lines = text.split('\n');
  const figure = (name: string) =>
    Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1] ?? 0);
  const [spool, tailer] = [figure('dewey_spool_oldest_seconds'), figure('dewey_tailer_lag_seconds')];
  const detail = `transcripts ${tailer.toFixed(1)} s behind, oldest event in the spool ${spool.toFixed(1)} s`;
  return Math.max(spool, tailer) > longLagSeconds
    ? warning('capture', `${detail}; see the gateway log for the cause`)
    : fine('capture', detail);
}

const gigabyte = 1e9;

async function checkDisk({ dataDir }: Config): Promise<Finding> {
  if (!existsSync(dataDir)) return fine('disk', `${dataDir} does not exist yet`);
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const detail = `${(free / gigabyte).toFixed(1)} GB free of ${((blocks * bsize) / gigabyte).toFixed(1)} at ${dataDir}`;
  if (free < gigabyte / 2) return failed('disk', `${detail}; free up space, or storing will soon fail`);
  return free < 5 * gigabyte ? warning('disk', `${detail}; free up space soon`) : fine('disk', detail);
}

async function checkBackups({ backups, url, databaseUrl }: Config, now: Date): Promise<Finding> {
  if (!backups && url !== undefined && databaseUrl === undefined)
    return fine('backups', 'scheduled by the gateway, if at all; "dewey backup <file>" makes one from here');
  if (!backups)
    return warning(
      'backups',
      'none scheduled; set DEWEY_BACKUP_DIR, or schedule "dewey backup <file>" yourself',
    );
  const [newest] = await plannedBackups(backups.folder);
  if (!newest) return warning('backups', `none yet in ${backups.folder}; "dewey serve" makes them`);
  const age = now.getTime() - newest.at.getTime();
  const detail = `the newest is ${(age / 3_600_000).toFixed(1)} hours old: ${join(backups.folder, newest.name)}`;
  return age > 2 * backups.everyMs
    ? failed('backups', `${detail}; see the log of "dewey serve" for the reason`)
    : fine('backups', detail);
}
