import { homedir } from 'node:os';
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

  it('have the chats of Cursor in both places where it keeps them', () => {
    expect(foldersOf('cursor-agent').filter((folder) => folder.endsWith('chats'))).toEqual([
      join(homedir(), '.cursor', 'chats'),
      join(homedir(), '.config', 'cursor', 'chats'),
    ]);
  });

  it('are passed on to what does not inherit the variables, and followed by setup', () => {
    const variables = { QWEN_HOME: '/qwen', QWEN_RUNTIME_DIR: '/run', GOOSE_PATH_ROOT: '/goose' };
    expect(environmentFor({ ...variables, OTHER: 'x' })).toEqual(variables);
    const machine = { home: '/home/ada', platform: 'linux', env: variables } as const;
    expect(qwenCode.signs(machine)).toEqual(['/qwen']);
    expect(qwenCode.file(machine, () => false)).toMatchObject({ path: join('/qwen', 'settings.json') });
  });
});
