/** Dewey's entries in the settings file of Claude Code: lists, adds and removes them without touching others. */

/** The captured events of Claude Code, by its own names. */
export const hookEvents = [
  'SessionStart',
  'UserPromptSubmit',
  'MessageDisplay',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'SessionEnd',
] as const;
export type HookEvent = (typeof hookEvents)[number];

type Json = Record<string, unknown>;

/** Matches both forms of our command: by program name, or as Node with a file where the program is not on the path. */
const isOurs = (hook: unknown): boolean =>
  isObject(hook) &&
  typeof hook.command === 'string' &&
  /^(dewey|"[^"]+" "[^"]+[\\/]main\.(?:c?js|ts)") hook( |$)/.test(hook.command);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Resolves the events a caller names; `all` means every event. */
export const eventsOf = (names: readonly (HookEvent | 'all')[]): HookEvent[] =>
  names.includes('all') ? [...hookEvents] : hookEvents.filter((event) => names.includes(event));

/** Timeout of a hook in seconds: far more than it needs, and short enough not to delay a session. */
const timeout = 10;

const commandLine = (program: string, event: string, options: string): string =>
  `${program} hook ${event}${options === '' ? '' : ` ${options}`}`;

/** Settings, for a file or the plugin, that send these events to `<program> hook <event> <options>`. */
export const hookSettings = (program: string, events: readonly string[] = hookEvents, options = '') => ({
  hooks: Object.fromEntries(
    events.map((event) => [
      event,
      [
        {
          ...(/ToolUse|ToolBatch/.test(event) ? { matcher: '*' } : {}),
          hooks: [{ type: 'command', command: commandLine(program, event, options), timeout }],
        },
      ],
    ]),
  ),
});

/** Settings whose structure differs from what Claude Code writes. */
export class SettingsError extends Error {}

/** The groups of an event; each contains hooks. */
function groupsOf(settings: Json, event: string): unknown[] {
  const { hooks } = settings;
  if (hooks === undefined) return [];
  if (!isObject(hooks)) throw new SettingsError('"hooks" is not an object');
  const groups = hooks[event];
  if (groups === undefined) return [];
  if (!Array.isArray(groups)) throw new SettingsError(`"hooks.${event}" is not a list`);
  return groups;
}

const hooksOf = (group: unknown): unknown[] =>
  isObject(group) && Array.isArray(group.hooks) ? group.hooks : [];

/**
 * Appends our entries; an event that already has one is not changed.
 *
 * @returns the new settings, and the events that were added.
 * @throws SettingsError when the hooks have an unexpected structure.
 */
export function addHooks(
  settings: Json,
  events: readonly HookEvent[],
  program = 'dewey',
  options = '',
): { settings: Json; added: HookEvent[] } {
  const added = events.filter((event) => !groupsOf(settings, event).flatMap(hooksOf).some(isOurs));
  if (added.length === 0) return { settings, added };
  const block: Record<string, unknown[]> = hookSettings(program, added, options).hooks;
  const hooks: Json = { ...(settings.hooks as Json | undefined) };
  for (const event of added) hooks[event] = [...groupsOf(settings, event), ...(block[event] ?? [])];
  return { settings: { ...settings, hooks }, added };
}

/** Where our entries are in the settings, with the command that each has and should have; `at` is `[event, group, hook]`. */
export function ourHooks(
  settings: Json,
  program: string,
  options = '',
): { at: [HookEvent, number, number]; command: unknown; wanted: string }[] {
  return hookEvents.flatMap((event) =>
    groupsOf(settings, event).flatMap((group, g) =>
      hooksOf(group).flatMap((hook, h) =>
        isOurs(hook)
          ? [
              {
                at: [event, g, h] as [HookEvent, number, number],
                command: (hook as Json).command,
                wanted: commandLine(program, event, options),
              },
            ]
          : [],
      ),
    ),
  );
}

/**
 * Removes our entries only: other hooks in the same group are kept, and only groups and lists that become empty by the
 * removal are dropped.
 */
export function removeHooks(
  settings: Json,
  events: readonly HookEvent[],
): { settings: Json; removed: HookEvent[] } {
  const removed: HookEvent[] = [];
  const hooks: Json = isObject(settings.hooks) ? { ...settings.hooks } : {};
  for (const event of events) {
    const groups = groupsOf(settings, event);
    if (!groups.flatMap(hooksOf).some(isOurs)) continue;
    removed.push(event);
    const rest = groups.flatMap((group) => {
      const others = hooksOf(group).filter((hook) => !isOurs(hook));
      if (others.length === hooksOf(group).length) return [group];
      return others.length === 0 ? [] : [{ ...(group as Json), hooks: others }];
    });
    if (rest.length === 0) delete hooks[event];
    else hooks[event] = rest;
  }
  if (removed.length === 0) return { settings, removed };
  const { hooks: _, ...others } = settings;
  return { settings: Object.keys(hooks).length === 0 ? others : { ...settings, hooks }, removed };
}
