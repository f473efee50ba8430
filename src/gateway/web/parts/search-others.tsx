import { plainLine } from '../text/plain.ts';
import { Snippet } from './snippet.tsx';
import { categoryName } from './words.tsx';

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
            {one.title === undefined || described.has(one.kind) ? null : (
              <b>{plainLine(one.kind === 'event' ? categoryName(one.title) : one.title, 90)} </b>
            )}
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
