import { plainLine } from '../text/plain.ts';
import { Snippet } from './snippet.tsx';
import { agentName, link, number, Project, roleName, Time } from './words.tsx';

/** A hit as `dewey_search` returns it. */
export type Hit = {
  conversation_id: string;
  message_id: string;
  turn: number;
  role: string;
  snippet: string;
  rank: number;
  created_at: string;
  title?: string;
  project?: string;
  agent?: string;
  neighbour?: boolean;
  explain?: Record<string, unknown>;
};

/** A find as `hybrid_search` returns it. */
export type Other = {
  kind: string;
  id?: string;
  artifact_id?: string;
  title?: string;
  snippet?: string;
  /** Which searches found it: by its words, by its meaning. */
  legs?: string[];
};

const hasWords = ({ legs }: Other): boolean => legs?.includes('lexical') ?? true;

/** Kinds whose title says something about them, as their state, and is not what they are called. */
const described = new Set(['decision', 'run']);

/** The passage without the title in front, which is shown beside it. */
function passageOf({ title, snippet = '' }: Other): string {
  if (title === undefined || !snippet.startsWith(title)) return snippet;
  return snippet.slice(title.length).replace(/^:?\s+/, '');
}

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
            <Snippet text={hit.snippet} query={query} role={hit.role} />
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

const kindNames: Readonly<Record<string, string>> = {
  artifact: 'document',
  event: 'event',
  memory: 'memory',
  decision: 'decision',
  experience: 'experience',
  run: 'run of models',
};

function addressOf({ kind, id = '', artifact_id }: Other): string {
  if (kind === 'memory') return `/memory#m-${id}`;
  if (kind === 'decision') return `/decisions/${encodeURIComponent(id)}`;
  if (kind === 'run') return `/runs/${encodeURIComponent(id)}`;
  if (kind === 'experience') return `/memory/experiences/${encodeURIComponent(id)}`;
  return `/documents/${encodeURIComponent(artifact_id ?? id)}${kind === 'event' ? `#e-${id}` : ''}`;
}

/** What was found besides messages; `wider` where filters of the messages do not apply to it. */
export const Others = ({
  found,
  query,
  wider,
}: {
  found: readonly Other[];
  query: string;
  wider: boolean;
}) => (
  <section class="others" aria-labelledby="others">
    <h2 id="others">On the other shelves</h2>
    {wider ? <p class="quiet">Agent, role and dates narrow the messages only.</p> : null}
    {found.length === 0 ? <p class="empty">Nothing.</p> : null}
    {found.length > 0 && !found.some(hasWords) ? (
      <p class="quiet">Nothing has these words. Nearest in meaning:</p>
    ) : null}
    <ol class="hits">
      {found.map((one) => (
        <li data-item>
          <a class="title" href={addressOf(one)}>
            {one.title === undefined || described.has(one.kind) ? null : <b>{plainLine(one.title, 90)} </b>}
            <Snippet text={passageOf(one)} query={query} most={260} />
          </a>
          <p class="about">
            <span>{kindNames[one.kind] ?? one.kind}</span>
            {described.has(one.kind) && one.title !== undefined ? (
              <span>{plainLine(one.title, 90)}</span>
            ) : null}
            {hasWords(one) ? null : <span>near in meaning</span>}
          </p>
        </li>
      ))}
    </ol>
  </section>
);
