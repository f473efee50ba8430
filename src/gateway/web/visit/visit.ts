import { ToolError } from '../../../handlers/tool/errors.ts';
import type { Tool } from '../../../handlers/tool/tool.ts';
import type { Caller } from '../../auth/caller.ts';
import type { Identity } from '../../auth/identity.ts';
import type { Dispatcher } from '../../calls/dispatch.ts';

/** A tool by its name in the catalog, or one of the viewer's own. */
export type Asked = string | Tool;

/** One request of a person, as its page sees it: every read and every change goes through the dispatcher. */
export type Visit = {
  identity: Identity;
  /** True when this visitor is logged in and can log out. */
  loggedIn: boolean;
  /** Whether this visitor may call the tool; pages show no button that would be refused. */
  may(tool: Asked): boolean;
  /**
   * Calls a tool.
   *
   * @throws ToolError when the call fails.
   */
  call<Output>(tool: Asked, input: object): Promise<Output>;
  /** Calls a tool that this visitor may not be allowed to call; undefined if so. */
  ifAllowed<Output>(tool: Asked, input: object): Promise<Output | undefined>;
};

/**
 * For a page that would be empty, or whose question leads nowhere, for whoever may call none of these tools.
 *
 * @throws ToolError `forbidden`.
 */
export function needsOneOf(visit: Visit, ...tools: Asked[]): void {
  if (!tools.some((tool) => visit.may(tool)))
    throw new ToolError('forbidden', 'This key may not use this page.');
}

export type VisitParts = {
  dispatcher: Dispatcher;
  /** Administrative tools, for admin keys without limits. */
  admin: ReadonlyMap<string, Tool>;
  caller: Caller;
  identity: Identity;
  loggedIn: boolean;
};

/** Whether this visitor may administer: an admin key that reaches everything, or anyone where no keys are in use. */
export const administers = ({ scope, limited }: Identity): boolean => scope === 'admin' && !limited;

export function createVisit({ dispatcher, admin, caller, identity, loggedIn }: VisitParts): Visit {
  const isAdmin = administers(identity);
  const find = (asked: Asked): Tool | undefined => {
    if (typeof asked !== 'string') return asked;
    return dispatcher.find(asked) ?? (isAdmin ? admin.get(asked) : undefined);
  };
  const visit: Visit = {
    identity,
    loggedIn,
    may(asked) {
      const tool = find(asked);
      return tool !== undefined && dispatcher.allows(tool, caller);
    },
    async call<Output>(asked: Asked, input: object): Promise<Output> {
      const tool = find(asked);
      if (!tool)
        throw new ToolError('forbidden', 'This is not available here.', {
          problem: `${String(asked)} is not served, or needs a key with the scope admin and without limits`,
        });
      const reply = await dispatcher.call(tool, input, caller);
      if (!reply.ok) throw reply.error;
      return reply.value as Output; // validated against the tool's output schema, which the caller names
    },
    async ifAllowed<Output>(asked: Asked, input: object): Promise<Output | undefined> {
      return visit.may(asked) ? visit.call<Output>(asked, input) : undefined;
    },
  };
  return visit;
}
