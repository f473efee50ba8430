/** Our entries in the settings file of Claude Code: which there are, and adding and removing them alone. */

/** The events of Claude Code that are captured, by its own names. */
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

/** Both ways in which the settings name the program: by its name, or as Node with its file where that is not found. */
const isOurs = (hook: unknown): boolean =>
  isObject(hook) &&
  typeof hook.command === 'string' &&
  /^(dewey|"[^"]+" "[^"]+[\\/]main\.(?:c?js|ts)") hook( |$)/.test(hook.command);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The events a caller names; `all` stands for every one. */
export const eventsOf = (names: readonly (HookEvent | 'all')[]): HookEvent[] =>
  names.includes('all') ? [...hookEvents] : hookEvents.filter((event) => names.includes(event));

/** Seconds an event may take; far more than one does, and little enough not to hold a session up. */
const timeout = 10;

/** The settings, of a file or of the plugin, that send these events to `<command> hook <event>`. */
export const hookSettings = (command: string, events: readonly string[] = hookEvents) => ({
  hooks: Object.fromEntries(
    events.map((event) => [
      event,
      [
        {
          ...(/ToolUse|ToolBatch/.test(event) ? { matcher: '*' } : {}),
          hooks: [{ type: 'command', command: `${command} hook ${event}`, timeout }],
        },
      ],
    ]),
  ),
});

/** Where settings are not as Claude Code has them. */
export class SettingsError extends Error {}

/** The groups of an event; each holds hooks. */
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
 * Adds our entries behind what is there; an event that has ours already stays as it is.
 *
 * @returns new settings, and the events that were added.
 * @throws SettingsError when the hooks of the settings have another form.
 */
export function addHooks(
  settings: Json,
  events: readonly HookEvent[],
): { settings: Json; added: HookEvent[] } {
  const added = events.filter((event) => !groupsOf(settings, event).flatMap(hooksOf).some(isOurs));
  if (added.length === 0) return { settings, added };
  const block: Record<string, unknown[]> = hookSettings('dewey', added).hooks;
  const hooks: Json = { ...(settings.hooks as Json | undefined) };
  for (const event of added) hooks[event] = [...groupsOf(settings, event), ...(block[event] ?? [])];
  return { settings: { ...settings, hooks }, added };
}

/**
 * Removes our entries and nothing else: hooks of others in the same group stay, and only what became empty by the removal
 * goes.
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
