import type { Database } from 'sql.js';
import { field, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import { fieldsOf } from '../decode/protobuf.ts';
import { rowsOf } from '../sqlite/open-store.ts';

/** A message in the store of a chat; its value is undefined when it is not there, or no JSON. */
export type ChatMessage = { value: unknown; isWritten: boolean };

/** What the store of a chat holds, as Cursor left it. */
export type ChatState = {
  /** The JSON about the chat. */
  about: unknown;
  messages: ChatMessage[];
  /** The address of its folder, and the branch that was checked out there. */
  folder: string | undefined;
  branch: string | undefined;
};

/** Of the state of a conversation, by the numbers of its fields. */
const [messagesField, folderField, archivesField, repositoryField] = [1, 9, 13, 21];
/** Of an archive: the messages that were summarised, and the one that took their place. */
const [summarisedField, summaryField] = [1, 4];

/** The JSON about a chat, which is written as hexadecimal digits. */
export function aboutIn(database: Database): unknown {
  const [row] = rowsOf(database, `select value from meta where key = '0'`);
  const text = textField(row, 'value') ?? '';
  return parse(/^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex').toString('utf8') : text);
}

/** The newest state; undefined when there is none yet. */
export function stateIn(database: Database): ChatState | undefined {
  const about = aboutIn(database);
  const root = blobIn(database, textField(about, 'latestRootBlobId') ?? '');
  const fields = root && fieldsOf(root);
  if (!fields) return undefined;
  const { bytes, text } = fields;
  const repository = bytes(repositoryField)[0];
  return {
    about,
    messages: allMessages(database, bytes(messagesField).map(hex), bytes(archivesField).map(hex)).map((id) =>
      messageIn(database, id),
    ),
    folder: text(folderField),
    branch: (repository && fieldsOf(repository)?.text(2)) || undefined,
  };
}

/** Whether messages are of the known form, if there are any: those of a store that keeps them otherwise cannot be read. */
export const isReadable = (state: ChatState | undefined): boolean =>
  (state?.messages ?? []).length === 0 ||
  state?.messages.some(({ value }) => textField(value, 'role') !== undefined) === true;

/**
 * The messages that a conversation has and those that it had before they were summarised, in order. What was summarised may
 * hold an older summary.
 */
function allMessages(database: Database, ids: string[], archives: readonly string[]): string[] {
  let all = ids;
  for (const archive of archives.toReversed()) {
    const fields = fieldsOf(blobIn(database, archive) ?? new Uint8Array());
    const summary = fields?.bytes(summaryField).map(hex)[0];
    const place = summary === undefined ? -1 : all.indexOf(summary);
    const known = new Set(all);
    const summarised = fields?.bytes(summarisedField).map(hex) ?? [];
    all = all.toSpliced(Math.max(0, place), 0, ...summarised.filter((id) => !known.has(id)));
  }
  return all;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function blobIn(database: Database, id: string): Uint8Array | undefined {
  const [row] = rowsOf(database, 'select data from blobs where id = ?', [id]);
  const data = field(row, 'data');
  if (data instanceof Uint8Array) return data;
  return typeof data === 'string' ? Buffer.from(data) : undefined;
}

function messageIn(database: Database, id: string): ChatMessage {
  const data = blobIn(database, id);
  return { value: data && parse(Buffer.from(data).toString('utf8')), isWritten: data !== undefined };
}
