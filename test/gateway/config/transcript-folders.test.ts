import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { qwenCode } from '../../../src/gateway/cli/setup/clients/qwen-code.ts';
import { environmentFor } from '../../../src/gateway/cli/setup/target.ts';
import { transcriptFolders } from '../../../src/gateway/config/transcript-folders.ts';

const foldersOf = (agent: string, variables: Parameters<typeof transcriptFolders>[0] = {}) =>
  transcriptFolders(variables).flatMap((one) => (one.agent === agent ? one.folder : []));

describe('the folders of agents', () => {
  it('are those that the variables of the agents name', () => {
    expect(foldersOf('qwen-code')).toEqual([join(homedir(), '.qwen', 'projects')]);
    expect(foldersOf('qwen-code', { QWEN_HOME: '/qwen' })).toEqual([join('/qwen', 'projects')]);
    expect(foldersOf('qwen-code', { QWEN_HOME: '/qwen', QWEN_RUNTIME_DIR: '/run' })).toEqual([
      join('/run', 'projects'),
    ]);
    expect(foldersOf('goose', { GOOSE_PATH_ROOT: '/goose' })).toEqual([join('/goose', 'data', 'sessions')]);
  });

  it('of Cline are those of its data, and of its sessions, where these are named', () => {
    const sessions = { CLINE_DIR: '/cline', CLINE_DATA_DIR: '/data', CLINE_SESSION_DATA_DIR: '/sessions' };
    const own = (variables = {}) =>
      foldersOf('cline', variables).filter((folder) => !folder.includes('saoudrizwan'));
    expect(own({ CLINE_DIR: '/cline' })).toEqual([
      join('/cline', 'data', 'sessions'),
      join('/cline', 'data', 'tasks'),
    ]);
    expect(own({ CLINE_DIR: '/cline', CLINE_DATA_DIR: '/data' })).toEqual([
      join('/data', 'sessions'),
      join('/data', 'tasks'),
    ]);
    expect(own(sessions)).toEqual(['/sessions', join('/data', 'tasks')]);
  });

  it.runIf(platform() === 'linux')("move with the folder of the system for programs' data", () => {
    const moved = { XDG_DATA_HOME: '/share' };
    expect(foldersOf('opencode', moved)).toEqual(['/share/opencode', '/share/opencode/storage']);
    expect(foldersOf('kilo', moved)[0]).toBe('/share/kilo');
    expect(foldersOf('mimo-code', moved)[0]).toBe('/share/mimocode');
    expect(foldersOf('goose', moved)).toEqual(['/share/goose/sessions']);
    expect(foldersOf('goose', { ...moved, GOOSE_PATH_ROOT: '/goose' })).toEqual(['/goose/data/sessions']);
    expect(foldersOf('zed', moved)).toEqual(['/share/zed/threads']);
    expect(foldersOf('zed', { ...moved, FLATPAK_XDG_DATA_HOME: '/flat' })).toEqual(['/flat/zed/threads']);
    expect(foldersOf('goose', { XDG_DATA_HOME: 'relative' })).toEqual(foldersOf('goose'));
  });

  it('have the chats of Cursor in both places where it keeps them', () => {
    expect(foldersOf('cursor-agent').filter((folder) => folder.endsWith('chats'))).toEqual([
      join(homedir(), '.cursor', 'chats'),
      join(homedir(), '.config', 'cursor', 'chats'),
    ]);
  });

  it('are passed on to what does not inherit the variables, and followed by setup', () => {
    const variables = {
      QWEN_HOME: '/qwen',
      QWEN_RUNTIME_DIR: '/run',
      GOOSE_PATH_ROOT: '/goose',
      XDG_DATA_HOME: '/share',
      CLINE_DATA_DIR: '/data',
    };
    expect(environmentFor({ ...variables, OTHER: 'x' })).toEqual(variables);
    const machine = { home: '/home/ada', platform: 'linux', env: variables } as const;
    expect(qwenCode.signs(machine)).toEqual(['/qwen']);
    expect(qwenCode.file(machine, () => false)).toMatchObject({ path: join('/qwen', 'settings.json') });
  });
});
