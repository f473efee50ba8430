import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { Highlighter } from '../text/highlight.ts';
import { oneLine, visible } from '../text/visible.ts';
import { CallInput, gist, inputOf, Pre } from './tool-call.tsx';
import { number, Time } from './words.tsx';

/** A message as `dewey_get_conversation` returns it. */
export type Message = {
  id: string;
  turn: number;
  role: 'user' | 'assistant' | 'system' | 'tool';
  content: string;
  metadata: Record<string, unknown> | null;
  created_at: string;
  content_truncated?: boolean;
};

/** A conversation that an agent started for another, as its parent shows it. */
export type Subagent = { id: string; launchedBy: string | undefined; title: string; messages: number };

export type TurnContext = {
  conversationId: string;
  markdown: (text: string) => string;
  highlight: Highlighter;
  /** Changes are not compared. */
  plain: boolean;
  subagents: ReadonlyMap<string, Subagent>;
  /** The turn that a link named. */
  marked: number | undefined;
};

export const field = (message: Message, name: string): string | undefined => {
  const value = message.metadata?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** A message, with the result of its call if it is one. */
export type Entry = { message: Message; result?: Message | undefined };

/** Puts the calls of a page and their results together; a result whose call is on another page stands alone. */
export function paired(messages: readonly Message[]): Entry[] {
  const entries: Entry[] = [];
  const calls = new Map<string, Entry>();
  for (const message of messages) {
    const callId = field(message, 'tool_use_id');
    const call = message.role === 'tool' && callId !== undefined ? calls.get(callId) : undefined;
    if (call && call.result === undefined) {
      call.result = message;
      continue;
    }
    const entry: Entry = { message };
    entries.push(entry);
    if (field(message, 'kind') === 'tool_use' && callId !== undefined) calls.set(callId, entry);
  }
  return entries;
}

const who: Readonly<Record<Message['role'], string>> = {
  user: 'User',
  assistant: 'Agent',
  system: 'System',
  tool: 'Tool',
};

const kinds: Readonly<Record<string, string>> = {
  compact_summary: 'The context was compacted here; the agent went on from this summary',
  interruption: 'Interrupted by the user',
  task_notification: 'Notice of a background task',
  command: 'Command',
};

const Anchor = ({ turn, at, conversationId }: { turn: number; at: string; conversationId: string }) => (
  <a class="turn-number" href={`/sessions/${conversationId}?turn=${turn}#t${turn}`} title="Link to this turn">
    <span class="hidden">Turn </span>
    {number(turn)}
    <Time at={at} form="clock" />
  </a>
);

/** Beyond this, a text is cut; the page of its turn has the rest. */
const mostShown = 20_000;

const Said = ({ message, context }: { message: Message; context: TurnContext }) => {
  const { content, turn } = message;
  const whole = content.length <= mostShown && message.content_truncated !== true;
  return (
    <>
      <div class="prose" dir="auto">
        {raw(context.markdown(content.slice(0, mostShown)))}
      </div>
      {whole ? null : (
        <p class="quiet">
          <a href={`/sessions/${context.conversationId}/turns/${turn}`}>
            Read the whole text of turn {number(turn)}
          </a>
        </p>
      )}
    </>
  );
};

const Thinking = ({ message, context }: { message: Message; context: TurnContext }) => {
  const thinking = field(message, 'thinking');
  if (thinking === undefined) return null;
  return (
    <details class="thinking">
      <summary>Thinking</summary>
      <div class="prose" dir="auto">
        {raw(context.markdown(thinking.slice(0, mostShown)))}
      </div>
    </details>
  );
};

const Launched = ({ subagent }: { subagent: Subagent }) => (
  <details
    class="subagent"
    hx-get={`/sessions/${subagent.id}/inline`}
    hx-trigger="toggle once"
    hx-target="find .inline"
  >
    <summary>
      Subagent: {oneLine(subagent.title, 120)} <span class="quiet">{number(subagent.messages)} turns</span>
    </summary>
    <div class="inline">
      <a href={`/sessions/${subagent.id}`}>Open its session</a>
    </div>
  </details>
);

const Call = ({ entry: { message, result }, context }: { entry: Entry; context: TurnContext }) => {
  const name = field(message, 'tool') ?? 'tool';
  const input = inputOf(message.content, name);
  const failed = result?.metadata?.is_error === true || Number(result?.metadata?.exit_code ?? 0) > 0;
  const subagent = context.subagents.get(field(message, 'tool_use_id') ?? '');
  const rest = (turn: number): Child => (
    <a href={`/sessions/${context.conversationId}/turns/${turn}`}>Read the whole text</a>
  );
  return (
    <>
      <Thinking message={message} context={context} />
      <details
        class={failed ? 'call failed' : 'call'}
        open={context.marked !== undefined && [message.turn, result?.turn].includes(context.marked)}
      >
        <summary>
          <b>{oneLine(name, 60)}</b> <span class="gist">{gist(input)}</span>
          {failed ? <span class="flag">failed</span> : null}
          {result === undefined ? <span class="flag">no result</span> : null}
        </summary>
        <CallInput input={input} highlight={context.highlight} plain={context.plain} />
        {result === undefined ? null : (
          <div class="result" id={`t${result.turn}`}>
            <Pre text={result.content} more={rest(result.turn)} />
          </div>
        )}
      </details>
      {subagent === undefined ? null : <Launched subagent={subagent} />}
    </>
  );
};

const Body = ({ entry, context }: { entry: Entry; context: TurnContext }) => {
  const { message } = entry;
  const kind = field(message, 'kind') ?? '';
  if (kind === 'tool_use') return <Call entry={entry} context={context} />;
  if (message.role === 'tool')
    return (
      <details class="call" open={message.turn === context.marked}>
        <summary>
          Result <span class="gist">{oneLine(message.content, 110)}</span>
        </summary>
        <Pre text={message.content} />
      </details>
    );
  const note = kinds[kind];
  return (
    <>
      <Thinking message={message} context={context} />
      {note === undefined ? null : <p class="mark-line">{note}</p>}
      {kind === 'command' || kind === 'task_notification' ? (
        <details class="call">
          <summary>
            <span class="gist">{oneLine(message.content, 110)}</span>
          </summary>
          <Pre text={message.content} />
        </details>
      ) : message.content === '' ? null : (
        <Said message={message} context={context} />
      )}
      {message.metadata?.interrupted === true ? <p class="mark-line">Interrupted</p> : null}
    </>
  );
};

/** One turn of a session, with its number, its author and its text. */
export const Turn = ({ entry, context }: { entry: Entry; context: TurnContext }) => {
  const { message } = entry;
  const isCall = field(message, 'kind') === 'tool_use' || message.role === 'tool';
  const classes = [
    'turn',
    `by-${message.role}`,
    ...(isCall ? ['is-call'] : []),
    ...(message.turn === context.marked ? ['marked'] : []),
  ];
  return (
    <li id={`t${message.turn}`} class={classes.join(' ')} data-item>
      <Anchor turn={message.turn} at={message.created_at} conversationId={context.conversationId} />
      <div class="body">
        {isCall ? null : (
          <p class="who">
            {who[message.role]}
            {message.role === 'assistant' && field(message, 'model') ? (
              <span class="quiet"> {visible(field(message, 'model') ?? '').slice(0, 60)}</span>
            ) : null}
          </p>
        )}
        <Body entry={entry} context={context} />
      </div>
    </li>
  );
};
