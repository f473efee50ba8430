import { createHighlighter } from '../text/highlight.ts';
import { asWritten, createMarkdown } from '../text/markdown.ts';
import { type Message, paired, type Subagent, Turn, type TurnContext } from './turn.tsx';

/** The turns of one page, as plain data that can be sent to a thread. */
export type TurnsAsked = {
  /** The conversation. */
  id: string;
  messages: readonly Message[];
  subagents: readonly Subagent[];
  /** The turn that a link named. */
  marked: number | undefined;
};

/** Renders turns as list items of HTML; `plain` shows every text as it is, in a time that its length alone determines. */
export function renderTurns({ id, messages, subagents, marked }: TurnsAsked, plain: boolean): string {
  const highlight = plain ? () => undefined : createHighlighter();
  const context: TurnContext = {
    conversationId: id,
    markdown: plain ? asWritten : createMarkdown(highlight),
    highlight,
    plain,
    subagents: new Map(subagents.map((one) => [one.launchedBy ?? one.id, one])),
    marked,
  };
  const turns = paired(messages).map((entry) => <Turn entry={entry} context={context} />);
  // biome-ignore lint/complexity/noUselessFragments: several elements become one text
  return (<>{turns}</>).toString();
}
