import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { field } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import type { Origin } from './format.ts';

/** In UTF-16 units. */
const longest = 4_000_000;

/** Of a file in `tmp/<project>/chats/`, or of a subagent's in `tmp/<project>/chats/<session>/`. */
const place = /[\\/]chats[\\/](?:([^\\/]+)[\\/])?[^\\/]+$/;

/** The session that started the one of this file, by the folder that the file is in. */
export const parentSession = ({ path }: Origin): string | undefined => place.exec(path ?? '')?.[1];

/** The folder of the project that a session is about, of which its file has a hash. */
export async function projectOf(origin: Origin, hash: string): Promise<string | undefined> {
  const found = place.exec(origin.path ?? '');
  return found ? rootOf(origin, found[1] === undefined ? '..' : '../..', hash) : undefined;
}

/**
 * The folder of a project. Newer versions write it to `.project_root` in the project's folder of sessions; `projects.json` lists
 * all projects.
 *
 * @param own the project's folder of sessions, relative to that of the file.
 * @param hash the SHA-256 of the path, in hex, as older versions name that folder.
 */
export async function rootOf(origin: Origin, own: string, hash?: string): Promise<string | undefined> {
  if (origin.path === undefined || !origin.sidecar) return undefined;
  const folder = basename(join(dirname(origin.path), own));
  const wanted = hash ?? folder;
  const marked = (await origin.sidecar(`${own}/.project_root`))?.slice(0, longest).trim();
  if (marked && hashOf(marked) === wanted) return marked;
  const text = (await origin.sidecar(`${own}/../../projects.json`)) ?? '';
  const projects = Object.entries(field(text.length > longest ? undefined : parse(text), 'projects') ?? {});
  const [listed] = projects.find(([path]) => hashOf(path) === wanted) ?? [];
  const [named] = projects.find(([, name]) => name === folder) ?? [];
  return listed ?? (marked || named);
}

const hashOf = (path: string): string => createHash('sha256').update(path).digest('hex');
