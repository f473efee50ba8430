import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { cursorAgentPlaces } from './cursor-folders.ts';
import { type DataVariables, dataHome, gooseFolder, zedFolder } from './data-folders.ts';

/** A folder where an agent keeps its transcripts. */
export type TranscriptFolder = {
  /** The agent, as `source` in the metadata of its conversations. */
  agent: string;
  name: string;
  folder: string;
  /**
   * What the names below the folder look like, level by level; the last is that of the files. Without it, every JSON file
   * in any subfolder is a transcript. Folders shared with other programs need it, as each subfolder searched is watched.
   */
  shape?: readonly RegExp[];
};

/** The variables of the agents by which they find their own folders. */
export type AgentVariables = {
  CLAUDE_CONFIG_DIR?: string | undefined;
  CODEX_HOME?: string | undefined;
  GEMINI_CLI_HOME?: string | undefined;
  CLINE_DIR?: string | undefined;
  CLINE_DATA_DIR?: string | undefined;
  CLINE_SESSION_DATA_DIR?: string | undefined;
  COPILOT_HOME?: string | undefined;
  QWEN_HOME?: string | undefined;
  QWEN_RUNTIME_DIR?: string | undefined;
  GOOSE_PATH_ROOT?: string | undefined;
} & DataVariables;

/** Where the agents on this machine keep their transcripts; each program's own variable moves its folder. */
export const transcriptFolders = (v: AgentVariables): TranscriptFolder[] => [
  {
    agent: 'claude-code',
    name: 'Claude Code',
    folder: join(v.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude'), 'projects'),
  },
  ...['sessions', 'archived_sessions'].map((name) => ({
    agent: 'codex',
    name: 'Codex',
    folder: join(v.CODEX_HOME ?? join(homedir(), '.codex'), name),
  })),
  ...geminiFolders(join(v.GEMINI_CLI_HOME ?? homedir(), '.gemini', 'tmp')),
  {
    agent: 'qwen-code',
    name: 'Qwen Code',
    folder: join(v.QWEN_RUNTIME_DIR ?? v.QWEN_HOME ?? join(homedir(), '.qwen'), 'projects'),
  },
  {
    agent: 'copilot-cli',
    name: 'Copilot CLI',
    folder: join(v.COPILOT_HOME ?? join(homedir(), '.copilot'), 'session-state'),
    shape: [/./, /^events\.jsonl$/],
  },
  ...opencodeFolders('opencode', 'OpenCode', join(dataHome(v), 'opencode')),
  ...opencodeFolders('kilo', 'Kilo', join(dataHome(v), 'kilo')),
  ...opencodeFolders('mimo-code', 'MiMo Code', join(dataHome(v), 'mimocode')),
  {
    agent: 'goose',
    name: 'Goose',
    folder: v.GOOSE_PATH_ROOT ? join(v.GOOSE_PATH_ROOT, 'data', 'sessions') : gooseFolder(v),
    shape: [/^sessions\.db$/],
  },
  { agent: 'zed', name: 'Zed', folder: join(zedFolder(v), 'threads'), shape: [/^threads\.db$/] },
  ...clineFolders(
    v.CLINE_DATA_DIR ?? join(v.CLINE_DIR ?? join(homedir(), '.cline'), 'data'),
    v.CLINE_SESSION_DATA_DIR,
  ),
  rooFolder(),
  ...cursorAgentPlaces().map((place) => ({ agent: 'cursor-agent', name: 'Cursor CLI', ...place })),
  ...editors().flatMap(editorFolders),
];

/** The sessions of Gemini CLI by project, and their subagents'. What else is there repeats parts of them. */
const geminiFolders = (folder: string): TranscriptFolder[] =>
  [
    [/./, /^chats$/, /\.jsonl?$/],
    [/./, /^chats$/, /./, /\.jsonl?$/],
  ].map((shape) => ({ agent: 'gemini', name: 'Gemini CLI', folder, shape }));

/** The sessions of Cline, and the tasks of its command line before it had them. */
const clineFolders = (data: string, sessions = join(data, 'sessions')): TranscriptFolder[] =>
  [
    { folder: sessions, shape: [/./, /\.messages\.json$/] },
    { folder: join(data, 'tasks'), shape: [/./, /^ui_messages\.json$/] },
  ].map((place) => ({ agent: 'cline', name: 'Cline', ...place }));

/** Where OpenCode and programs made of it keep their database, and the files that they had before. */
const opencodeFolders = (agent: string, name: string, folder: string): TranscriptFolder[] => [
  { agent, name, folder, shape: [/^(opencode|kilo|mimocode)\.db$/] },
  { agent, name, folder: join(folder, 'storage'), shape: [/^session$/, /./, /\.json$/] },
];

/** The tasks of the command line of Roo Code, which runs the extension without an editor. */
const rooFolder = (): TranscriptFolder => ({
  agent: 'roo-code',
  name: 'Roo Code',
  folder: join(homedir(), '.vscode-mock', 'global-storage', 'tasks'),
  shape: [/./, /^ui_messages\.json$/],
});

/** The folders of one editor: its own chats, and the tasks of extensions. */
function editorFolders(user: string): TranscriptFolder[] {
  const chats = { agent: 'vscode-chat', name: 'VS Code Copilot Chat' };
  const extension = (id: string) => ({
    folder: join(user, 'globalStorage', id, 'tasks'),
    shape: [/./, /^ui_messages\.json$/],
  });
  return [
    { ...chats, folder: join(user, 'workspaceStorage'), shape: [/./, /^chatSessions$/, /\.jsonl?$/] },
    { ...chats, folder: join(user, 'globalStorage', 'emptyWindowChatSessions'), shape: [/\.jsonl?$/] },
    ...(user.includes('Cursor') ? cursorFolders(user) : []),
    { agent: 'cline', name: 'Cline', ...extension('saoudrizwan.claude-dev') },
    { agent: 'roo-code', name: 'Roo Code', ...extension('rooveterinaryinc.roo-cline') },
  ];
}

/** The store of Cursor's conversations on this machine. */
export const cursorStore = (): string =>
  join(editorParent(), 'Cursor', 'User', 'globalStorage', 'state.vscdb');

/** The conversations of Cursor itself, and where its older versions keep them. */
const cursorFolders = (user: string): TranscriptFolder[] => [
  { agent: 'cursor', name: 'Cursor', folder: join(user, 'globalStorage'), shape: [/^state\.vscdb$/] },
  { agent: 'cursor', name: 'Cursor', folder: join(user, 'workspaceStorage'), shape: [/./, /^state\.vscdb$/] },
];

/** The folder that has a folder for the settings and data of each editor. */
function editorParent(): string {
  const parents: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(homedir(), 'Library', 'Application Support'),
    win32: join(homedir(), 'AppData', 'Roaming'),
  };
  return parents[platform()] ?? join(homedir(), '.config');
}

/** The folders of settings and data of VS Code and its descendants. */
const editors = (): string[] =>
  ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'].map((name) =>
    join(editorParent(), name, 'User'),
  );

/** The agents of these folders, each once. */
export const agentNames = (folders: readonly TranscriptFolder[]): string =>
  [...new Set(folders.map(({ name }) => name))].join(', ');
