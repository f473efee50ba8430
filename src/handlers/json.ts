import { ToolError } from './errors.ts';

/**
 * The input of a call from the body of its request; an empty body is an empty input.
 *
 * @throws ToolError `invalid_input` when it is not JSON.
 */
export function parseInput(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new ToolError('invalid_input', 'The body is not valid JSON.', {
      problem: 'the body is not valid JSON',
    });
  }
}
