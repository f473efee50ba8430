import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { ToolError } from '../../../handlers/tool/errors.ts';
import { parseInput } from '../../../handlers/tool/parse-json.ts';
import { type Tool, tool } from '../../../handlers/tool/tool.ts';
import type { Dispatcher } from '../../calls/dispatch.ts';
import { readCapturedRows, storeCaptured } from '../../capture/messages/tools.ts';
import { readText } from '../../runtime/read-body.ts';
import { callerOf, type Variables } from '../context.ts';
import { wantReach } from '../require-key.ts';
import { keepingUnread } from './rest.ts';

/** A batch is a range of lines of one file; a single line may have 10 MB. */
const mostBytes = 64_000_000;
const mostShape = { parts: 1_000_000, members: 400_000 };

/** Called before there is anything to store, so that an unauthorized key fails at once. */
const mayStore = tool({
  name: 'capture',
  title: 'Ask whether capturing is allowed',
  description: 'Store nothing: report whether this key may store what a command captures.',
  effect: 'add',
  toolset: 'conversations',
  input: z.strictObject({}),
  output: z.object({ ok: z.literal(true).describe('It may') }),
  run: () => Promise.resolve({ ok: true as const }),
});

/**
 * The routes behind `dewey import`, `dewey watch` and `dewey verify` through a gateway: storing requires a key with
 * write scope, verifying one with read scope.
 */
export function captureRoutes(dispatcher: Dispatcher): Hono<{ Variables: Variables }> {
  type Ask = Context<{ Variables: Variables }>;
  const answer = async (c: Ask, tool: Tool, input: () => Promise<unknown>) => {
    wantReach(c.get('identity'), 'conversations', 'capture');
    const given = await keepingUnread(tool, c, dispatcher, input);
    const reply = await dispatcher.call(tool, given, callerOf(c));
    return reply.ok ? c.json(reply.value ?? null) : c.json(reply.error.body, reply.error.status);
  };
  const inputOf = async (c: Ask) => {
    const body = await readText(c.req.raw, mostBytes);
    if ('problem' in body)
      throw new ToolError('invalid_input', `The body is ${body.problem}.`, { problem: body.problem });
    return parseInput(body.text, mostShape);
  };
  return new Hono<{ Variables: Variables }>()
    .get('/', (c) => answer(c, mayStore, async () => ({})))
    .post('/store', (c) => answer(c, storeCaptured, () => inputOf(c)))
    .post('/stored', (c) => answer(c, readCapturedRows, () => inputOf(c)));
}
