import { listTools } from '../../src/gateway/mcp/listing.ts';
import { catalog } from '../../src/handlers/index.ts';
import type { Deps } from '../../src/handlers/tool/deps.ts';
import type { ErrorBody } from '../../src/handlers/tool/errors.ts';
import type { Tool } from '../../src/handlers/tool/tool.ts';
import { validator } from './validator.ts';

type Json = Record<string, unknown>;

/** Calls a tool as its own Hono app and returns its result; fails the test if the call fails. */
// biome-ignore lint/suspicious/noExplicitAny: a tool's result has the shape of its output schema, which the wrapper checked
export async function call(tool: Tool, input: Json, deps: Deps): Promise<any> {
  const { status, body } = await send(tool, input, deps);
  if (status !== 200) throw new Error(`${tool.name} answered ${status}: ${JSON.stringify(body)}`);
  const { valid, errorMessage } = asClientsDo(tool)(body ?? { result: null });
  if (!valid) throw new Error(`clients refuse what ${tool.name} returns: ${errorMessage}`);
  return body;
}

type Check = (result: unknown) => { valid: boolean; errorMessage?: string | undefined };
const checks = new Map<Tool, Check>();

/** Clients of the SDK check results against the listed schema by their own reading of JSON Schema, which is draft 7. */
function asClientsDo(tool: Tool): Check {
  const known = checks.get(tool);
  if (known) return known;
  const [{ outputSchema } = {}] = listTools({ ...catalog, tools: [tool] });
  const check: Check = outputSchema ? validator.getValidator(outputSchema) : () => ({ valid: true });
  checks.set(tool, check);
  return check;
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
