import { AgentFilter } from './agent-filter.tsx';
import { roleName } from './words.tsx';

/** A search as its address says it. */
export type Asked = {
  q: string;
  kind: string;
  project: string | undefined;
  agent: string | undefined;
  role: string | undefined;
  from: string | undefined;
  to: string | undefined;
  conversation: string | undefined;
  why: boolean;
  offset: number;
};

const day = /^\d{4}-\d{2}-\d{2}$/;
const roles = ['user', 'assistant', 'system', 'tool'];
export const kinds = [
  ['all', 'Everything'],
  ['messages', 'Messages'],
  ['shelves', 'Other shelves'],
] as const;

export function askedOf(query: Record<string, string>): Asked {
  const text = (name: string, most: number) => query[name]?.trim().slice(0, most) || undefined;
  const { role, from, to, offset = '', kind = 'all' } = query;
  return {
    q: text('q', 2000) ?? '',
    kind: kinds.some(([name]) => name === kind) ? kind : 'all',
    project: text('project', 500),
    agent: text('agent', 100),
    role: role !== undefined && roles.includes(role) ? role : undefined,
    from: from !== undefined && day.test(from) ? from : undefined,
    to: to !== undefined && day.test(to) ? to : undefined,
    conversation: text('conversation', 100),
    why: query.why === '1',
    offset: /^\d{1,6}$/.test(offset) ? Number(offset) : 0,
  };
}

/** Whether a filter is set that only messages have. */
export const narrowsMessages = ({ agent, role, from, to }: Asked): boolean =>
  [agent, role, from, to].some((one) => one !== undefined);

/** Whether anything but the words narrows the search. */
export const isNarrow = (asked: Asked): boolean =>
  narrowsMessages(asked) || asked.project !== undefined || asked.conversation !== undefined;

/** Narrows a search. */
export const Facets = ({ asked }: { asked: Asked }) => (
  <form class="filters" method="get" action="/search">
    <input type="hidden" name="q" value={asked.q} />
    {asked.kind === 'all' ? null : <input type="hidden" name="kind" value={asked.kind} />}
    {asked.conversation === undefined ? null : (
      <input type="hidden" name="conversation" value={asked.conversation} />
    )}
    <label>
      Project <input type="text" name="project" value={asked.project ?? ''} maxlength={500} />
    </label>
    <AgentFilter at={asked.agent} />
    <label>
      Role
      <select name="role">
        {['', ...roles].map((name) => (
          <option value={name} selected={name === (asked.role ?? '')}>
            {roleName(name) || 'any'}
          </option>
        ))}
      </select>
    </label>
    <label>
      From <input type="date" name="from" value={asked.from ?? ''} />
    </label>
    <label>
      To <input type="date" name="to" value={asked.to ?? ''} />
    </label>
    <button type="submit">Filter</button>
  </form>
);
