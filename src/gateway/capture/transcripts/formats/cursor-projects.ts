import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMissing } from '../../../runtime/file-errors.ts';
import { field, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import { KeyValueStore } from '../sqlite/key-values.ts';
import { Pages } from '../sqlite/pages.ts';
import { UnreadableStore } from '../sqlite/unreadable.ts';

/** Where a workspace lists its conversations; since they have a store of their own, without their messages. */
export const listKey = 'composer.composerData';

/** The folder of a workspace, as `workspace.json` beside its store tells. */
export async function folderBeside(store: string): Promise<string | undefined> {
  const text = await readFile(join(dirname(store), 'workspace.json'), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
  return folderOf(text);
}

/** The folder, or the list of folders, that a `workspace.json` names. */
export function folderOf(text: string): string | undefined {
  const about = parse(text);
  return pathOf(textField(about, 'folder') ?? textField(about, 'workspace'));
}

/** The folder of the workspace that a conversation itself names. */
export function folderIn(about: unknown): string | undefined {
  const uri = field(field(about, 'workspaceIdentifier'), 'uri');
  return textField(uri, 'fsPath') || textField(uri, 'path') || undefined;
}

/** The first repository that a conversation worked in. */
export function repositoryIn(about: unknown): string | undefined {
  const repositories = field(about, 'trackedGitRepos');
  return textField(Array.isArray(repositories) ? repositories[0] : undefined, 'repoPath') || undefined;
}

function pathOf(uri: string | undefined): string | undefined {
  try {
    return uri?.startsWith('file:') ? fileURLToPath(uri) : uri;
  } catch {
    return uri; // of another system; its text tells enough
  }
}

/** The folders of conversations that do not name it themselves, by id, as the stores of all workspaces tell. */
export async function foldersByComposer(globalStore: string): Promise<Map<string, string>> {
  const all = join(dirname(globalStore), '..', 'workspaceStorage');
  const names = await readdir(all).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const found = new Map<string, string>();
  for (const name of names) {
    const store = join(all, name, 'state.vscdb');
    const folder = await folderBeside(store);
    if (folder === undefined) continue;
    for (const id of await listedIn(store)) found.set(id, folder);
  }
  return found;
}

async function listedIn(store: string): Promise<string[]> {
  try {
    const pages = await Pages.open(store);
    try {
      const value = parse(new KeyValueStore(pages).table('ItemTable')?.get(listKey) ?? '');
      const list = field(value, 'allComposers');
      return Array.isArray(list) ? list.flatMap((one) => textField(one, 'composerId') ?? []) : [];
    } finally {
      pages.close();
    }
  } catch (error) {
    // Its own reading tells what is wrong with it; meanwhile its conversations have no project.
    if (error instanceof UnreadableStore || isMissing(error)) return [];
    throw error;
  }
}
