import type { ExportedMessage, ExportItem } from '../../db/conversations/export.ts';
import type { Redactions } from '../redaction/index.ts';
import { type Chat, type ChatMessage, chatOf } from './chat.ts';

/** Counts of a training export: what was written and what was left out add up to what was read. */
export type TrainingReport = {
  /** Lines. */
  conversations: number;
  messages: number;
  left_out: { conversations: Record<string, number>; messages: Record<string, number> };
  /** Removed secrets by kind, besides those removed when the messages were stored. */
  redacted: Redactions;
};

export const emptyReport = (): TrainingReport => ({
  conversations: 0,
  messages: 0,
  left_out: { conversations: {}, messages: {} },
  redacted: {},
});

/**
 * Conversations as lines of `{"messages": […]}`, and `"tools"` where tools were called.
 *
 * @param minTurns conversations with fewer answered messages of the user are left out.
 * @param report is filled while the lines are read.
 */
export async function* trainingLines(
  items: AsyncIterable<ExportItem>,
  minTurns: number,
  report: TrainingReport,
): AsyncGenerator<string> {
  let read: ExportedMessage[] | undefined;
  for await (const item of items)
    if ('message' in item) read?.push(item.message);
    else {
      if (read) yield* lineOf(read, minTurns, report);
      read = [];
    }
  if (read) yield* lineOf(read, minTurns, report);
}

function* lineOf(
  read: readonly ExportedMessage[],
  minTurns: number,
  report: TrainingReport,
): Generator<string> {
  const { left_out: left, redacted } = report;
  const found: Redactions = {};
  const { messages, turns, leftOut } = chatOf(read, found);
  const why =
    messages.length === 0
      ? 'no answer'
      : turns === 0
        ? 'no question'
        : turns < minTurns
          ? 'too few turns'
          : undefined;
  if (why !== undefined) {
    add(left.conversations, why, 1);
    add(left.messages, `of a conversation with ${why}`, read.length);
    return;
  }
  for (const [reason, count] of leftOut) add(left.messages, reason, count);
  for (const [kind, count] of Object.entries(found)) add(redacted, kind, count);
  report.conversations += 1;
  report.messages += messages.length;
  yield `${JSON.stringify({ messages, ...toolsOf(messages) })}\n`;
}

const add = (counts: Record<string, number>, name: string, count: number): void => {
  counts[name] = (counts[name] ?? 0) + count;
};

/** The tools that are called, each with any parameters: their schemas are not recorded. */
function toolsOf(messages: Chat['messages']): object {
  const names = new Set(messages.flatMap((message) => callsIn(message).map((call) => call.function.name)));
  const parameters = { type: 'object', properties: {} };
  const tools = [...names].map((name) => ({ type: 'function', function: { name, parameters } }));
  return tools.length > 0 ? { tools } : {};
}

const callsIn = (message: ChatMessage) => ('tool_calls' in message ? message.tool_calls : []);

/** The report for a person, one line for what was written and one for each reason. */
export function trainingText(report: TrainingReport, output: string | undefined): string {
  const to = output === undefined ? '' : ` to ${output}`;
  const left = (what: string, counts: Record<string, number>) =>
    Object.entries(counts).map(([why, count]) => `Left out: ${numbered(count, what)} (${why})`);
  const secrets = Object.values(report.redacted).reduce((sum, count) => sum + count, 0);
  return `${[
    `Wrote ${numbered(report.conversations, 'conversation')} with ${numbered(report.messages, 'message')}${to}`,
    ...left('conversation', report.left_out.conversations),
    ...left('message', report.left_out.messages),
    ...(secrets > 0 ? [`Removed: ${numbered(secrets, 'secret')}`] : []),
  ].join('\n')}\n`;
}

const numbered = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
