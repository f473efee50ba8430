import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { writeLines } from '../../db/backup/lines.ts';
import type { Sql } from '../../db/connect.ts';
import {
  type ExportedConversation,
  type ExportedMessage,
  exportedConversations,
  exportedMessages,
} from '../../db/export.ts';
import { migrate } from '../../db/migrate.ts';
import { writeWhole } from '../backup/file.ts';
import { readConfig } from '../env.ts';
import { serverInfo } from '../mcp/core.ts';
import { openLakeHere } from './here.ts';
import type { ExitCode } from './program.ts';
import { UsageError } from './usage.ts';

export type ExportOptions = {
  session?: string;
  project?: string;
  all?: boolean;
  format?: string;
  output?: string;
};

const formats = ['markdown', 'json', 'jsonl'] as const;
type ExportFormat = (typeof formats)[number];

/** Writes conversations. JSON and lines come back exactly as they were through `dewey import`. */
export async function exportCommand(
  env: NodeJS.ProcessEnv,
  ids: readonly string[],
  options: ExportOptions,
): Promise<ExitCode> {
  const wanted = options.format ?? 'markdown';
  const format = formats.find((known) => known === (wanted === 'md' ? 'markdown' : wanted));
  if (!format) throw new UsageError(`The format ${options.format} is not markdown, json or jsonl.`);
  const filtered = ids.length > 0 || options.session !== undefined || options.project !== undefined;
  if (!filtered && !options.all)
    throw new UsageError('Name conversations, or give --session, --project or --all.');
  const lake = await openLakeHere(readConfig(env), 'export');
  try {
    await migrate(lake.url);
    if (options.all && !filtered && options.format === undefined)
      return await exportLake(lake.url, options.output);
    const conversations = await exportedConversations(lake.db.sql, {
      ids: ids.length > 0 ? ids : undefined,
      sessionId: options.session,
      project: options.project,
    });
    const missing = ids.filter((id) => !conversations.some((found) => found.conversation_id === id));
    for (const id of missing) process.stderr.write(`dewey: there is no conversation ${id}\n`);
    // Conversations are private: nobody else reads the file.
    const out =
      options.output === undefined ? process.stdout : createWriteStream(options.output, { mode: 0o600 });
    await writeAll(lake.db.sql, conversations, format, out);
    if (out !== process.stdout) {
      out.end();
      await finished(out);
      process.stderr.write(`${conversations.length} conversations written to ${options.output}\n`);
    }
    return missing.length > 0 ? 1 : 0;
  } finally {
    await lake.close();
  }
}

/** Everything there is, of every shelf, as lines that `dewey import` makes an empty lake of. */
async function exportLake(url: string, file: string | undefined): Promise<ExitCode> {
  const write = async (out: Writable) => {
    const report = await writeLines(url, out, serverInfo.version);
    if (out !== process.stdout) out.end();
    return report;
  };
  const { rows } = await (file === undefined ? write(process.stdout) : writeWhole(file, write));
  if (file !== undefined) {
    const sum = Object.values(rows).reduce((all, n) => all + n, 0);
    process.stderr.write(`${sum} rows of ${Object.keys(rows).length} tables written to ${file}\n`);
  }
  return 0;
}

async function writeAll(
  sql: Sql,
  conversations: readonly ExportedConversation[],
  format: ExportFormat,
  out: Writable,
): Promise<void> {
  const write = async (text: string) => {
    if (!out.write(text)) await once(out, 'drain');
  };
  if (format === 'json') await write('[');
  for (const [i, conversation] of conversations.entries()) {
    if (format === 'json' && i > 0) await write(',\n');
    await write(format === 'markdown' ? heading(conversation) : opening(conversation));
    let first = true;
    for await (const message of exportedMessages(sql, conversation.conversation_id)) {
      await write(format === 'markdown' ? section(message) : `${first ? '' : ','}${JSON.stringify(message)}`);
      first = false;
    }
    if (format === 'json') await write(']}');
    if (format === 'jsonl') await write(']}\n');
  }
  if (format === 'json') await write(']\n');
}

/** The conversation as an object whose messages are still to come. */
const opening = (conversation: ExportedConversation): string =>
  `${JSON.stringify({ dewey_export: 1, ...conversation }).slice(0, -1)},"messages":[`;

const heading = (conversation: ExportedConversation): string =>
  `# Conversation ${conversation.conversation_id}\n\n${[
    ['Session', conversation.session_id],
    ['Project', conversation.project],
    ['Begun', conversation.created_at],
  ]
    .flatMap(([name, value]) => (value === null ? [] : `- ${name}: ${value}\n`))
    .join('')}\n`;

const section = (message: ExportedMessage): string =>
  `## ${message.turn} · ${message.role} · ${message.created_at}\n\n${message.content}\n\n`;
