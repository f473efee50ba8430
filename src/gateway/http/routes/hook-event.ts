import { ToolError } from '../../../handlers/tool/errors.ts';
import { parseInput } from '../../../handlers/tool/parse-json.ts';
import type { Identity } from '../../auth/identity.ts';
import { type HookProblem, hookProblem } from '../../capture/hooks/validate-event.ts';
import { type Body, readText } from '../../runtime/read-body.ts';
import { wantCurrent } from '../require-key.ts';

const maxEventBytes = 64_000_000;
const maxEventShape = { parts: 1_000_000, members: 400_000 };

/**
 * Reads the hook event that a request carries.
 *
 * @throws ToolError when it is too large, is not an event, or the key was removed while it arrived.
 */
export async function readHookEvent(request: Request, identity: Identity): Promise<Record<string, unknown>> {
  const text = textOf(await readText(request, maxEventBytes));
  wantCurrent(identity); // the body may have arrived slowly
  const event = parseInput(text, maxEventShape);
  const found = hookProblem(event);
  if (found) throw notAnEvent(found);
  return event as Record<string, unknown>; // an event is an object
}

const notAnEvent = ({ field, problem }: HookProblem): ToolError =>
  new ToolError('invalid_input', `This is not a hook event of Claude Code: ${field} ${problem}.`, {
    field,
    problem,
    suggestion: 'Post the event as Claude Code passes it to its hooks.',
  });

function textOf(body: Body): string {
  if ('text' in body) return body.text;
  if (body.problem === 'too large')
    throw new ToolError('too_large', 'A hook event may have at most 64 MB.', { limit: maxEventBytes });
  throw new ToolError('invalid_input', 'The event is not UTF-8.', { problem: body.problem });
}
