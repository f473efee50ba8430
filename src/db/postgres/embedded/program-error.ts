/**
 * The errors that a program of PostgreSQL printed, in one line: all of its output would bury them. Locale C is set for these
 * programs, so that the words are English.
 *
 * @returns the empty string when it printed nothing.
 */
export function programError(output: string): string {
  if (output.includes('No space left on device')) return 'the disk is full';
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const errors = lines.filter((line) => isError.test(line)).map(withoutProgress);
  return (errors.length > 0 ? errors : lines).join(' ').replaceAll(/\s+/g, ' ');
}

const isError = /\b(FATAL|PANIC|HINT):|\berror:/;
const progress = ' ... ';

/** The error of a step may follow its name: `running bootstrap script ... FATAL: …`. */
function withoutProgress(line: string): string {
  const at = line.indexOf(progress);
  return at !== -1 && at < line.search(isError) ? line.slice(at + progress.length) : line;
}
