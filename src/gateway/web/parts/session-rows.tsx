import { plainLine } from '../text/plain.ts';
import { oneLine, visible } from '../text/visible.ts';
import type { Digest } from '../tools/overview.ts';
import { agentName, dayName, duration, number, Project, plural, Time, tokensOf } from './words.tsx';

/** A conversation as `dewey_list_conversations` returns it. */
export type Conversation = {
  id: string;
  session_id: string | null;
  project: string | null;
  created_at: string;
  updated_at: string;
  message_count: number;
  metadata: Record<string, unknown> | null;
  title?: string;
};

export const metaText = (conversation: Pick<Conversation, 'metadata'>, name: string): string | undefined => {
  const value = conversation.metadata?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The title of a session as a page shows it; without one, the id of its session. */
export const shownTitle = (title: string | undefined, sessionId: string | null): string =>
  plainLine(title ?? '', 120) || oneLine(sessionId ?? '', 80) || 'Untitled';

/** The tokens an agent counted, with what they cost; otherwise an estimate from the length of the texts. */
export function tokensText({ tokens, cost_usd: cost, bytes }: Digest): string {
  if (tokens === undefined) return `≈ ${number(tokensOf(bytes))} tokens`;
  const { input = 0, output = 0, cache_read: read = 0, cache_write: written = 0 } = tokens;
  const dollars = cost === undefined || cost === 0 ? '' : `, $${cost.toFixed(2)}`;
  return `${number(input + read + written)} tokens in, ${number(output)} out${dollars}`;
}

/** A session with its subagents, and when something was last said in it. */
export type Tree = { conversation: Conversation; at: string; children: Conversation[] };

/** When a conversation was last spoken in; a new title, for example, changes it without a message. */
function lastSaid(digests: readonly Digest[]): (conversation: Conversation) => string {
  const times = new Map(digests.map(({ conversationId, lastAt }) => [conversationId, lastAt]));
  return ({ id, updated_at: changed }) => times.get(id) ?? changed;
}

/** Puts subagents below the session that started them, where both are on the page. */
export function treesOf(conversations: readonly Conversation[], digests: readonly Digest[]): Tree[] {
  const said = lastSaid(digests);
  const isChild = (one: Conversation) => metaText(one, 'agent_id') !== undefined;
  const trees = conversations
    .filter((one) => !isChild(one))
    .map((conversation): Tree => ({ conversation, at: said(conversation), children: [] }));
  const bySession = new Map(trees.map((tree) => [tree.conversation.session_id, tree]));
  for (const child of conversations.filter(isChild)) {
    const parent = child.session_id === null ? undefined : bySession.get(child.session_id);
    if (parent) parent.children.push(child);
    else trees.push({ conversation: child, at: said(child), children: [] });
  }
  return trees.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

const Row = ({
  conversation,
  digest,
  child,
}: {
  conversation: Conversation;
  digest: Digest | undefined;
  child: boolean;
}) => {
  const { id, project, message_count: turns } = conversation;
  const from = digest?.firstAt ?? conversation.created_at;
  const to = digest?.lastAt ?? conversation.updated_at;
  const branch = digest?.branch ?? metaText(conversation, 'git_branch') ?? metaText(conversation, 'branch');
  return (
    <li class={child ? 'session child' : 'session'} data-item>
      <Time at={to} form="clock" />
      <div>
        <a class="title" href={`/sessions/${id}`}>
          <bdi>{shownTitle(conversation.title, conversation.session_id)}</bdi>
        </a>
        <p class="about">
          <span>
            {child
              ? `subagent${metaText(conversation, 'agent_type') ? ` ${visible(metaText(conversation, 'agent_type') ?? '')}` : ''}`
              : agentName(metaText(conversation, 'source'))}
          </span>
          {child ? null : <Project name={project} />}
          {branch === undefined ? null : <span>on {visible(branch).slice(0, 60)}</span>}
          <span>{plural(turns, 'turn')}</span>
          {digest === undefined || digest.toolCalls === 0 ? null : (
            <span>{plural(digest.toolCalls, 'tool call')}</span>
          )}
          {digest === undefined ? null : <span>{tokensText(digest)}</span>}
          {Date.parse(to) - Date.parse(from) >= 1000 ? (
            <span>{duration(Date.parse(to) - Date.parse(from))}</span>
          ) : null}
        </p>
      </div>
    </li>
  );
};

type Props = { trees: readonly Tree[]; digests: readonly Digest[]; more: string | undefined };

/** Sessions under the days of their last message. */
export const SessionRows = ({ trees, digests, more }: Props) => {
  const byId = new Map(digests.map((digest) => [digest.conversationId, digest]));
  const dayOf = ({ at }: Tree) => at.slice(0, 10);
  const days = new Map<string, Tree[]>();
  for (const tree of trees) days.set(dayOf(tree), [...(days.get(dayOf(tree)) ?? []), tree]);
  return (
    <>
      {[...days].map(([day, found]) => (
        <section class="day">
          <h2>
            <time datetime={day}>{dayName(day)}</time>
          </h2>
          <ol class="sessions">
            {found.map(({ conversation, children }) => (
              <>
                <Row conversation={conversation} digest={byId.get(conversation.id)} child={false} />
                {children.map((one) => (
                  <Row conversation={one} digest={byId.get(one.id)} child />
                ))}
              </>
            ))}
          </ol>
        </section>
      ))}
      {more === undefined ? null : (
        <p class="more">
          <a href={more}>Earlier sessions</a>
        </p>
      )}
    </>
  );
};

export const NothingStored = () => (
  <p class="empty">
    Nothing is stored yet. <a href="/">Today</a> says how to connect an agent and import its history.
  </p>
);
