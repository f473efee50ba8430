/** A startup context of a project, or with null of every session. */
type Layered = { project: string | null };

/**
 * How near a project is to a session's folder: 0 for the folder itself, 1 for the one above it, and so on. A project is
 * named by its path or by the base name of one of these folders.
 *
 * @param folder the session's folder, or the base name of one; Windows paths are read as well.
 * @returns undefined when the folder does not belong to the project.
 */
export function distance(project: string, folder: string): number | undefined {
  const wanted = parts(project);
  const at = parts(folder);
  const isPath = wanted.length > 1 || /^[\\/]/.test(project);
  // A folder that is given by its base name is the one whose path ends with it.
  if (isPath && at.length === 1 && !/[\\/]/.test(folder)) return wanted.at(-1) === at[0] ? 0 : undefined;
  for (let up = 0; up < at.length; up += 1) {
    const here = at.slice(0, at.length - up);
    const same = isPath
      ? here.length === wanted.length && here.every((part, i) => part === wanted[i])
      : here.at(-1) === wanted[0];
    if (same) return up;
  }
  return undefined;
}

/** The names that may stand for a folder or one above it: their paths and base names, the folder's own first. */
export function namesOfFolder(folder: string): string[] {
  const all = parts(folder);
  const lead = /^[\\/]+/.exec(folder)?.[0] ?? '';
  const separator = folder.includes('\\') ? '\\' : '/';
  const paths = all.map((_, up) => lead + all.slice(0, all.length - up).join(separator));
  // A base name of a folder far above, such as "home", would take in other projects.
  return [...new Set([...paths.slice(0, Math.max(1, paths.length - 2)), ...all.slice(-2).reverse()])];
}

const parts = (path: string): string[] => path.split(/[\\/]+/).filter((part) => part !== '');

/** The contexts that a session in this folder receives: first the one for every session, then that of its project. */
export function layersFor<T extends Layered>(active: readonly T[], folder: string | undefined): T[] {
  const general = active.filter(({ project }) => project === null);
  if (folder === undefined) return general;
  const [own] = active
    .flatMap((context) => {
      const up = context.project === null ? undefined : distance(context.project, folder);
      return up === undefined ? [] : [{ context, up, length: context.project?.length ?? 0 }];
    })
    // Of a path and a base name for the same folder, the path says more.
    .sort((x, y) => x.up - y.up || y.length - x.length);
  return own ? [...general, own.context] : general;
}

/** The most specific of them. */
export const nearest = <T extends Layered>(active: readonly T[], folder: string | undefined): T | undefined =>
  layersFor(active, folder).at(-1);
