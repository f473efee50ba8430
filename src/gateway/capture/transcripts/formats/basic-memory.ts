import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { artifactIdOf, artifactUidOf } from '../../../../db/artifacts/ids.ts';
import type { Captured } from '../../messages/captured.ts';
import { frontMatterOf, itemsOf, type NoteItem, readItem } from './basic-memory-note.ts';
import type { Format, Origin, Parser } from './format.ts';
import { recordOf, sourceOf, statement, typeOf } from './records.ts';

/**
 * The observations and relations of a note of basic-memory. The note itself is a document, which has the rest of its text
 * and is named by each record.
 */
const basicMemory: Format = {
  name: 'basic-memory',
  unit: 'document',
  live: false,
  rewritten: true,
  memories: true,
  recognise: ([text]) => typeof text === 'string' && isNote(text),
  parser(origin): Parser {
    return {
      push: async (text) => (typeof text === 'string' ? readNote(text, origin) : []),
      state: () => undefined,
    };
  },
};

export default basicMemory;

/** Whether a text begins like a note of basic-memory: other programs write permalinks as addresses, with a slash. */
export function isNote(text: string): boolean {
  const { permalink, type } = frontMatterOf(text) ?? {};
  return Boolean(type) && Boolean(permalink) && !/^(\/|\w+:)/.test(permalink ?? '');
}

async function readNote(text: string, origin: Origin): Promise<Captured[]> {
  const about = frontMatterOf(text) ?? {};
  const { path } = origin;
  const title = about.title || about.permalink || 'note';
  const at = about.created || (path === undefined ? undefined : (await stat(path)).mtime.toISOString());
  const file = path === undefined ? undefined : resolve(path);
  const note = {
    title,
    permalink: about.permalink,
    note_type: about.type,
    file,
    document: file && artifactIdOf(artifactUidOf({ sourceSystem: 'file', sourceId: file }, '')),
  };
  const source = sourceOf('basic-memory', origin);
  return itemsOf(text).flatMap((line) => {
    const item = readItem(line);
    if (!item) return [];
    const { kind, category, line: _, ...rest } = { line: '', ...item };
    return [
      recordOf(source, kind, {
        id: [about.permalink],
        text: textOf(title, item),
        at,
        states: statement(kind === 'observation' ? typeOf(category) : 'fact'),
        rest: { ...note, category, ...rest },
      }),
    ];
  });
}

/** A statement must make sense without its note. */
const textOf = (title: string, item: NoteItem): string =>
  item.kind === 'observation'
    ? `${title}: ${item.line}`
    : `${title} ${item.relation} ${item.target}${item.context ? ` (${item.context})` : ''}`;
