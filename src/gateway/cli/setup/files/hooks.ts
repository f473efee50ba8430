import {
  addHooks,
  hookEvents,
  ourHooks,
  removeHooks,
  SettingsError,
} from '../../../../handlers/workflow/domain/hooks.ts';
import { parseJson, removeJson, sameJson, setJson } from './json.ts';
import { Unusable } from './unusable.ts';

/** The hooks of Claude Code, the same as `install_hooks` writes, by edits that keep the rest of the file as it is. */

export type HookProgram = {
  /** Absolute: hooks run with a PATH of their own. */
  program: string;
  options: string;
};

type Json = Record<string, unknown>;

/** Whether the plugin is enabled, which brings the hooks itself. */
export const hasPlugin = (text: string, path: string): boolean =>
  Object.entries((parseJson(text, path).enabledPlugins as Json | undefined) ?? {}).some(
    ([name, enabled]) => name.startsWith('dewey@') && enabled === true,
  );

export function withHooks(text: string, { program, options }: HookProgram, path: string): string {
  return guarded(path, () => {
    let after = text;
    for (const { at, command, wanted } of ourHooks(parseJson(text, path), program, options))
      if (command !== wanted)
        after = setJson(after, ['hooks', at[0], at[1], 'hooks', at[2], 'command'], wanted);
    const before = parseJson(after, path);
    const { settings, added } = addHooks(before, hookEvents, program, options);
    for (const event of added) {
      const groups = (settings.hooks as Record<string, unknown[]>)[event] ?? [];
      const old = (before.hooks as Record<string, unknown[]> | undefined)?.[event];
      after = old
        ? setJson(after, ['hooks', event, old.length], groups.at(-1))
        : setJson(after, ['hooks', event], groups);
    }
    return verified(after, settings, path);
  });
}

export function withoutHooks(text: string, path: string): string {
  return guarded(path, () => {
    const { settings, removed } = removeHooks(parseJson(text, path), hookEvents);
    if (removed.length === 0) return text;
    let after = text;
    // From the end, so that the places of those before stay.
    for (const { at } of ourHooks(parseJson(text, path), '').toReversed()) {
      const [event, group, hook] = at;
      const hooks = parseJson(after, path).hooks as Record<string, { hooks: unknown[] }[]>;
      const groups = hooks[event] ?? [];
      const place = ['hooks', event, group, 'hooks', hook];
      const depth =
        (groups[group]?.hooks.length ?? 0) > 1
          ? 5
          : groups.length > 1
            ? 3
            : Object.keys(hooks).length > 1
              ? 2
              : 1;
      after = removeJson(after, place.slice(0, depth));
    }
    return verified(after, settings, path);
  });
}

/** @throws Unusable when the edits are not what the installer would have written. */
function verified(after: string, settings: Json, path: string): string {
  if (sameJson(parseJson(after, path), settings)) return after;
  throw new Unusable(`${path} cannot be changed safely. Change its hooks by hand.`);
}

function guarded(path: string, change: () => string): string {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new Unusable(
      `${path} has hooks that Claude Code does not understand: ${error.message}. Fix it first.`,
    );
  }
}
