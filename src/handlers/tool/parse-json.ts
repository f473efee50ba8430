import { ToolError } from './errors.ts';
import { maxDepth } from './text.ts';

/** Levels that the protocol message adds around the input of a call. */
const envelopeDepth = 8;
/** Limits for values of all kinds, and for members of objects, which are the most expensive to parse. */
export type ShapeLimits = { parts: number; members: number };
const usual: ShapeLimits = { parts: 500_000, members: 200_000 };
/** Limit for a single object. */
const mostMembers = 10_000;
/** Texts shorter than this are parsed unchecked: they cannot block the event loop noticeably. */
const harmlessLength = 4096;

/** Includes the member of the outermost object in which a limit was exceeded, if its name is plain. */
type ShapeFault = { problem: string; field?: string };

/**
 * Checks the shape of a JSON text before it is parsed: nested too deep, or too many values. One pass, much faster than
 * parsing and validating the texts it rejects.
 */
export const shapeProblem = (text: string, most = usual): string | undefined =>
  shapeFault(text, most)?.problem;

function shapeFault(text: string, most: ShapeLimits): ShapeFault | undefined {
  if (text.length <= harmlessLength) return undefined;
  /** Member counts of the open containers, by level; negative for lists. */
  const open = new Int32Array(maxDepth + envelopeDepth + 1);
  let depth = 0;
  let parts = 0;
  let members = 0;
  /** Position of the last string, and the name of the current member of the outermost object. */
  let [lastStart, lastEnd] = [0, 0];
  let [nameStart, nameEnd] = [0, 0];
  const fault = (problem: string): ShapeFault => {
    const field = text.slice(nameStart + 1, nameEnd);
    return plainName.test(field) ? { problem, field } : { problem };
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      lastStart = at;
      at = endOfString(text, at);
      lastEnd = at;
    } else if (code === colon) {
      if (depth === 1) [nameStart, nameEnd] = [lastStart, lastEnd];
    } else if (code === openBracket || code === openBrace) {
      depth += 1;
      if (depth >= open.length) return fault(`nested deeper than ${maxDepth} levels`);
      open[depth] = code === openBrace ? 0 : -1;
      parts += 1;
    } else if (code === closeBracket || code === closeBrace) depth = Math.max(0, depth - 1);
    else if (code === comma) {
      parts += 1;
      if (depth === 1) nameEnd = nameStart;
      const before = open[depth] ?? -1;
      if (before < 0) continue;
      open[depth] = before + 1;
      members += 1;
      if (before >= mostMembers)
        return fault(`an object of more than ${mostMembers.toLocaleString('en')} members`);
    }
    if (parts > most.parts || members > most.members)
      return fault(
        `made of more than ${most.parts.toLocaleString('en')} values, or ${most.members.toLocaleString('en')} members of objects`,
      );
  }
  return undefined;
}

/** A string that means the same with and without its quotes. */
const plainName = /^[\w.-]{1,100}$/;
const [quote, comma, colon, openBracket, closeBracket, openBrace, closeBrace] = [
  34, 44, 58, 91, 93, 123, 125,
];
const backslash = 92;

/** End of the string that begins here. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/**
 * Parses the body of a request as the input of a call; an empty body is an empty input.
 *
 * @throws ToolError `invalid_input` when it is not JSON, or when its shape would block other calls; names the field at
 *   fault.
 */
export function parseInput(text: string, most = usual): unknown {
  if (text.trim() === '') return {};
  const fault = shapeFault(text, most);
  if (fault) {
    const { problem, field } = fault;
    throw new ToolError('invalid_input', `The input is ${problem}.`, {
      ...(field === undefined ? {} : { field }),
      problem: `the body is ${problem}`,
      suggestion: 'Flatten it, or send it in parts.',
    });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ToolError('invalid_input', 'The body is not valid JSON.', {
      problem: 'the body is not valid JSON',
    });
  }
}
