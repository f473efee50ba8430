import { readFile } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import type { ArtifactType } from '../../db/schema/artifacts.ts';
import { chatOf } from './chat.ts';
import { textOf } from './html.ts';
import { readOffice } from './office.ts';

/** A file as a document, with the field names of `artifact_ingest`. */
export type FileDocument = {
  artifact_type: ArtifactType;
  source_system: string;
  source_id: string;
  content: string;
  title?: string | undefined;
  author?: string | undefined;
  participants?: string[] | undefined;
  ts?: string | undefined;
};

/** Why a file cannot be read as a document, as shown in the summary. */
export class NoDocument extends Error {}

const texts = /\.(md|markdown|txt|text)$/i;
const emails = /\.eml$/i;
const chats = /\.jsonl?$/i;
const office = /\.(pdf|docx)$/i;

/** Whether a file name may be that of a document; JSON files only on request, since they usually are transcripts. */
export const isDocument = (name: string, json: boolean): boolean =>
  texts.test(name) ||
  emails.test(name) ||
  office.test(name) ||
  (json && chats.test(name) && !name.endsWith('.meta.json'));

/** Emails may have large attachments, which are not kept. */
const mostBytes = 100_000_000;

/**
 * Reads a file as a document. Its path is its id, so that importing it again updates the same document; an email has
 * its own id.
 *
 * @throws NoDocument if it cannot be read as one.
 */
export async function readDocument(path: string, bytes: number, modified: Date): Promise<FileDocument> {
  if (bytes > mostBytes) throw new NoDocument('too large');
  const buffer = await readFile(path);
  const file = { source_system: 'file', source_id: resolve(path), ts: modified.toISOString() };
  if (emails.test(path)) return emailOf(buffer, file);
  if (office.test(path)) return officeOf(path, buffer, file);
  const text = decoded(buffer);
  if (text.trim() === '') throw new NoDocument('empty file');
  if (chats.test(path)) {
    const chat = chatOf(text);
    if (!chat) throw new NoDocument('no chat');
    return { ...file, artifact_type: 'chat', title: basename(path, extname(path)), ...chat };
  }
  const heading = /\.(md|markdown)$/i.test(path) ? titleOf(text) : undefined;
  return { ...file, artifact_type: 'doc', title: heading || basename(path, extname(path)), content: text };
}

/** PDF and Word: what cannot be read is said, and the import goes on. */
async function officeOf(
  path: string,
  buffer: Buffer,
  file: Pick<FileDocument, 'source_system' | 'source_id' | 'ts'>,
): Promise<FileDocument> {
  const kind = /\.pdf$/i.test(path) ? 'pdf' : 'docx';
  const read = await readOffice({ kind, bytes: new Uint8Array(buffer) }).catch((error: unknown) => {
    throw new NoDocument(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (read.text.trim() === '')
    throw new NoDocument(kind === 'pdf' ? 'no text; a scan has to be recognised first' : 'no text');
  const { text: content, title, author } = read;
  const name = basename(path, extname(path));
  return { ...file, artifact_type: 'doc', title: title ?? name, author, content: content.toWellFormed() };
}

/** The title of a Markdown text, from its front matter or its first heading. */
function titleOf(text: string): string | undefined {
  const front = /^---\r?\n([\s\S]{0,10000}?)\r?\n---\r?\n/.exec(text);
  const named = /^title:(.*)$/m
    .exec(front?.[1] ?? '')?.[1]
    ?.trim()
    .replace(/^["']|["']$/g, '');
  const body = text.slice(front?.[0].length ?? 0).replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
  const heading = /^#{1,2} +([^\s].*)$/m
    .exec(body)?.[1]
    ?.trimEnd()
    .replace(/(?<!#)#+$/, '');
  return (named || heading || /^(\S.{0,200})\r?\n={3,} *$/m.exec(body)?.[1])?.trim();
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark; anything else is refused, since replacement characters would alter
 * the text.
 */
function decoded(buffer: Buffer): string {
  const [first, second] = buffer;
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : '';
  try {
    return new TextDecoder(wide || 'utf-8', { fatal: true }).decode(buffer);
  } catch {
    throw new NoDocument('not UTF-8');
  }
}

async function emailOf(buffer: Buffer, file: Pick<FileDocument, 'source_system' | 'source_id' | 'ts'>) {
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(buffer);
  const content = (email.text ?? textOf(email.html ?? '')).trim();
  if (content === '') throw new NoDocument('no text');
  const sent = email.date === undefined ? Number.NaN : Date.parse(email.date);
  const people = [...(email.to ?? []), ...(email.cc ?? [])].map(personOf).filter((name) => name !== '');
  return {
    ...file,
    ...(email.messageId ? { source_system: 'email', source_id: email.messageId } : {}),
    ...(Number.isNaN(sent) ? {} : { ts: new Date(sent).toISOString() }),
    artifact_type: 'email' as const,
    title: email.subject?.trim() || undefined,
    author: (email.from && personOf(email.from)) || undefined,
    participants: people.length > 0 ? people : undefined,
    content,
  };
}

const personOf = (address: { name?: string | undefined; address?: string | undefined }): string =>
  [address.name, address.address && `<${address.address}>`].filter(Boolean).join(' ').slice(0, 500);
