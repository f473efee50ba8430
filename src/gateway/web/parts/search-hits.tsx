import { isCall, plainLine } from '../text/plain.ts';
import { Snippet } from './snippet.tsx';
import { agentName, link, number, Project, roleName, Time } from './words.tsx';

/** A hit as `dewey_search` returns it. */
export type Hit = {
  conversation_id: string;
  message_id: string;
  turn: number;
  role: string;
  /** The start of the whole text. */
  content?: string;
  snippet: string;
  rank: number;
  created_at: string;
  title?: string;
  project?: string;
  agent?: string;
  neighbour?: boolean;
  explain?: Record<string, unknown>;
};

const reasons: Readonly<Record<string, string>> = {
  words: 'its words',
  coverage: 'how many of the words it has',
  neighbours: 'the turns around it',
  conversation: 'the rest of its session',
  speaker: 'who said it',
};

/** What the rank is made of, in the order of its weight. */
const Why = ({ hit }: { hit: Hit }) => {
  if (!hit.explain) return null;
  const parts = Object.entries(hit.explain)
    .flatMap(([name, value]) =>
      typeof value === 'number' && value > 0 && !(name === 'speaker' && value === 1)
        ? [[name, value] as const]
        : [],
    )
    .sort(([, a], [, b]) => b - a);
  return (
    <p class="why">
      Why here: {parts.map(([name, value]) => `${reasons[name] ?? name} ${value.toFixed(2)}`).join(', ')}.
      Rank {hit.rank.toFixed(2)}.
    </p>
  );
};

export const Hits = ({ hits, query }: { hits: readonly Hit[]; query: string }) => (
  <ol class="hits">
    {hits.map((hit) => {
      return (
        <li data-item>
          <a
            class="title"
            href={`${link(`/sessions/${hit.conversation_id}`, { turn: hit.turn, q: query })}#t${hit.turn}`}
          >
            <Snippet text={hit.snippet} query={query} role={isCall(hit.content ?? '') ? 'tool' : hit.role} />
          </a>
          <p class="about">
            <span>{roleName(hit.role)}</span>
            <span>{agentName(hit.agent)}</span>
            <Time at={hit.created_at} />
            <span>turn {number(hit.turn)}</span>
            {hit.neighbour === true ? <span>next to a match</span> : null}
            {hit.project === undefined ? null : <Project name={hit.project} />}
            {hit.title === undefined ? null : (
              <span>
                <bdi>{plainLine(hit.title, 60)}</bdi>
              </span>
            )}
          </p>
          <Why hit={hit} />
        </li>
      );
    })}
  </ol>
);
