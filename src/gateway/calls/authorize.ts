import type { Catalog } from '../../handlers/tool/catalog.ts';
import type { Deps } from '../../handlers/tool/deps.ts';
import type { Effect } from '../../handlers/tool/effect.ts';
import { ToolError } from '../../handlers/tool/errors.ts';
import { toToolError } from '../../handlers/tool/to-tool-error.ts';
import type { Reply, Tool } from '../../handlers/tool/tool.ts';
import type { Caller } from '../auth/caller.ts';
import type { AccessScope } from '../config/env.ts';
import { toolsetsOf } from './data-filter.ts';

const neededScope: Record<Effect, readonly AccessScope[]> = {
  read: ['read', 'write', 'admin'],
  add: ['write', 'admin'],
  change: ['write', 'admin'],
  delete: ['admin'],
};

export type Access = {
  /** Why this caller may not call this tool; undefined if it may. */
  refusal(tool: Tool, caller: Caller): ToolError | undefined;
};

/** Checks what the caller's key allows, before every call; costs a lookup. */
export function createAccess(catalog: Catalog): Access {
  const toolsetOf = toolsetsOf(catalog);
  return {
    refusal(tool, caller) {
      const { key } = caller;
      if (key?.ended !== undefined) return over(key.ended);
      if (!neededScope[tool.effect].includes(caller.scope)) return outOfScope(tool, caller);
      if (!key?.limited) return undefined;
      const { toolsets, project } = key.reach;
      if (toolsets && !toolsets.includes(toolsetOf(tool) ?? ''))
        return forbidden(tool, caller, `the key reaches only the toolsets ${toolsets.join(', ')}`);
      if (project !== undefined && !tool.projectScope)
        return forbidden(tool, caller, `${tool.name} cannot be kept within one project`);
      return undefined;
    },
  };
}

/** Calls a tool, scoped to what the caller's key reaches. */
export async function callWithinReach(
  tool: Tool,
  input: unknown,
  caller: Caller,
  deps: Deps,
): Promise<Reply> {
  try {
    return await tool.call(await withinReach(tool, input, caller, deps), deps);
  } catch (thrown) {
    const { error, unexpected } = toToolError(thrown, caller.requestId);
    if (unexpected)
      deps.log.error({ err: thrown, tool: tool.name }, 'a call could not be scoped to its project');
    return { ok: false, error };
  }
}

async function withinReach(tool: Tool, input: unknown, caller: Caller, deps: Deps): Promise<unknown> {
  const project = caller.key?.reach.project;
  if (project === undefined || !tool.projectScope) return input;
  // The tool itself refuses input that is not an object.
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return tool.projectScope({ ...input }, project, deps);
}

function outOfScope(tool: Tool, caller: Caller): ToolError {
  const wanted = neededScope[tool.effect][0];
  return forbidden(
    tool,
    caller,
    `${tool.name} needs the scope ${wanted}`,
    `Use a key with the scope ${wanted === 'admin' ? wanted : `${wanted} or admin`}.`,
  );
}

const forbidden = (
  tool: Tool,
  caller: Caller,
  problem: string,
  suggestion = 'Use a key without this limit.',
): ToolError =>
  new ToolError('forbidden', `The key ${caller.keyId} may not call ${tool.name}.`, { problem, suggestion });

const over = (problem: string): ToolError =>
  new ToolError('unauthorized', 'This key is no longer valid.', {
    problem,
    suggestion: 'Reconnect with another key.',
  });
