import { type Context, Hono } from 'hono';
import { ToolError } from '../../handlers/errors.ts';
import { parseInput } from '../../handlers/json.ts';
import type { Tool } from '../../handlers/tool.ts';
import { readText } from '../body.ts';
import { callerOf, type Variables } from '../caller.ts';
import { readCapturedRows, storeCaptured } from '../capture/store-captured.ts';
import type { Door } from '../door.ts';
import { wantReach } from '../guards/keys.ts';

/** A batch is a stretch of a file with its lines; one line alone may have 10 MB. */
const mostBytes = 64_000_000;

/** What `dewey import` and `dewey verify` do through a gateway: storing wants a key to write, comparing one to read. */
export function captureRoutes(door: Door): Hono<{ Variables: Variables }> {
  const answer = (tool: Tool) => async (c: Context<{ Variables: Variables }>) => {
    wantReach(c.get('identity'), 'conversations', 'capture');
    const body = await readText(c.req.raw, mostBytes);
    if ('problem' in body)
      throw new ToolError('invalid_input', `The body is ${body.problem}.`, { problem: body.problem });
    const reply = await door.call(tool, parseInput(body.text), callerOf(c));
    return reply.ok ? c.json(reply.value ?? null) : c.json(reply.error.body, reply.error.status);
  };
  return new Hono<{ Variables: Variables }>()
    .post('/store', answer(storeCaptured))
    .post('/stored', answer(readCapturedRows));
}
