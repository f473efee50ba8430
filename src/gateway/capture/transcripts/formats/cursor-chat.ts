import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from 'sql.js';
import { cursorProjects } from '../../../config/cursor-folders.ts';
import { isMissing } from '../../../runtime/file-errors.ts';
import { type Captured, field, type Source, skip, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import { markOf, rowsOf } from '../sqlite/open-store.ts';
import { readLine } from './cursor-agent-lines.ts';
import { readChat } from './cursor-chat-messages.ts';
import { aboutIn, isReadable, stateIn } from './cursor-chat-state.ts';
import { about, modelFact, orderAt, timeOf, titleRank } from './facts.ts';
import type { SessionStore } from './format.ts';

/**
 * Cursor's agent on the command line: `~/.cursor/chats/<workspace>/<session>/store.db`, with the messages of one
 * conversation as they are sent to the model, and `meta.json` beside it. Nothing of it is documented.
 */
const cursorChat: SessionStore = {
  name: 'cursor-agent',
  tables: { blobs: ['id', 'data'], meta: ['key', 'value'] },
  *sessions(database, path) {
    const beside = textAt(join(dirname(path), 'meta.json'));
    const id = textField(aboutIn(database), 'agentId') || basename(dirname(path));
    yield {
      id,
      mark: () => markOf(rowsOf(database, 'select * from meta order by key'), [{ beside }]),
      read: () => readStore(database, path, { id, beside: parse(beside) }),
    };
  },
};

export default cursorChat;

/** @property beside what `meta.json` says. */
type Chat = { id: string; beside: unknown };

function readStore(database: Database, path: string, { id, beside }: Chat): Captured[] {
  // Only the path of a subagent's transcript tells which agent started it.
  if (field(beside, 'isSubagent') === true) return [skip('in its transcript')];
  const state = stateIn(database);
  if (!state) return [skip('empty')];
  if (!isReadable(state)) return [skip('unknown version')];
  const started = [field(beside, 'createdAtMs'), field(state.about, 'createdAt')].map(timeOf);
  const source: Source = {
    key: `cursor-agent:${id}`,
    sessionId: id,
    project: textField(beside, 'cwd') || pathOf(state.folder),
    metadata: { source: 'cursor-agent' },
    startedAt: started.find(Boolean),
  };
  const [title] = [field(beside, 'title'), field(state.about, 'name')].flatMap((name) =>
    typeof name === 'string' && name.trim() !== '' && name !== 'New Agent' ? name.trim() : [],
  );
  const changed = timeOf(field(beside, 'updatedAtMs')) ?? source.startedAt;
  const model = textField(state.about, 'lastUsedModel');
  const captured = readChat(source, state.messages);
  return [
    ...(captured.length > 0 ? captured : [skip('empty')]),
    ...fromTranscripts(source, path),
    about(source, {
      titles: title === undefined ? [] : [{ text: title, order: orderAt(titleRank.agent, changed) }],
      branches:
        state.branch === undefined
          ? []
          : [{ text: state.branch, order: orderAt(titleRank.agent, source.startedAt) }],
      usage: model && model !== 'default' ? [modelFact(model)] : [],
    }),
  ];
}

/** What may have been stored from the transcript before the store was there is taken back. */
function fromTranscripts(source: Source, path: string): Captured[] {
  const near = join(dirname(path), '..', '..', '..', 'projects');
  const own = `${source.sessionId}.jsonl`;
  const files = [...new Set([near, cursorProjects()])].flatMap((projects) =>
    namesIn(projects).flatMap((project) =>
      [own, join(source.sessionId ?? '', own)].map((name) =>
        join(projects, project, 'agent-transcripts', name),
      ),
    ),
  );
  const ids = files.flatMap((file) => {
    const state = { last: '' };
    return textAt(file)
      .split('\n')
      .flatMap((line) => readLine(parse(line), state, source))
      .flatMap((item) => (item.type === 'message' ? item.id : []));
  });
  return ids.length > 0 ? [{ type: 'retract', source, ids }] : [];
}

function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function pathOf(address: string | undefined): string | undefined {
  try {
    return address?.startsWith('file:') ? fileURLToPath(address) : undefined;
  } catch {
    return undefined; // of another system
  }
}
