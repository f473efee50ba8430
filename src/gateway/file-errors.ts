import { ToolError } from '../handlers/errors.ts';

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
export const isMissing = (error: unknown): boolean =>
  codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';

export const missing = (path: string): ToolError =>
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
