import { plainLine } from '../text/plain.ts';
import { oneLine, visible } from '../text/visible.ts';
import type { Visit } from '../visit/visit.ts';
import { contextPath } from './context-path.ts';
import { number, Time } from './words.tsx';

export type Context = {
  name: string;
  project?: string;
  is_active: boolean;
  version: number;
  updated_at: string;
  author?: string;
  waiting?: { version: number; author?: string; written_at: string }[];
};
export type Memory = {
  memory_id: string;
  type: string;
  content: string;
  confidence: number;
  project?: string;
  created_at: string;
};
export type Experience = {
  id: number;
  type: string;
  domain: string;
  situation: string;
  approach: string;
  created_at: string;
};
export type Given = { text: string | null; tokens: number };

export const Contexts = ({ visit, contexts }: { visit: Visit; contexts: readonly Context[] }) => (
  <section aria-labelledby="contexts">
    <h2 id="contexts">Startup contexts</h2>
    {contexts.length === 0 ? <p class="empty">There is none: sessions begin without a text.</p> : null}
    <ol class="hits">
      {contexts.map((one) => (
        <li data-item>
          <a class="title" href={contextPath(one.name)}>
            <bdi>{oneLine(one.name, 200)}</bdi>
          </a>
          <p class="about">
            <span>{one.is_active ? 'active' : 'not active'}</span>
            <span>{one.project === undefined ? 'every session' : visible(one.project)}</span>
            <span>version {number(one.version)}</span>
            <Time at={one.updated_at} />
            {one.author === undefined ? null : <span>by {visible(one.author)}</span>}
            {one.waiting?.length ? (
              <span class="warning">{one.waiting.length} waiting for approval</span>
            ) : null}
          </p>
        </li>
      ))}
    </ol>
    {visit.may('dewey_set_startup_context') ? (
      <p class="more">
        <a href="/memory/new">Write a new one</a>
      </p>
    ) : null}
  </section>
);

export const NextSession = ({ given, folder }: { given: Given; folder: string }) => (
  <section aria-labelledby="given">
    <h2 id="given">What the next session is given</h2>
    <form class="filters" method="get" action="/memory">
      <label>
        In the folder <input type="search" name="folder" value={folder} maxlength={500} />
      </label>
      <button type="submit">Show</button>
    </form>
    {given.text === null ? (
      <p class="empty">Nothing: no context is active.</p>
    ) : (
      <>
        <p class="quiet">Word for word; {number(given.tokens)} tokens.</p>
        <pre dir="auto">{visible(given.text)}</pre>
      </>
    )}
  </section>
);

export const Memories = ({
  visit,
  memories,
  total,
  offset,
}: {
  visit: Visit;
  memories: readonly Memory[];
  total: number;
  offset: number;
}) => (
  <section aria-labelledby="memories">
    <h2 id="memories">Memories</h2>
    {total === 0 ? (
      <p class="empty">
        None. Agents store them with <code>memory_store</code>.
      </p>
    ) : null}
    <ol class="hits">
      {memories.map((one) => (
        <li id={`m-${one.memory_id}`} data-item>
          <bdi class="title">{visible(one.content.slice(0, 2000))}</bdi>
          <div class="about">
            <span>{one.type}</span>
            <span>confidence {one.confidence.toFixed(2)}</span>
            <Time at={one.created_at} form="day" />
            {visit.may('memory_delete') ? (
              <a href={`/memory/memories/${one.memory_id}/delete`}>Delete</a>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
    {offset + memories.length < total && memories.length > 0 ? (
      <p class="more">
        <a href={`/memory?offset=${offset + memories.length}#memories`}>Older memories</a>
      </p>
    ) : null}
  </section>
);

/** Asks before a memory is removed: nothing brings it back. */
export const DeleteMemory = ({ memory_id: id, content }: Pick<Memory, 'memory_id' | 'content'>) => (
  <section class="question">
    <h1>Delete this memory for good?</h1>
    <p>
      <bdi>{visible(content.slice(0, 2000))}</bdi>
    </p>
    <p>
      No search finds it any more, and imports do not bring it back. This cannot be undone; only a backup from
      before would still have it.
    </p>
    <form class="deeds" method="post" action={`/memory/memories/${id}/delete`}>
      <button type="submit" class="primary">
        Delete it
      </button>
      <a href={`/memory#m-${id}`}>Keep it</a>
    </form>
  </section>
);

export const Experiences = ({
  query,
  found,
}: {
  query: string;
  found: readonly Experience[] | undefined;
}) => (
  <section aria-labelledby="experience">
    <h2 id="experience">Experience</h2>
    <form class="filters" method="get" action="/memory#experience">
      <label>
        Situation <input type="search" name="experience" value={query} maxlength={2000} />
      </label>
      <button type="submit">Find</button>
    </form>
    {found?.length === 0 ? <p class="empty">No experience matches.</p> : null}
    <ol class="hits">
      {(found ?? []).map((one) => (
        <li data-item>
          <a class="title" href={`/memory/experiences/${one.id}`}>
            <bdi>{plainLine(one.situation, 240)}</bdi>
          </a>
          <p class="about">
            <span>{one.type}</span>
            <span>{one.domain}</span>
            <Time at={one.created_at} form="day" />
          </p>
        </li>
      ))}
    </ol>
  </section>
);
