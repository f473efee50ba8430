import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyRemoval, applySetup } from '../../../../src/gateway/cli/setup/apply.ts';
import type { Machine, Target } from '../../../../src/gateway/cli/setup/clients/client.ts';
import { clients } from '../../../../src/gateway/cli/setup/clients/index.ts';
import { planRemoval, planSetup } from '../../../../src/gateway/cli/setup/plan.ts';
import { SetupRecord } from '../../../../src/gateway/cli/setup/record.ts';
import { diffOf } from '../../../../src/gateway/cli/setup/show.ts';

const target: Target = {
  url: 'http://127.0.0.1:9020/mcp?toolsets=memory',
  key: 'k3y-of-the-clients-0123456789abcdef',
  program: { command: '/node', args: ['/lib/main.cjs', 'mcp'], env: {} },
};
const hook = { program: '"/node" "/lib/main.cjs"', options: '' };

let home: string;
let machine: Machine;
let file: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'dewey-clients-'));
  machine = { home, platform: 'linux', env: {} };
  file = join(home, '.cursor', 'mcp.json');
  await mkdir(join(home, '.cursor'));
});
afterEach(() => rm(home, { recursive: true }));

const record = () => SetupRecord.read(join(home, 'data'));
const client = (id: string) => clients.filter((one) => one.id === id);
const plan = async (id = 'cursor') => planSetup(client(id), machine, await record(), target, hook);

describe('a file that is refused', () => {
  it.each([
    ['broken', '{"mcpServers": {', 'broken JSON (line 1'],
    ['not an object', '[]', 'not a JSON object'],
    ['something else where servers belong', '{"mcpServers": []}', '"mcpServers" is not what'],
    ['another server of our name', '{"mcpServers": {"dewey": {"command": "decimal"}}}', 'another server'],
    ['not text', Buffer.from([0x7b, 0xff, 0x7d]), 'not UTF-8'],
    ['huge', `{"a": "${'x'.repeat(33_000_000)}"}`, 'MB, which no configuration has'],
  ])('is %s', async (_, content, reason) => {
    await writeFile(file, content);
    const { changes, refused } = await plan();
    expect(changes).toEqual([]);
    expect(refused).toMatchObject([{ path: file, problem: expect.stringContaining(reason) }]);
    expect((await readFile(file)).equals(Buffer.from(content))).toBe(true);
  });

  it('is read-only, a link, a hard link or a folder', async () => {
    const problem = async () => (await plan()).refused[0]?.problem;
    await writeFile(file, '{}');
    await chmod(file, 0o444);
    expect(await problem()).toContain('chmod u+w');
    await chmod(file, 0o644);
    await link(file, join(home, 'other'));
    expect(await problem()).toContain('another name');
    await rename(file, join(home, 'elsewhere.json'));
    await symlink(join(home, 'elsewhere.json'), file);
    expect(await problem()).toContain(`a link to ${join(home, 'elsewhere.json')}`);
    await rm(file);
    await mkdir(file);
    expect(await problem()).toContain('not a file');
  });

  it('was changed by its program between the look and the writing; the others are written', async () => {
    await writeFile(file, '{"mcpServers": {}}');
    await mkdir(join(home, '.qwen'));
    const both = await planSetup(
      [...client('cursor'), ...client('qwen-code')],
      machine,
      await record(),
      target,
      hook,
    );
    await writeFile(file, '{"mcpServers": {"new": {"url": "http://x/mcp"}}}');
    await applySetup(both, await record());
    expect(both.refused).toMatchObject([
      { path: file, problem: expect.stringContaining('changed by another program') },
    ]);
    expect(await readFile(file, 'utf8')).toBe('{"mcpServers": {"new": {"url": "http://x/mcp"}}}');
    expect(both.changes).toHaveLength(1);
    expect(
      JSON.parse(await readFile(join(home, '.qwen', 'settings.json'), 'utf8')).mcpServers.dewey.httpUrl,
    ).toBe(target.url);
  });

  it('has hooks that Claude Code does not understand', async () => {
    await mkdir(join(home, '.claude'));
    await writeFile(join(home, '.claude', 'settings.json'), '{"hooks": {"Stop": "x"}}');
    expect((await plan('claude-code')).refused).toMatchObject([
      { problem: expect.stringContaining('"hooks.Stop" is not a list') },
    ]);
  });
});

describe('a file that is changed', () => {
  it('keeps its mode; a new one is for its owner alone, and the key is in no output', async () => {
    await writeFile(file, '{}', { mode: 0o640 });
    await chmod(file, 0o640);
    const both = await planSetup(
      [...client('cursor'), ...client('windsurf')],
      machine,
      await record(),
      target,
      hook,
    );
    for (const change of both.changes) expect(diffOf(change)).not.toContain(target.key);
    await applySetup(both, await record());
    expect((await lstat(file)).mode & 0o777).toBe(0o640);
    const created = join(home, '.codeium', 'windsurf', 'mcp_config.json');
    expect((await lstat(created)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(created, 'utf8')).mcpServers.dewey).toEqual({
      serverUrl: target.url,
      headers: { Authorization: `Bearer ${target.key}` },
    });
  });

  it('keeps what its user has added to our entry', async () => {
    await writeFile(
      file,
      '{"mcpServers": {"dewey": {"command": "dewey", "args": ["mcp"], "disabled": true}}}',
    );
    await applySetup(await plan(), await record());
    const { dewey } = JSON.parse(await readFile(file, 'utf8')).mcpServers;
    expect(dewey).toEqual({
      disabled: true,
      url: target.url,
      headers: { Authorization: `Bearer ${target.key}` },
    });
    expect((await plan()).changes).toEqual([]);
  });

  it('loses only what is ours, when it was changed after the setup', async () => {
    const before = '{\n  // mine\n  "mcpServers": {\n    "x": { "url": "http://x/mcp" } // about x\n  }\n}\n';
    await writeFile(file, before);
    await applySetup(await plan(), await record());
    const now = await readFile(file, 'utf8');
    await writeFile(file, now.replace('// mine', '// mine, changed'));
    await applyRemoval(await planRemoval(machine, await record()));
    expect(await readFile(file, 'utf8')).toBe(before.replace('// mine', '// mine, changed'));
  });

  it('has its hooks moved along when Dewey has moved, and loses only those', async () => {
    const settings = join(home, '.claude', 'settings.json');
    await mkdir(join(home, '.claude'));
    const before =
      '{\n  "hooks": {\n    // guards\n    "PreToolUse": [\n      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "guard" }] } // mine\n    ]\n  }\n}\n';
    await writeFile(settings, before);
    await applySetup(await plan('claude-code'), await record());
    const moved = { program: '"/new/node" "/new/main.cjs"', options: '--data-dir "/d"' };
    await applySetup(
      await planSetup(client('claude-code'), machine, await record(), target, moved),
      await record(),
    );
    const text = await readFile(settings, 'utf8');
    expect(text.match(/ hook Stop"/g)).toBeNull();
    expect(JSON.parse(text.replaceAll(/\/\/.*$/gm, '')).hooks.Stop).toEqual([
      {
        hooks: [
          { type: 'command', command: '"/new/node" "/new/main.cjs" hook Stop --data-dir "/d"', timeout: 10 },
        ],
      },
    ]);
    await writeFile(settings, text.replace('// mine', '// mine, changed'));
    await applyRemoval(await planRemoval(machine, await record()));
    expect(await readFile(settings, 'utf8')).toBe(before.replace('// mine', '// mine, changed'));
  });

  it('gets no hooks where the plugin brings them', async () => {
    await mkdir(join(home, '.claude'));
    await writeFile(join(home, '.claude', 'settings.json'), '{"enabledPlugins": {"dewey@winni": true}}');
    expect((await plan('claude-code')).changes.map(({ what }) => what)).toEqual(['MCP server']);
  });
});

describe('the record of an earlier setup', () => {
  it('is refused when it is damaged, instead of being written anew', async () => {
    const path = join(home, 'data', 'setup', 'record.json');
    await mkdir(join(home, 'data', 'setup'), { recursive: true });
    for (const damaged of ['{"files": {', '[]']) {
      await writeFile(path, damaged);
      await expect(record()).rejects.toThrow(`${path} is damaged`);
      expect(await readFile(path, 'utf8')).toBe(damaged);
    }
  });
});
