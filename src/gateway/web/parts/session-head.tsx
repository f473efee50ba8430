import { visible } from '../text/visible.ts';
import type { Digest } from '../tools/overview.ts';
import type { Visit } from '../visit/visit.ts';
import { type Conversation, metaText, tokensText } from './session-rows.tsx';
import type { Subagent } from './turn.tsx';
import { agentName, duration, Project, plural, Time } from './words.tsx';

type Session = Omit<Conversation, 'id' | 'message_count'> & {
  conversation_id: string;
  total_messages: number;
};

type Props = {
  visit: Visit;
  session: Session;
  digest: Digest | undefined;
  title: string;
  subagents: readonly Subagent[];
};

/** The command that continues the session in its agent, where the agent has one. */
const resumeLine = (session: Session): string | undefined => {
  const source = metaText(session, 'source');
  const id = session.session_id;
  if (id === null || !/^[\w-]{1,100}$/.test(id) || metaText(session, 'agent_id') !== undefined)
    return undefined;
  if (source === 'claude-code') return `claude --resume ${id}`;
  return source === 'codex' ? `codex resume ${id}` : undefined;
};

/** The title of a session, what is known about it, and what can be done with it. */
export const SessionHead = ({ visit, session, digest, title, subagents }: Props) => {
  const id = session.conversation_id;
  const from = digest?.firstAt ?? session.created_at;
  const to = digest?.lastAt ?? session.updated_at;
  const resume = resumeLine(session);
  const models = visible((digest?.models ?? [digest?.model ?? '']).join(', ')).slice(0, 120);
  return (
    <header class="session-head">
      <h1>
        <bdi>{title}</bdi>
      </h1>
      <dl class="facts">
        <dt>Agent</dt>
        <dd>
          {agentName(metaText(session, 'source'))}
          {models === '' ? null : <span class="quiet"> {models}</span>}
        </dd>
        <dt>Project</dt>
        <dd>
          <Project name={session.project} />
          {digest?.branch === undefined ? null : (
            <span class="quiet"> on {visible(digest.branch).slice(0, 60)}</span>
          )}
        </dd>
        <dt>Begun</dt>
        <dd>
          <Time at={from} />
          {to > from ? <span class="quiet"> for {duration(Date.parse(to) - Date.parse(from))}</span> : null}
        </dd>
        <dt>Length</dt>
        <dd>
          {plural(session.total_messages, 'turn')}
          {digest === undefined ? null : (
            <span class="quiet">
              {plural(digest.toolCalls, 'tool call')}, {tokensText(digest)}
            </span>
          )}
        </dd>
        {resume === undefined ? null : (
          <>
            <dt>Resume</dt>
            <dd>
              <code>{resume}</code>
            </dd>
          </>
        )}
        {subagents.length === 0 ? null : (
          <>
            <dt>Subagents</dt>
            <dd>
              {subagents.map((one) => (
                <a href={`/sessions/${one.id}`}>{one.title}</a>
              ))}
            </dd>
          </>
        )}
      </dl>
      <div class="deeds">
        <form class="find" action="/search" method="get">
          <input type="hidden" name="conversation" value={id} />
          <label>
            Find in this session <input type="search" name="q" maxlength={2000} required />
          </label>
          <button type="submit">Find</button>
        </form>
        <a href={`/sessions/${id}/export.md`}>Markdown</a>
        <a href={`/sessions/${id}/export.json`}>JSON</a>
        {metaText(session, 'source') === undefined ? null : <a href={`/sessions/${id}/raw`}>Raw lines</a>}
        {visit.may('dewey_delete_conversation') ? <a href={`/sessions/${id}/delete`}>Delete</a> : null}
      </div>
    </header>
  );
};
