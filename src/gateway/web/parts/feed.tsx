import { passage } from '../text/plain.ts';
import { oneLine } from '../text/visible.ts';
import type { Latest } from '../tools/overview.ts';
import { Ago, agentName, Project, roleName } from './words.tsx';

/** What was said last, newest first. A browser with scripts asks for it again when something changes. */
export const Feed = ({ messages, now }: { messages: readonly Latest[]; now: Date }) => (
  <section
    class="feed"
    aria-labelledby="latest"
    data-live="feed"
    hx-get="/live/feed"
    hx-trigger="dewey:changed from:body"
    hx-swap="outerHTML"
  >
    <h2 id="latest">Latest</h2>
    {messages.length === 0 ? <p class="empty">Nothing has been stored yet.</p> : null}
    <ol>
      {messages.map((one) => (
        <li data-item>
          <Ago at={one.createdAt} now={now} />
          <div>
            <a class="title" href={`/sessions/${one.conversationId}?turn=${one.turn}#t${one.turn}`}>
              <bdi>{oneLine(passage(one.text, one.role), 180) || '(empty)'}</bdi>
            </a>
            <p class="about">
              <span>{roleName(one.role)}</span>
              <span>{agentName(one.agent)}</span>
              <Project name={one.project} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  </section>
);
