import type { UsageFact } from '../../../../db/capture/version.ts';
import { type Captured, compact, field, type Source, skip, textField } from '../../messages/captured.ts';
import { type Bubble, readBubbles } from './cursor-bubbles.ts';
import { timeIn } from './cursor-fields.ts';
import { about, modelFact, orderAt, timeOf, titleRank } from './facts.ts';

/** What is known of a conversation besides its own record. */
export type Around = {
  project: string | undefined;
  /** Its entry in the list of conversations. */
  head?: unknown;
  /** Messages of other conversations of which it may be a copy, by id. */
  others?: ReadonlyMap<string, readonly unknown[]>;
};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * Reads a conversation, which Cursor calls a composer.
 *
 * @param stored its messages that are stored by themselves, by id.
 */
export function readComposer(
  id: string,
  composer: unknown,
  stored: ReadonlyMap<string, unknown>,
  around: Around,
): Captured[] {
  const source = sourceOf(id, composer, around);
  const model = textField(field(composer, 'modelConfig'), 'modelName');
  const bubbles = bubblesOf(composer, stored, around.others);
  const listed = new Set(bubbles.map((bubble) => bubble.id));
  const others = [...stored.keys()].filter((one) => !listed.has(one));
  const captured = readBubbles(source, bubbles, {
    at: source.startedAt,
    model: model === 'default' ? undefined : model || undefined,
  });
  return [
    ...(captured.length > 0 ? captured : [skip('empty')]),
    ...others.map(() => skip('removed from its conversation')),
    ...factsOf(source, composer, around.head),
  ];
}

/** In order: a list of the messages by id, or in older versions the messages themselves. */
function bubblesOf(
  composer: unknown,
  stored: ReadonlyMap<string, unknown>,
  others: Around['others'] = new Map(),
): Bubble[] {
  const own = listOf(field(composer, 'conversation'));
  const headers = listOf(field(composer, 'fullConversationHeadersOnly'));
  const byId = field(composer, 'conversationMap');
  const idOf = (value: unknown, n: number) =>
    textField(value, 'bubbleId') ?? textField(value, 'id') ?? String(n);
  if (own.length > 0) return own.map((value, n) => ({ id: idOf(value, n), value }));
  return headers.map((header, n) => {
    const id = idOf(header, n);
    const value = stored.get(id) ?? (Object.hasOwn(Object(byId), id) ? field(byId, id) : undefined);
    if (value !== undefined) return { id, value, listed: header };
    const copied = (others.get(id) ?? []).filter(
      (other) => field(other, 'createdAt') === field(header, 'createdAt'),
    );
    if (copied.length === 1) return { id, value: copied[0], listed: header, isCopied: true };
    return { id, value, missing: stored.has(id) ? 'malformed' : 'not written yet' };
  });
}

function sourceOf(id: string, composer: unknown, { project, head }: Around): Source {
  const base = (own: string): Source => ({
    key: `cursor:${own}`,
    sessionId: own,
    project,
    metadata: { source: 'cursor' },
  });
  const info = field(composer, 'subagentInfo') ?? field(head, 'subagentInfo');
  const parent = textField(info, 'parentComposerId');
  return {
    ...base(id),
    metadata: compact({ source: 'cursor', agent_id: parent === undefined ? undefined : id }),
    startedAt: timeIn(composer) ?? timeIn(head) ?? timeOf(field(composer, 'lastSendTime')),
    parent: parent === undefined ? undefined : base(parent),
  };
}

function factsOf(source: Source, composer: unknown, head: unknown): Captured[] {
  const name = textField(composer, 'name') || textField(head, 'name') || textField(composer, 'chatTitle');
  const updated = [
    field(composer, 'lastUpdatedAt'),
    field(head, 'lastUpdatedAt'),
    field(composer, 'lastSendTime'),
  ];
  const order = orderAt(titleRank.agent, updated.map(timeOf).find(Boolean) ?? source.startedAt);
  const branch =
    textField(composer, 'createdOnBranch') ||
    textField(composer, 'committedToBranch') ||
    (branchIn(composer) ?? branchIn(head));
  const model = textField(field(composer, 'modelConfig'), 'modelName');
  const usage = costsOf(field(composer, 'usageData'));
  if (model && model !== 'default') usage.push(modelFact(model));
  return [
    about(source, {
      titles: name?.trim() ? [{ text: name.trim(), order }] : [],
      branches: branch ? [{ text: branch, order: orderAt(titleRank.agent, source.startedAt) }] : [],
      usage,
    }),
  ];
}

/** The branch of the first repository that was used last. */
function branchIn(about: unknown): string | undefined {
  const branches = listOf(field(listOf(field(about, 'trackedGitRepos'))[0], 'branches'));
  const used = (branch: unknown) => Number(field(branch, 'lastInteractionAt')) || 0;
  return textField(branches.toSorted((a, b) => used(b) - used(a))[0], 'branchName');
}

/** What a conversation has cost, by model. */
const costsOf = (usage: unknown): UsageFact[] =>
  Object.entries(Object(usage)).flatMap(([model, used]): UsageFact[] => {
    const cents = field(used, 'costInCents');
    if (typeof cents !== 'number') return [];
    return [{ key: `cost:${model}`, model: model === 'default' ? undefined : model, cost: cents / 100 }];
  });
