import { oneLine } from '../text/visible.ts';
import { Snippet } from './snippet.tsx';
import { agentName, link, number, Time } from './words.tsx';

/** A hit as `dewey_search` returns it. */
export type Hit = {
  conversation_id: string;
  message_id: string;
  turn: number;
  role: string;
  snippet: string;
  rank: number;
  created_at: string;
  conversation_metadata: Record<string, unknown> | null;
  explain?: Record<string, unknown>;
};

type Other = { kind: string; id: string; artifact_id?: string; title?: string; snippet: string };
type Experience = { id: number; type: string; domain: string; situation: string; approach: string };
export type OtherShelves = {
  documents: { results: Other[] } | undefined;
  experiences: { results: Experience[] } | undefined;
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
    .flatMap(([name, value]) => (typeof value === 'number' && value > 0 ? [[name, value] as const] : []))
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
      const source = hit.conversation_metadata?.source;
      return (
        <li data-item>
          <a
            class="title"
            href={`${link(`/sessions/${hit.conversation_id}`, { turn: hit.turn, q: query })}#t${hit.turn}`}
          >
            <Snippet text={hit.snippet} />
          </a>
          <p class="about">
            <span>{hit.role}</span>
            <span>{agentName(typeof source === 'string' ? source : null)}</span>
            <span>turn {number(hit.turn)}</span>
            <Time at={hit.created_at} />
          </p>
          <Why hit={hit} />
        </li>
      );
    })}
  </ol>
);

const kindNames: Readonly<Record<string, string>> = {
  artifact: 'Document',
  event: 'Event',
  memory: 'Memory',
  message: 'Message',
};

function addressOf({ kind, id, artifact_id }: Other): string {
  if (kind === 'memory') return `/memory#m-${id}`;
  return `/documents/${encodeURIComponent(artifact_id ?? id)}${kind === 'event' ? `#e-${id}` : ''}`;
}

export const Others = ({ shelves }: { shelves: OtherShelves }) => {
  const documents = shelves.documents?.results ?? [];
  const experiences = shelves.experiences?.results ?? [];
  return (
    <section class="others" aria-label="Other shelves">
      <h2>Documents, events, memories</h2>
      {documents.length === 0 ? <p class="quiet">Nothing.</p> : null}
      <ol class="hits">
        {documents.map((one) => (
          <li data-item>
            <a class="title" href={addressOf(one)}>
              {one.title === undefined ? null : <b>{oneLine(one.title, 90)} </b>}
              <Snippet text={one.snippet} most={260} />
            </a>
            <p class="about">{kindNames[one.kind] ?? one.kind}</p>
          </li>
        ))}
      </ol>
      <h2>Experience</h2>
      {experiences.length === 0 ? <p class="quiet">Nothing.</p> : null}
      <ol class="hits">
        {experiences.map((one) => (
          <li data-item>
            <a class="title" href={`/memory/experiences/${one.id}`}>
              {oneLine(one.situation, 200)}
            </a>
            <p class="about">
              <span>{one.type}</span>
              <span>{one.domain}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
};
