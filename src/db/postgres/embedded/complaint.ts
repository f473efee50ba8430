/**
 * What a program of PostgreSQL complained of, in one line: all that it printed would bury it. Locale C is set for these
 * programs, so that the words are English.
 *
 * @returns the empty string when it printed nothing.
 */
export function complaintIn(output: string): string {
  if (output.includes('No space left on device')) return 'the disk is full';
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const complaints = lines.filter((line) => complaint.test(line)).map(withoutProgress);
  return (complaints.length > 0 ? complaints : lines).join(' ').replaceAll(/\s+/g, ' ');
}

const complaint = /\b(FATAL|PANIC|HINT):|\berror:/;
const progress = ' ... ';

/** A step's complaint may follow its name: `running bootstrap script ... FATAL: …`. */
function withoutProgress(line: string): string {
  const at = line.indexOf(progress);
  return at !== -1 && at < line.search(complaint) ? line.slice(at + progress.length) : line;
}
