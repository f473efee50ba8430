import { type Captured, field, type Source, skip, textField } from '../../messages/captured.ts';

/** One event, and the messages that it gave: ids by the subagent they belong to, '' for the session itself. */
export type SeenEvent = [event: string, messages: Record<string, string[]>];

/** A rewind goes back a few prompts; one that goes further back is skipped with a reason. They are stored with each position. */
const fewestEvents = 500;

/** Remembers an event, to find it when the session is rewound. */
export function remember(seen: SeenEvent[], line: unknown, captured: readonly Captured[]): void {
  const messages: Record<string, string[]> = {};
  for (const item of captured) {
    if (item.type !== 'message') continue;
    const agent = String(item.source.metadata?.agent_id ?? '');
    messages[agent] = [...(messages[agent] ?? []), item.id];
  }
  seen.push([textField(line, 'id') ?? '', messages]);
  // Not with each event, as those that stay are copied.
  if (seen.length >= 2 * fewestEvents) seen.splice(0, seen.length - fewestEvents);
}

/**
 * Takes back what a rewind removed: the events it lists, otherwise `upToEventId` and every event after it. Events that a
 * background agent wrote meanwhile are not listed and stay.
 *
 * @param sourceOf the source of a subagent, of the session for undefined.
 */
export function rewind(
  seen: readonly SeenEvent[],
  line: unknown,
  sourceOf: (agent: string | undefined) => Source,
): { seen: SeenEvent[]; captured: Captured[] } {
  const data = field(line, 'data');
  const listed = field(data, 'eventIds');
  const first = seen.findIndex(([event]) => event === textField(data, 'upToEventId'));
  const isGone = Array.isArray(listed)
    ? ([event]: SeenEvent) => listed.includes(event)
    : (_: SeenEvent, i: number) => first >= 0 && i >= first;
  const gone = seen.filter(isGone);
  const left = seen.filter((event, i) => !isGone(event, i));
  const kept = new Set(left.flatMap(([, messages]) => Object.values(messages).flat()));
  const ids = new Map<string, string[]>();
  for (const [, messages] of gone)
    for (const [agent, own] of Object.entries(messages))
      ids.set(agent, [...(ids.get(agent) ?? []), ...own.filter((id) => !kept.has(id))]);
  const captured = [...ids].flatMap(([agent, own]): Captured[] =>
    own.length > 0
      ? [{ type: 'retract', source: sourceOf(agent === '' ? undefined : agent), ids: [...new Set(own)] }]
      : [],
  );
  return { seen: left, captured: captured.length > 0 ? captured : [skip('session.snapshot_rewind')] };
}
