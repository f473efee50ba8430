import { Hono } from 'hono';
import { raw } from 'hono/html';
import { turnsHtml } from '../parts/in-thread.ts';
import { page } from '../parts/layout.tsx';
import { SessionHead } from '../parts/session-head.tsx';
import { type Conversation, metaText, shownTitle } from '../parts/session-rows.tsx';
import type { Message, Subagent } from '../parts/turn.tsx';
import { number } from '../parts/words.tsx';
import { visible } from '../text/visible.ts';
import { type Digest, digestsTool } from '../tools/overview.ts';
import type { PageEnv } from '../visit/page-env.ts';
import type { Visit } from '../visit/visit.ts';
import { wholeNumber } from '../visit/whole-number.ts';

export type Session = Omit<Conversation, 'id' | 'message_count'> & {
  conversation_id: string;
  total_messages: number;
  messages: Message[];
  next_after_turn?: number;
};

const pageTurns = 60;
const pageCharacters = 400_000;
/** Characters of one turn on its own page. */
const turnCharacters = 200_000;

async function turnsOf(visit: Visit, id: string, after: number) {
  return visit.call<Session>('dewey_get_conversation', {
    conversation_id: id,
    after_turn: after,
    limit: pageTurns,
    max_chars: pageCharacters,
  });
}

/** The conversations that this one started, by the call that launched them. */
async function subagentsOf(visit: Visit, session: Session): Promise<Subagent[]> {
  if (session.session_id === null || metaText(session, 'agent_id') !== undefined) return [];
  const { conversations } = await visit.call<{ conversations: Conversation[] }>('dewey_list_conversations', {
    session_id: session.session_id,
    limit: 100,
  });
  return conversations
    .filter((one) => one.id !== session.conversation_id && metaText(one, 'agent_id') !== undefined)
    .map((one) => ({
      id: one.id,
      launchedBy: metaText(one, 'launched_by'),
      title: shownTitle(one.title ?? metaText(one, 'agent_type'), one.session_id),
      messages: one.message_count,
    }));
}

const More = ({ session, id }: { session: Session; id: string }) => {
  const { next_after_turn: next, total_messages: total } = session;
  if (next === undefined) return null;
  return (
    <li class="more">
      <a
        href={`/sessions/${id}?after=${next}`}
        hx-get={`/sessions/${id}/turns?after=${next}`}
        hx-target="closest .more"
        hx-swap="outerHTML"
        hx-trigger="click, intersect once"
      >
        Turns {number(next + 1)} to {number(total)}
      </a>
    </li>
  );
};

/** The turns of a session, and the link to the next ones. */
async function turnsIn(session: Session, subagents: readonly Subagent[] = [], marked?: number) {
  const { conversation_id: id, messages } = session;
  return (
    <>
      {raw(await turnsHtml({ id, messages, subagents, marked }))}
      <More session={session} id={id} />
    </>
  );
}

/** `/sessions/:id`: one session to read, a part of it at a time. */
export function sessionPages(): Hono<PageEnv> {
  return new Hono<PageEnv>()
    .get('/:id', async (c) => {
      const { visit } = c.env;
      const id = c.req.param('id');
      const marked = wholeNumber(c.req.query('turn'), 0) || undefined;
      const after = marked === undefined ? wholeNumber(c.req.query('after'), 0) : Math.max(0, marked - 6);
      const session = await turnsOf(visit, id, after);
      const [subagents, { digests }] = await Promise.all([
        subagentsOf(visit, session),
        visit.call<{ digests: Digest[] }>(digestsTool, { ids: [id] }),
      ]);
      const title = shownTitle(digests[0]?.title, session.session_id);
      const turns = await turnsIn(session, subagents, marked);
      return c.html(
        page(
          visit,
          {
            title,
            at: '/sessions',
            said: c.req.query('said') === 'restored' ? 'The session is back.' : undefined,
          },
          <article class="session-page">
            <SessionHead
              visit={visit}
              session={session}
              digest={digests[0]}
              title={title}
              subagents={subagents}
            />
            {after > 0 ? (
              <p class="more">
                <a href={`/sessions/${id}${after > pageTurns ? `?after=${after - pageTurns}` : ''}`}>
                  Earlier turns
                </a>
              </p>
            ) : null}
            <ol class="turns">{turns}</ol>
          </article>,
        ),
      );
    })
    .get('/:id/turns', async (c) => {
      const { visit } = c.env;
      const id = c.req.param('id');
      const session = await turnsOf(visit, id, wholeNumber(c.req.query('after'), 0));
      return c.html(await turnsIn(session, await subagentsOf(visit, session)));
    })
    .get('/:id/inline', async (c) => {
      const { visit } = c.env;
      const id = c.req.param('id');
      const turns = await turnsIn(await turnsOf(visit, id, 0));
      return c.html(
        <>
          <p>
            <a href={`/sessions/${id}`}>Open its session</a>
          </p>
          <ol class="turns">{turns}</ol>
        </>,
      );
    })
    .get('/:id/turns/:turn', async (c) => {
      const { visit } = c.env;
      const id = c.req.param('id');
      const turn = wholeNumber(c.req.param('turn'), 1);
      const from = wholeNumber(c.req.query('from'), 0);
      const { messages } = await visit.call<Session>('dewey_get_conversation', {
        conversation_id: id,
        after_turn: Math.max(0, turn - 1),
        limit: 1,
        max_chars: turnCharacters,
        ...(from > 0 ? { char_offset: from } : {}),
      });
      const [message] = messages;
      const next = message?.content_truncated === true ? from + turnCharacters : undefined;
      return c.html(
        page(
          visit,
          { title: `Turn ${turn}`, at: '/sessions' },
          <>
            <h1>Turn {number(turn)}</h1>
            <p>
              <a href={`/sessions/${id}?turn=${turn}#t${turn}`}>Back to the session</a>
            </p>
            <pre dir="auto">{visible(message?.content ?? '')}</pre>
            {next === undefined ? null : (
              <p class="more">
                <a href={`/sessions/${id}/turns/${turn}?from=${next}`}>
                  The next {number(turnCharacters)} characters
                </a>
              </p>
            )}
          </>,
        ),
      );
    });
}
