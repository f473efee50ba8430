import type { Catalog } from '../../handlers/tool/catalog.ts';
import type { Block, PromptMessage, ResourceBlob, ResourceText } from '../../handlers/tool/content.ts';
import type { Deps } from '../../handlers/tool/deps.ts';
import type { Read } from '../../handlers/tool/prompt.ts';
import type { Complete, Resource } from '../../handlers/tool/resource.ts';
import { storable } from '../../handlers/tool/text.ts';
import { toToolError } from '../../handlers/tool/to-tool-error.ts';
import type { Reply } from '../../handlers/tool/tool.ts';
import { serverInfo } from '../../version.ts';
import type { Caller } from '../auth/caller.ts';
import type { Reach } from '../auth/identity.ts';
import type { Dispatcher } from '../calls/dispatch.ts';
import type { JsonObject } from '../calls/schemas.ts';
import { toolQuestion } from '../calls/tool-meant.ts';
import {
  coreProfile,
  listsProfile,
  reached,
  selectToolsets,
  wholeCatalog,
  withinProject,
} from '../calls/toolsets.ts';
import type { Change, Changes } from '../notify/changes.ts';
import { listCore, withCoreDefaults } from './core-profile.ts';
import { instructionsFor } from './instructions.ts';
import {
  type ListedPrompt,
  type ListedResource,
  type ListedTemplate,
  type ListedTool,
  listPrompts,
  listTemplates,
  listTools,
} from './listing.ts';
import { codes, Fault, toFault } from './protocol-error.ts';

/**
 * The result of a tool call over MCP. A failure is text only, since clients validate structured content against the
 * schema.
 */
export type CallResult = { content: Block[]; structuredContent?: JsonObject; isError?: true };

export type Completion = { values: string[]; total: number; hasMore: boolean };

/** What to complete: an argument of a prompt, or a variable of a resource template. */
export type CompletionRef = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };

/** The catalog as MCP, independent of protocol versions: each era is a thin layer on top of it. */
export type McpCore = {
  info: { name: string; title: string; version: string };
  instructions: string;
  tools: readonly ListedTool[];
  templates: readonly ListedTemplate[];
  prompts: readonly ListedPrompt[];
  /** True for a tool that may send something before its result. */
  streams(name: unknown): boolean;
  /** True for a tool that sends nothing but its result. */
  answers(name: string): boolean;
  /** @throws Fault if there is no tool of that name. */
  call(name: string, args: unknown, caller: Caller): Promise<CallResult>;
  resources(caller: Caller): Promise<ListedResource[]>;
  /** @throws Fault if there is no such resource, with its address in `data.uri`. */
  read(uri: string, caller: Caller): Promise<(ResourceText | ResourceBlob)[]>;
  /** Whether an address is that of a resource. */
  has(uri: string): boolean;
  /** Whether a caller may be notified that the resource at an address has changed. */
  hears(uri: string, caller: Caller): Promise<boolean>;
  prompt(
    name: string,
    args: unknown,
    caller: Caller,
  ): Promise<{ description: string; messages: PromptMessage[] }>;
  complete(
    ref: CompletionRef,
    argument: { name: string; value: string },
    caller: Caller,
  ): Promise<Completion>;
  /** Absent where clients cannot be notified of changes. */
  subscribe: ((listener: (change: Change) => void) => Promise<() => void>) | undefined;
  /** Narrows the catalog to what a key reaches. */
  within(reach: Reach): McpCore;
  /**
   * Narrows the catalog to these toolsets; `all` is the whole of it. With the profile `core` among them only the listing is
   * narrowed: what it leaves out can still be called.
   *
   * @throws ToolError that lists the existing ones.
   */
  select(toolsets: readonly string[]): McpCore;
};

/** Builds the listings once; all requests and connections share them. */
export function createMcpCore(
  catalog: Catalog,
  dispatcher: Dispatcher,
  changes?: Changes,
  /** Lists the profile `core` and these toolsets. */
  profile?: { toolsets: readonly string[] },
): McpCore {
  const selections = new Map<string, McpCore>();
  const reaches = new WeakMap<Reach, McpCore>();
  const mostCompletions = 100;

  const locate = (uri: string): { resource: Resource; variables: Record<string, string> } | undefined => {
    for (const resource of catalog.resources) {
      const variables = resource.match(uri);
      if (variables) return { resource, variables };
    }
    return undefined;
  };

  const completerOf = (ref: CompletionRef, argument: string): Complete | undefined => {
    if (ref.type === 'ref/prompt') {
      const prompt = catalog.prompts.find(({ name }) => name === ref.name);
      if (!prompt) throw noPrompt(ref.name);
      return prompt.complete[argument];
    }
    const resource = catalog.resources.find(({ uri }) => uri === ref.uri) ?? locate(ref.uri)?.resource;
    if (!resource) throw noResource(ref.uri);
    return resource.complete?.[argument];
  };

  /** Errors reach the client as faults, never as SQL or driver text. */
  const safely = async <T>(caller: Caller, work: (deps: Deps) => Promise<T>): Promise<T> => {
    const deps = dispatcher.depsFor(caller);
    try {
      return await work(deps);
    } catch (thrown) {
      if (thrown instanceof Fault) throw thrown;
      const { error, unexpected } = toToolError(thrown, caller.requestId);
      if (unexpected) deps.log.error({ err: thrown, requestId: caller.requestId }, 'request failed');
      throw toFault(error);
    }
  };

  return {
    info: serverInfo,
    instructions: instructionsFor(catalog, profile !== undefined),
    tools: profile ? listCore(catalog, profile.toolsets) : listTools(catalog),
    templates: listTemplates(catalog),
    prompts: listPrompts(catalog),
    subscribe: changes?.subscribe,

    streams: (name) => typeof name === 'string' && catalog.find(name)?.interactive === true,
    answers(name) {
      const tool = catalog.find(name);
      return tool !== undefined && tool.interactive !== true;
    },

    async call(name, args, caller) {
      const tool = catalog.find(name);
      if (!tool)
        throw new Fault(
          codes.invalidParams,
          `There is no tool named ${name}. ${toolQuestion(name, catalog)}tools/list names those there are.`,
        );
      if (!profile) return toCallResult(await dispatcher.call(tool, args ?? {}, caller), tool.content);
      const given = withCoreDefaults(tool, args ?? {});
      return toLeanResult(await dispatcher.call(tool, given, caller), tool.content);
    },

    resources: (caller) =>
      safely(caller, async (deps) => {
        const lists = catalog.resources.map(async (resource): Promise<ListedResource[]> => {
          const { uri, name, title, mimeType, description } = resource;
          if (resource.variables.length === 0) return [{ uri, name, title, description, mimeType }];
          const listed = (await resource.list?.(deps)) ?? [];
          return listed.map((entry) => ({
            ...entry,
            description: entry.description ?? description,
            mimeType,
          }));
        });
        return (await Promise.all(lists)).flat();
      }),

    async read(uri, caller) {
      const found = locate(uri);
      if (!found) throw noResource(uri);
      const { resource, variables } = found;
      const reply = await dispatcher.call(resource.tool, resource.input(variables), {
        ...caller,
        reading: true,
      });
      if (!reply.ok) throw toFault(reply.error, { uri });
      return [{ uri, ...resource.render(reply.value) }];
    },

    has: (uri) => locate(uri) !== undefined,

    async hears(uri, caller) {
      const found = locate(uri);
      if (!found || caller.keyId === undefined || !found.resource.hears) return found !== undefined;
      const deps = dispatcher.depsFor(caller);
      try {
        return await found.resource.hears(found.variables, deps);
      } catch (err) {
        deps.log.warn({ err, uri }, 'could not determine whether a subscriber may be notified of a change');
        return false;
      }
    },

    prompt: (name, args, caller) =>
      safely(caller, async (deps) => {
        const prompt = catalog.prompts.find((candidate) => candidate.name === name);
        if (!prompt) throw noPrompt(name);
        const read: Read = async (tool, input, shape) => {
          const reply = await dispatcher.call(tool, input, caller);
          if (!reply.ok) throw reply.error;
          return shape.parse(reply.value);
        };
        return { description: prompt.description, messages: await prompt.get(args ?? {}, read, deps) };
      }),

    complete: (ref, argument, caller) =>
      safely(caller, async (deps) => {
        const values = (await completerOf(ref, argument.name)?.(storable(argument.value), deps)) ?? [];
        const shown = values.slice(0, mostCompletions);
        return { values: shown, total: values.length, hasMore: values.length >= mostCompletions };
      }),

    within(reach) {
      const { toolsets, project } = reach;
      if (toolsets === undefined && project === undefined) return this;
      const known = reaches.get(reach);
      if (known) return known;
      const within = createMcpCore(
        withinProject(reached(catalog, toolsets), project),
        dispatcher,
        // A key limited to one project is not notified of changes in others.
        project === undefined ? changes : undefined,
        profile,
      );
      reaches.set(reach, within);
      return within;
    },

    select(toolsets) {
      const key = [...new Set(toolsets)].sort().join(',');
      const known = selections.get(key);
      if (known) return known;
      const others = toolsets.filter((name) => name !== coreProfile && name !== wholeCatalog);
      const named = others.length > 0 || toolsets.length === 0 ? selectToolsets(catalog, others) : undefined;
      const selected = toolsets.includes(wholeCatalog)
        ? createMcpCore(catalog, dispatcher, changes)
        : listsProfile(toolsets)
          ? createMcpCore(catalog, dispatcher, changes, { toolsets: others })
          : createMcpCore(named ?? catalog, dispatcher, changes);
      selections.set(key, selected);
      return selected;
    },
  };
}

const noPrompt = (name: string): Fault =>
  new Fault(codes.invalidParams, `There is no prompt named ${name}; prompts/list names those there are.`);

const noResource = (uri: string): Fault =>
  new Fault(codes.invalidParams, `There is no resource at ${uri}.`, { uri });

function toCallResult(reply: Reply, content: ((value: unknown) => Block[]) | undefined): CallResult {
  if (reply.ok && content) return { content: content(reply.value) };
  const text = JSON.stringify(reply.ok ? reply.value : reply.error.body);
  if (!reply.ok) return { content: [{ type: 'text', text }], isError: true };
  // Tools answer with an object or null, as their output schemas state.
  const structuredContent = (reply.value ?? { result: null }) as JsonObject;
  return { content: [{ type: 'text', text }], structuredContent };
}

/** A result without the fields that are null, and once: models read the text. */
function toLeanResult(reply: Reply, content: ((value: unknown) => Block[]) | undefined): CallResult {
  if (!reply.ok || content) return toCallResult(reply, content);
  const text = JSON.stringify(reply.value, (_, value) => (value === null ? undefined : value)) ?? 'null';
  return { content: [{ type: 'text', text }] };
}
