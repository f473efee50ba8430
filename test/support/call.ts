import type { Deps } from '../../src/handlers/tool/deps.ts';
import type { ErrorBody } from '../../src/handlers/tool/errors.ts';
import type { Tool } from '../../src/handlers/tool/tool.ts';

type Json = Record<string, unknown>;

/** Calls a tool as its own Hono app and returns its result; fails the test if the call fails. */
// biome-ignore lint/suspicious/noExplicitAny: a tool's result has the shape of its output schema, which the wrapper checked
export async function call(tool: Tool, input: Json, deps: Deps): Promise<any> {
  const { status, body } = await send(tool, input, deps);
  if (status !== 200) throw new Error(`${tool.name} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Calls a tool that is expected to fail and returns the status and the error. */
export async function fail(
  tool: Tool,
  input: unknown,
  deps: Deps,
): Promise<{ status: number } & ErrorBody['error']> {
  const { status, body } = await send(tool, input, deps);
  if (status === 200) throw new Error(`${tool.name} succeeded: ${JSON.stringify(body)}`);
  return { status, ...(body as ErrorBody).error };
}

async function send(tool: Tool, input: unknown, deps: Deps): Promise<{ status: number; body: unknown }> {
  const body = typeof input === 'string' ? input : JSON.stringify(input);
  const response = await tool.app.request('/', { method: 'POST', body }, deps);
  return { status: response.status, body: await response.json() };
}
