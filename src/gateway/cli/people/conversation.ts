import { homedir } from 'node:os';
import { basename } from 'node:path';
import { oneLine } from '../terminal/harmless.ts';
import type { Screen } from '../terminal/screen.ts';

/** What the listings for people say of a conversation. */
export type Conversation = {
  id: string;
  title: string | null;
  agent: string | null;
  project: string | null;
  session_id: string | null;
  parent_id: string | null;
  created_at: string;
  updated_at: string;
  messages: number;
};

const shortLength = 8;

/**
 * An id as people see it: its end, because ids begin with their time, so that those of one import begin alike. Commands
 * take the beginning or the end of an id.
 */
export const shortId = (id: string): string => (id.startsWith('dec_') ? id : id.slice(-shortLength));

/** The last part of a project's path. */
export const projectName = (project: string | null): string =>
  project === null ? '' : oneLine(/[/\\]/.test(project) ? basename(project.replaceAll('\\', '/')) : project);

/** A path with `~` for the home folder. */
export function homely(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

export const titleText = ({ title, parent_id }: Pick<Conversation, 'title' | 'parent_id'>): string =>
  `${parent_id === null ? '' : '↳ '}${title === null ? '(no text)' : oneLine(title)}`;

/** A whole number with its thousands apart, as `toLocaleString` writes it, which is slow to load. */
export function grouped(n: number): string {
  let [rest, out] = [String(n), ''];
  for (; rest.length > 3; rest = rest.slice(0, -3)) out = `,${rest.slice(-3)}${out}`;
  return rest + out;
}

export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${grouped(n)} ${n === 1 ? one : many}`;

/** Colours by meaning, the same in every command. */
export const hues = ({ paint }: Screen) => ({
  id: paint.yellow,
  project: paint.cyan,
  agent: paint.magenta,
  faint: paint.dim,
  strong: paint.bold,
  match: (text: string) => paint.bold(paint.green(text)),
  good: paint.green,
  bad: paint.red,
  warn: paint.yellow,
});
