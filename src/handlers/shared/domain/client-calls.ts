/**
 * Patterns for calls of a client's own tools, such as `Bash(git push*)`, `Write` or `mcp__github__*`: the name of the tool,
 * and in parentheses its argument; `*` stands for any text.
 *
 * This file is loaded by every hook process: it must import nothing.
 */

/** A call as the client reports it. */
export type ClientCall = { tool: string; input: unknown };

/** Prefix of a client's call among the requirements of a gate. */
export const clientPrefix = 'client:';

const longest = 500;

/** @returns the problem with a pattern, or undefined. */
export function patternProblem(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string' || pattern.trim() === '') return 'must be a text such as "Bash(git push*)"';
  if (pattern.length > longest) return `may have at most ${longest} characters`;
  const { tool, argument } = partsOf(pattern);
  if (tool === '' || /[\s()]/.test(tool)) return 'must begin with the name of a tool';
  return argument === '' ? 'has empty parentheses' : undefined;
}

function partsOf(pattern: string): { tool: string; argument: string | undefined } {
  const text = pattern.trim();
  const open = text.indexOf('(');
  if (open === -1 || !text.endsWith(')')) return { tool: text, argument: undefined };
  return { tool: text.slice(0, open).trim(), argument: text.slice(open + 1, -1).trim() };
}

/**
 * Whether a call matches a pattern.
 *
 * @param how `guard` also finds a command inside quotes, as in `bash -c "git push"`, because missing one would leave it
 *   unguarded; `count` does not, because a command that is only quoted did not run.
 */
export function matchesCall(pattern: string, call: ClientCall, how: 'guard' | 'count'): boolean {
  const { tool, argument } = partsOf(pattern);
  if (!glob(tool, call.tool)) return false;
  if (argument === undefined) return true;
  return subjectsOf(call, how).some((subject) => glob(argument, subject));
}

/** The texts an argument is compared with: the parts of a command, else a path, an address or the whole input. */
function subjectsOf({ input }: ClientCall, how: 'guard' | 'count'): string[] {
  const fields = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  if (typeof fields.command === 'string') return commandsIn(fields.command, how);
  const named = ['file_path', 'notebook_path', 'path', 'url', 'pattern', 'query'].flatMap((name) =>
    typeof fields[name] === 'string' ? [fields[name]] : [],
  );
  return named.length > 0 ? named : [typeof input === 'string' ? input : (JSON.stringify(input) ?? '')];
}

/** The simple commands of a shell line, without assignments and words such as `sudo` before them. */
function commandsIn(line: string, how: 'guard' | 'count'): string[] {
  const separators = how === 'guard' ? /&&|\|\||[;|&\n`"'(){}]/ : /&&|\|\||[;|&\n]/;
  return [line, ...line.split(separators)].map(bare).filter((command) => command !== '');
}

const before = /^(?:sudo|command|exec|time|nohup|env|then|do|else|[A-Za-z_]\w*=\S*)$/;

function bare(command: string): string {
  const words = command.split(/\s+/).filter((word) => word !== '');
  let from = 0;
  while (from < words.length && before.test(words[from] ?? '')) from += 1;
  return words.slice(from).join(' ');
}

/** Compares a text with a pattern in which `*` stands for any text. Linear in the text for each part of the pattern. */
function glob(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return text === pattern;
  if (!text.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
