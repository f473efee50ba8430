import type { ExitCode } from './program.ts';

const unreachable = /^(ECONN|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_)/;

/** The message of an error, and what to do where that is clear. */
export function explained(error: unknown, env: NodeJS.ProcessEnv): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (!unreachable.test(code ?? '') || !(env.DATABASE_URL || env.DEWEY_DB_HOST) || env.DEWEY_URL)
    return fileProblem(error) ?? error.message;
  return `The database cannot be reached: ${error.message || code}. Is it running, and is ${env.DATABASE_URL ? 'DATABASE_URL' : 'DEWEY_DB_HOST'} right? "dewey doctor" says more.`;
}

/** 2 for what a gateway refuses as invalid input, too: a command passes on what it was given. */
export function exitCodeOf(error: unknown): ExitCode {
  // By their fields, not their class: the bundled commands and the modules each have classes of these names.
  if (!(error instanceof Error)) return 1;
  if ('kind' in error && error.kind === 'invalid_input') return 2;
  const code = 'exitCode' in error ? error.exitCode : 1;
  return code === 2 || code === 130 || code === 143 ? code : 1;
}

const ofFiles =
  /^(access|chmod|copyfile|fsync|f?stat|lstat|mkdir|open|read|readlink|rename|rm|scandir|unlink|write)$/;
const problems = new Map([
  ['EACCES', 'permission denied'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EISDIR', 'is a folder'],
  ['ENOENT', 'not found'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['EROFS', 'the file system is read-only'],
]);

/** What is wrong with a file, without the names and codes of system calls. */
function fileProblem({ code, syscall, path }: NodeJS.ErrnoException): string | undefined {
  const problem = ofFiles.test(syscall ?? '') ? problems.get(code ?? '') : undefined;
  if (problem === undefined) return undefined;
  if (path !== undefined) return `${path}: ${problem}`;
  // Of a file that was open already.
  return code === 'ENOENT' || code === 'EISDIR' ? undefined : problem;
}
