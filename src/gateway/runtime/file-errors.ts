import { ToolError } from '../../handlers/tool/errors.ts';

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
export const isMissing = (error: unknown): boolean =>
  codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';

export const fileNotFound = (path: string): ToolError =>
  new ToolError('not_found', `There is no file ${path}.`, {
    received: path,
    suggestion: 'Paths are relative to the folder in DEWEY_FILES_ROOT.',
  });

export const outside = (path: string): ToolError =>
  new ToolError('forbidden', 'The path leads outside the folder that tools may use.', {
    received: path.slice(0, 200),
    suggestion: 'Use a path inside the folder of DEWEY_FILES_ROOT.',
  });

/** Explanations of system errors for paths that are not files or must not be used. */
const problems: Record<string, string> = {
  ENAMETOOLONG: 'the path, or a name in it, is too long',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a folder in the path is a file',
  EEXIST: 'something other than a file has this name',
  ELOOP: 'the links in the path form a loop',
  EINVAL: 'the path cannot be used here',
  EACCES: 'the server has no permission for it',
  EPERM: 'the server has no permission for it',
  EROFS: 'the folder is read-only',
};

/** Turns a system error into one the caller can act on; disk errors are rethrown. */
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
  new ToolError('conflict', `The file ${path.slice(0, 200)} already exists.`, {
    field: 'path',
    received: path.slice(0, 200),
    suggestion: 'Give overwrite: true to replace it, or use another path.',
  });

/**
 * Path syntax of shells, browsers and Windows that the file system takes literally: it would create a file of that
 * name.
 */
const misleading: [pattern: RegExp, problem: string][] = [
  [/^~/, '~ is not expanded here'],
  [/^(?:file:|[a-z][a-z\d+.-]*:\/\/)/i, 'it is a URL, not a path'],
  [/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u, 'it contains control characters'],
];

/** Why a file must not have this name; undefined if it may. */
export function problemOfName(path: string): ToolError | undefined {
  if (path.includes('\0'))
    return new ToolError('forbidden', 'The path contains a NUL character.', {
      field: 'path',
      suggestion: 'Use a path inside the folder of DEWEY_FILES_ROOT.',
    });
  const found = misleading.find(([pattern]) => pattern.test(path));
  if (found) return unusable(path, found[1]);
  // Windows drops such endings and would write another file.
  const cut = path.split(/[/\\]/).some((name) => /[. ]$/.test(name) && name !== '.' && name !== '..');
  return cut ? unusable(path, 'a name in it ends with a dot or a space') : undefined;
}

const readingCalls = ['open', 'read', 'stat', 'scandir'];

/** Whether a file could not be looked at or read, and nothing else failed. */
export const isFileProblem = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && readingCalls.includes(String(error.syscall));
