import { type Captured, compact, field, type Source, skip, textField } from '../../messages/captured.ts';
import { folderOf } from './cursor-projects.ts';
import { about, orderAt, timeOf, titleRank } from './facts.ts';
import type { Format, Origin, Parser } from './format.ts';
import { readEach } from './other-form.ts';
import { applyMutation } from './vscode-chat-log.ts';
import { readRequest } from './vscode-chat-requests.ts';

/**
 * Chats of VS Code, as of Copilot Chat: `…/User/workspaceStorage/<hash>/chatSessions/<session>.json`, a snapshot, or
 * `.jsonl`, a log of changes to that snapshot. Both are rewritten while a session runs: VS Code starts a log anew once it
 * is long.
 */
export const vscodeChat: Format = {
  name: 'vscode-chat',
  unit: 'element',
  live: false,
  rewritten: true,
  recognise: (sample) => sample.some(isSession),
  parser: (origin) => {
    const project = projectOf(origin);
    return { push: async (session) => read(session, await project()), state: () => undefined };
  },
};

export const vscodeChatLog: Format = {
  ...vscodeChat,
  unit: 'line',
  recognise: ([first]) => field(first, 'kind') === 0 && isSession(field(first, 'v')),
  parser: (origin) => new LogParser(projectOf(origin)),
};

const isSession = (value: unknown): boolean =>
  typeof field(value, 'sessionId') === 'string' && Array.isArray(field(value, 'requests'));

class LogParser implements Parser {
  readonly #projectOf: () => Promise<string | undefined>;
  #project: { folder: string | undefined } | undefined;
  #session: unknown;

  constructor(project: () => Promise<string | undefined>) {
    this.#projectOf = project;
  }

  state = (): undefined => undefined;

  async push(entry: unknown): Promise<Captured[]> {
    // Once, as a folder may have no name and a log many lines.
    this.#project ??= { folder: await this.#projectOf() };
    const changed = applyMutation(this.#session, entry);
    if (changed === undefined) return [skip('unknown change')];
    this.#session = changed;
    return [skip('change')];
  }

  /** Only the last state of a session is read. */
  end = (): Captured[] => (isSession(this.#session) ? read(this.#session, this.#project?.folder) : []);
}

/** Chats lie beside a file that names the folder that was open. */
const projectOf = (origin: Origin) => async (): Promise<string | undefined> =>
  folderOf((await origin.sidecar?.('../workspace.json')) ?? '');

function read(session: unknown, folder: string | undefined): Captured[] {
  const id = textField(session, 'sessionId');
  const requests = field(session, 'requests');
  if (id === undefined || !Array.isArray(requests)) return [skip('not a session')];
  if (requests.length === 0) return [skip('empty conversation')];
  const opened = textField(session, 'workingDirectory');
  const project = folder ?? folderOf(JSON.stringify({ folder: opened }));
  const source: Source = {
    key: `vscode-chat:${id}`,
    sessionId: id,
    project,
    metadata: compact({ source: 'vscode-chat', responder: field(session, 'responderUsername') }),
    startedAt: timeOf(field(session, 'creationDate')),
  };
  const last = timeOf(field(session, 'lastMessageDate')) ?? timeOf(field(requests.at(-1), 'timestamp'));
  const title = (textField(session, 'customTitle') ?? textField(session, 'computedTitle'))?.trim();
  const repository = field(session, 'repoData');
  const branch = textField(repository, 'localBranch') ?? textField(repository, 'headBranch');
  const order = orderAt(titleRank.agent, last);
  return [
    ...readEach(requests, (request: unknown) => readRequest(source, request)),
    ...(title ? [about(source, { titles: [{ text: title, order }] })] : []),
    ...(branch ? [about(source, { branches: [{ text: branch, order }] })] : []),
  ];
}
