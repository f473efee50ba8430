import { basename } from 'node:path';
import { type Captured, field, skip, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import { figure } from './facts.ts';
import type { Format, Origin } from './format.ts';
import { readMessage } from './opencode-messages.ts';
import { agentAt, type Session, sourceOf, titleOf } from './opencode-session.ts';

/**
 * OpenCode before it had a database: `~/.local/share/opencode/storage`, with a file for each session, message and part of a
 * message. The session's own file stands for all of them; ids are those of the database, into which OpenCode copies them.
 *
 *     session/<project>/<session>.json    message/<session>/<message>.json    part/<message>/<part>.json
 */
const opencodeFiles: Format = {
  name: 'opencode',
  unit: 'element',
  live: false,
  rewritten: true,
  recognise: ([first]) =>
    textField(first, 'id') !== undefined &&
    textField(first, 'projectID') !== undefined &&
    textField(first, 'title') !== undefined &&
    figure(field(first, 'time'), 'created') !== undefined,
  parser: (origin) => ({ push: (session) => readSession(origin, session), state: () => undefined }),
};

export default opencodeFiles;

/** A message or a part, with the id that its file names. */
type Entry = { id: string; data: unknown };

async function readSession(origin: Origin, info: unknown): Promise<Captured[]> {
  const { path } = origin;
  const time = field(info, 'time');
  const session: Session = {
    // A file may have been moved to another project since it was written, but it keeps its name.
    id: path === undefined ? String(field(info, 'id')) : basename(path, '.json'),
    parent: field(info, 'parentID'),
    directory: field(info, 'directory'),
    title: field(info, 'title'),
    created: field(time, 'created'),
    updated: field(time, 'updated'),
  };
  const source = sourceOf(session, agentAt(path));
  const captured: Captured[] = [];
  const messages = await entriesOf(origin, `../../message/${session.id}`, captured);
  for (const { id, data } of messages.toSorted((a, b) => createdAt(a) - createdAt(b))) {
    const parts = await entriesOf(origin, `../../part/${id}`, captured);
    captured.push(...readMessage(source, id, data, parts));
  }
  return [...captured, ...titleOf(source, session)];
}

const createdAt = ({ data }: Entry): number => figure(field(data, 'time'), 'created') ?? 0;

/** The files of a folder in order of their names. One that is no JSON is being written; it is read with the next change. */
async function entriesOf(
  { listing, sidecar }: Origin,
  folder: string,
  captured: Captured[],
): Promise<Entry[]> {
  const entries: Entry[] = [];
  const names = (await listing?.(folder)) ?? [];
  for (const name of names.filter((one) => one.endsWith('.json')).toSorted()) {
    const text = await sidecar?.(`${folder}/${name}`);
    const data = parse(text ?? '');
    if (text === undefined) captured.push(skip('removed or not readable'));
    else if (data === undefined) captured.push(skip('cut off'));
    else entries.push({ id: basename(name, '.json'), data });
  }
  return entries;
}
