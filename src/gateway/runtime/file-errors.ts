import { ToolError } from '../../handlers/tool/errors.ts';

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
export const isMissing = (error: unknown): boolean =>
  codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';

export const fileNotFound = (path: string): ToolError =>
  new ToolError('not_found', `There is no file ${path}.`, {
    received: path,
    suggestion: 'Paths are relative to the folder of DEWEY_FILES_ROOT.',
  });

export const outside = (path: string): ToolError =>
  new ToolError('forbidden', 'The path leads outside the folder that tools may use.', {
    received: path.slice(0, 200),
    suggestion: 'Use a path inside the folder of DEWEY_FILES_ROOT.',
  });

/** What the system says of a path that is no file's, and of one that may not be used. */
const problems: Record<string, string> = {
  ENAMETOOLONG: 'the path, or a name in it, is too long',
  EISDIR: 'there is a folder of this name',
  ENOTDIR: 'a folder in the path is a file',
  EEXIST: 'there is something else of this name',
  ELOOP: 'the links in the path lead in a circle',
  EINVAL: 'the path cannot be used here',
  EACCES: 'the server may not use it',
  EPERM: 'the server may not use it',
  EROFS: 'the folder can only be read',
};

/** Turns a failure of the system into what the caller can do about it; the disk's own stay failures. */
export function refused(error: unknown, path: string): never {
  const problem = problems[String(codeOf(error))];
  if (problem === undefined) throw error;
  throw unusable(path, problem);
}

export const unusable = (path: string, problem: string): ToolError =>
  new ToolError('invalid_input', 'This path cannot be read or written.', {
    field: 'path',
    problem,
    received: path.slice(0, 200),
    suggestion: 'Use another path inside the folder of DEWEY_FILES_ROOT.',
  });

export const taken = (path: string): ToolError =>
  new ToolError('conflict', `There is a file ${path.slice(0, 200)} already.`, {
    field: 'path',
    received: path.slice(0, 200),
    suggestion: 'Give overwrite: true to replace it, or use another path.',
  });

/** What shells, browsers and Windows read in a path, and the file system does not: it would make a file of that name. */
const misleading: [pattern: RegExp, problem: string][] = [
  [/^~/, 'a ~ stands for no folder here'],
  [/^(?:file:|[a-z][a-z\d+.-]*:\/\/)/i, 'it is a URL, not a path'],
  [/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u, 'it holds control characters'],
];

/** Why no file may be called so; undefined when one may. */
export function problemOfName(path: string): ToolError | undefined {
  if (path.includes('\0'))
    return new ToolError('forbidden', 'The path holds a NUL character.', {
      field: 'path',
      suggestion: 'Use a path inside the folder of DEWEY_FILES_ROOT.',
    });
  const found = misleading.find(([pattern]) => pattern.test(path));
  if (found) return unusable(path, found[1]);
  // Windows drops what such a name ends with, and so writes another file.
  const cut = path.split(/[/\\]/).some((name) => /[. ]$/.test(name) && name !== '.' && name !== '..');
  return cut ? unusable(path, 'a name in it ends with a dot or a space') : undefined;
}
