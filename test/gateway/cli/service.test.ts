import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { launchdPlist } from '../../../src/gateway/cli/service/launchd.ts';
import {
  installService,
  isInstalled,
  managerFor,
  uninstallService,
} from '../../../src/gateway/cli/service/manager.ts';
import { systemdUnit } from '../../../src/gateway/cli/service/systemd.ts';
import { envFile, windowsTask } from '../../../src/gateway/cli/service/windows.ts';

const run = promisify(execFile);

/** Paths and values with everything that one of the formats gives a meaning to. */
const service = {
  command: [process.execPath, '/home/a b/100%/$HOME/"x"/lib/main.cjs', 'serve'],
  env: { DEWEY_DATA_DIR: '/d & <d> "e" \'f\' 50%', DATABASE_URL: 'postgres://u:p$%40@h/x?a=1&b=\\2' },
  logFile: '/l & m/service.log',
  envFile: '/d/service.env',
};

const exists = (program: string): Promise<boolean> =>
  run('which', [program]).then(
    () => true,
    () => false,
  );

describe('the systemd unit', () => {
  it('quotes what systemd would read as its own', () => {
    expect(systemdUnit(service)).toContain(
      `ExecStart="${process.execPath}" "/home/a b/100%%/$$HOME/\\"x\\"/lib/main.cjs" "serve"\n`,
    );
    expect(systemdUnit(service)).toContain(
      'Environment="DATABASE_URL=postgres://u:p$%%40@h/x?a=1&b=\\\\2"\n',
    );
  });

  it('satisfies systemd-analyze', async ({ skip }) => {
    if (!(await exists('systemd-analyze'))) skip();
    const folder = await mkdtemp(join(tmpdir(), 'dewey-unit-'));
    try {
      const path = join(folder, 'dewey.service');
      await writeFile(path, systemdUnit(service));
      const { stderr } = await run('systemd-analyze', ['--user', '--man=no', 'verify', path], {
        env: { ...process.env, XDG_RUNTIME_DIR: folder, HOME: folder },
      });
      expect(stderr.split('\n').filter((line) => line.includes('dewey.service'))).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** The elements of an XML text in order, with their text; throws unless they are nested properly. */
function elementsOf(xml: string): [string, string][] {
  const open: string[] = [];
  const found: [string, string][] = [];
  const plain = (text: string) =>
    text.replaceAll(
      /&(lt|gt|quot|apos|amp);/g,
      (_, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' })[name] ?? '',
    );
  for (const [, close, name = '', single, text = ''] of xml
    .replace(/<\?.*?\?>|<!.*?>/g, '')
    .matchAll(/<(\/)?([\w]+)[^>]*?(\/)?>([^<]*)/g)) {
    if (/&(?!(lt|gt|quot|apos|amp);)/.test(text)) throw new Error(`unescaped & in ${text}`);
    if (close) expect(open.pop()).toBe(name);
    else {
      found.push([name, plain(text.trim() === '' ? '' : text)]);
      if (!single) open.push(name);
    }
  }
  expect(open).toEqual([]);
  return found;
}

describe('the launchd agent', () => {
  it('is a property list with the very words', () => {
    const strings = elementsOf(launchdPlist(service))
      .filter(([name]) => name === 'string')
      .map(([, text]) => text);
    expect(strings).toEqual([
      'io.winni.dewey',
      ...service.command,
      ...Object.values(service.env),
      service.logFile,
      service.logFile,
    ]);
  });

  it('is read by a parser of property lists', async ({ skip }) => {
    if (!(await exists('python3'))) skip();
    const code = 'import plistlib,sys,json; print(json.dumps(plistlib.loads(sys.argv[1].encode())))';
    const { stdout } = await run('python3', ['-c', code, launchdPlist(service)]);
    expect(JSON.parse(stdout)).toMatchObject({
      ProgramArguments: service.command,
      EnvironmentVariables: service.env,
      RunAtLoad: true,
      KeepAlive: { SuccessfulExit: false },
    });
  });
});

describe('the Windows task', () => {
  it('runs the program with an environment from a file, and its output in a log', () => {
    const windows = {
      ...service,
      command: ['C:\\Program Files\\node.exe', 'C:\\x\\main.cjs', 'serve'],
      envFile: 'C:\\d\\service.env',
    };
    const elements = elementsOf(windowsTask(windows));
    expect(elements).toContainEqual([
      'Arguments',
      '/d /s /c ""C:\\Program Files\\node.exe" "--env-file=C:\\d\\service.env" "C:\\x\\main.cjs" "serve" >> "/l & m/service.log" 2>&1"',
    ]);
    expect(elements).toContainEqual(['ExecutionTimeLimit', 'PT0S']);
  });

  it('has an environment that Node reads back', () => {
    expect({ ...parseEnv(envFile(service.env)) }).toEqual(service.env);
  });
});

describe('managerFor', () => {
  it.each(['linux', 'darwin', 'win32'] as const)('knows the commands of %s', (platform) => {
    const manager = managerFor(service, { platform, home: '/h', configFolder: '/h/.config', uid: 501 });
    expect({ ...manager, files: manager.files.map(({ path }) => path) }).toMatchSnapshot();
  });

  it('refuses a system that it does not know', () => {
    expect(() => managerFor(service, { platform: 'aix', home: '/', configFolder: '/', uid: 0 })).toThrow(
      'aix',
    );
  });
});

describe('installService', () => {
  it('leaves nothing behind when the service manager refuses, and can be taken back when it does not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dewey-service-'));
    const path = join(folder, 'units', 'dewey.service');
    const node = (code: string) => [process.execPath, '--eval', code];
    const manager = {
      ...managerFor(service, { platform: 'linux', home: folder, configFolder: folder, uid: 0 }),
      files: [{ path, text: systemdUnit(service), encoding: 'utf8' as const }],
      start: [node('')],
      remove: [node('process.exit(1)')],
      afterwards: [],
    };
    try {
      const refusing = { ...manager, register: [node('console.error("No medium found"); process.exit(1)')] };
      await expect(installService(refusing, { start: true })).rejects.toThrow('No medium found');
      expect(isInstalled(manager)).toBe(false);
      await installService({ ...manager, register: [node('')] }, { start: true });
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect(await uninstallService(manager)).toBe(true);
      expect(await uninstallService(manager)).toBe(false);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
