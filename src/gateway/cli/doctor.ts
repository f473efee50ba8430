import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pendingMigrations } from '../../db/migrate.ts';
import { hookEvents } from '../capture/hooks.ts';
import { measureSpool } from '../capture/spool/append.ts';
import { spoolFolder } from '../capture/spool/segment.ts';
import { type Config, readConfig } from '../env.ts';
import { type Lake, openLake } from '../lake.ts';
import { serverInfo } from '../mcp/core.ts';
import type { ExitCode } from './program.ts';

export type Finding = { check: string; ok: boolean; detail: string };

/** Looks at everything a call depends on and says what to do about what is wrong. */
export async function doctor(env: NodeJS.ProcessEnv, options: { json?: boolean }): Promise<ExitCode> {
  const findings: Finding[] = [
    { check: 'version', ok: true, detail: `dewey ${serverInfo.version}, Node ${process.version}` },
  ];
  const config = attempt(findings, 'configuration', () => readConfig(env));
  if (config) {
    findings.push(await checkGateway(config));
    await checkDatabase(config, findings);
    findings.push(await checkHooks(config), checkSpool(config));
    findings.push({
      check: 'clients',
      ok: true,
      detail: `claude mcp add --transport http dewey ${gatewayUrl(config)}/mcp`,
    });
  }
  const failed = findings.some((finding) => !finding.ok);
  if (options.json) process.stdout.write(`${JSON.stringify({ ok: !failed, findings }, null, 2)}\n`);
  else
    for (const { check, ok, detail } of findings)
      process.stdout.write(`${ok ? 'ok  ' : 'FAIL'}  ${check}: ${detail}\n`);
  return failed ? 1 : 0;
}

function attempt(findings: Finding[], check: string, read: () => Config): Config | undefined {
  try {
    const config = read();
    findings.push({ check, ok: true, detail: 'every variable is valid' });
    return config;
  } catch (error) {
    findings.push({ check, ok: false, detail: messageOf(error) });
    return undefined;
  }
}

const gatewayUrl = (config: Config): string => config.url ?? `http://127.0.0.1:${config.port}`;

async function checkGateway(config: Config): Promise<Finding> {
  const url = `${gatewayUrl(config)}/readyz`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
    const detail = response.ok
      ? `ready at ${gatewayUrl(config)}`
      : `${url} answers ${response.status}; see its log`;
    return { check: 'gateway', ok: response.ok, detail };
  } catch {
    return { check: 'gateway', ok: false, detail: `nothing answers at ${url}; start it with "dewey serve"` };
  }
}

async function checkDatabase(config: Config, findings: Finding[]): Promise<void> {
  let lake: Lake | undefined;
  try {
    lake = await openLake(config);
    const { sql } = lake.db;
    const [row] = await sql<{ version: number; fsync: string; commit: string }[]>`
      select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
             current_setting('synchronous_commit') as commit`;
    const major = Math.floor((row?.version ?? 0) / 10_000);
    findings.push({
      check: 'database',
      ok: major >= 15,
      detail: `${lake.place}, version ${major}${major >= 15 ? '' : '; Dewey needs 15 or newer'}`,
    });
    const durable = row?.fsync === 'on' && row.commit !== 'off';
    findings.push({
      check: 'durability',
      ok: durable,
      detail: durable
        ? 'what is acknowledged survives a crash'
        : `fsync is ${row?.fsync}, synchronous_commit is ${row?.commit}: acknowledged messages can be lost; set both to on`,
    });
    const pending = await pendingMigrations(sql);
    findings.push({
      check: 'migrations',
      ok: pending === 0,
      detail: pending === 0 ? 'all applied' : `${pending} not applied; run "dewey migrate"`,
    });
  } catch (error) {
    findings.push({ check: 'database', ok: false, detail: messageOf(error) });
  } finally {
    await lake?.close();
  }
}

/** Whether Claude Code sends its events here, by plugin or by settings. */
async function checkHooks(config: Config): Promise<Finding> {
  const path = join(config.claudeDir, 'settings.json');
  const settings = await readFile(path, 'utf8').catch(() => '');
  const plugin = /"dewey@[^"]*"\s*:\s*true/.test(settings);
  const events = hookEvents.filter((event) => settings.includes(`hook ${event}`));
  if (plugin) return { check: 'hooks', ok: true, detail: 'the plugin is enabled in Claude Code' };
  if (events.length === hookEvents.length || settings.includes('/hooks/claude-code'))
    return { check: 'hooks', ok: true, detail: `${path} sends events here` };
  const advice = `add what "dewey hook --print-settings" prints to ${path}, or install the plugin`;
  // Without hooks the transcripts are still followed.
  return events.length === 0
    ? { check: 'hooks', ok: true, detail: `not installed; ${advice}` }
    : {
        check: 'hooks',
        ok: false,
        detail: `only ${events.length} of ${hookEvents.length} events; ${advice}`,
      };
}

/** Events that wait to be stored, and what could not be. */
function checkSpool(config: Config): Finding {
  const folder = spoolFolder(config.dataDir);
  if (!existsSync(folder)) return { check: 'spool', ok: true, detail: 'empty' };
  const { segments, bytes, dropped } = measureSpool(folder);
  const poison = existsSync(join(folder, 'poison')) ? readdirSync(join(folder, 'poison')).length : 0;
  const detail = `${segments} segments, ${bytes} bytes waiting; ${poison} records set aside, ${dropped} dropped`;
  return poison + dropped === 0
    ? { check: 'spool', ok: true, detail }
    : {
        check: 'spool',
        ok: false,
        detail: `${detail}; "dewey verify --repair" brings them back from transcripts`,
      };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
