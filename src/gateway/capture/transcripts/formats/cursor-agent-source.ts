import { access, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cursorChats } from '../../../config/cursor-folders.ts';
import { cursorStore } from '../../../config/transcript-folders.ts';
import { isMissing } from '../../../runtime/file-errors.ts';
import { type About, compact, field, type Source, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import { KeyValueStore } from '../sqlite/key-values.ts';
import { fromStore } from '../sqlite/open-store.ts';
import { Pages } from '../sqlite/pages.ts';
import { UnreadableStore } from '../sqlite/unreadable.ts';
import { isReadable, stateIn } from './cursor-chat-state.ts';
import { about, orderAt, timeOf, titleRank } from './facts.ts';
import type { Origin } from './format.ts';

/** The conversation of a transcript, which only its path names; undefined for a stream. */
export async function sourceAt(origin: Origin): Promise<Source | undefined> {
  if (origin.path === undefined) return undefined;
  const id = basename(origin.path, '.jsonl');
  const folder = dirname(origin.path);
  const parent = basename(folder) === 'subagents' ? basename(dirname(folder)) : undefined;
  const chat = await chatOf(origin, parent ?? id);
  const base = (own: string): Source => ({
    key: `cursor-agent:${own}`,
    sessionId: own,
    project: textField(chat, 'cwd'),
    metadata: { source: 'cursor-agent' },
  });
  return {
    ...base(id),
    metadata: compact({ source: 'cursor-agent', agent_id: parent === undefined ? undefined : id }),
    startedAt: parent === undefined ? timeOf(field(chat, 'createdAtMs')) : undefined,
    parent: parent === undefined ? undefined : base(parent),
  };
}

/** The title of a conversation, as its agent keeps it elsewhere. */
export async function aboutChat(origin: Origin, source: Source): Promise<About[]> {
  const chat = source.parent ? undefined : await chatOf(origin, source.sessionId ?? '');
  const text = textField(chat, 'title')?.trim();
  const order = orderAt(titleRank.agent, timeOf(field(chat, 'updatedAtMs')));
  return text ? [about(source, { titles: [{ text, order }] })] : [];
}

/** `~/.cursor/chats`, seen from the folder of a transcript. */
function chatsFrom(origin: Origin): string {
  const isNested = basename(dirname(origin.path ?? '')) !== 'agent-transcripts';
  const isSubagent = basename(dirname(origin.path ?? '')) === 'subagents';
  return `${isSubagent ? '../' : ''}${isNested ? '../' : ''}../../../chats`;
}

/** `<workspace>/<session>/meta.json` in the folder of chats. */
async function chatOf(origin: Origin, id: string): Promise<unknown> {
  const chats = chatsFrom(origin);
  for (const workspace of (await origin.listing?.(chats)) ?? []) {
    const text = await origin.sidecar?.(`${chats}/${workspace}/${id}/meta.json`);
    if (text !== undefined) return parse(text);
  }
  return undefined;
}

/** Whether a conversation has a store of its own that can be read, now or once it is no longer in use. */
export async function isInChats(origin: Origin, id: string): Promise<boolean> {
  const near = join(dirname(origin.path ?? ''), chatsFrom(origin));
  for (const chats of new Set([near, ...cursorChats()]))
    for (const workspace of await namesIn(chats)) {
      const path = join(chats, workspace, id, 'store.db');
      if (await isThere(path))
        return await fromStore(path, (chat) => isReadable(stateIn(chat))).catch(isInUse);
    }
  return false;
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

function isInUse(error: unknown): boolean {
  if (error instanceof UnreadableStore) return error.message === 'a store in use';
  if (isMissing(error)) return false;
  throw error;
}

/** Whether the store of the editor has messages of a conversation. One that cannot be read has none to offer. */
export async function isInStore(id: string): Promise<boolean> {
  try {
    const pages = await Pages.open(cursorStore());
    try {
      const table = new KeyValueStore(pages).table('cursorDiskKV');
      return table !== undefined && !table.entries(`bubbleId:${id}:`).next().done;
    } finally {
      pages.close();
    }
  } catch (error) {
    if (error instanceof UnreadableStore || isMissing(error)) return false;
    throw error;
  }
}
