import type { Client } from '../gateway/client.ts';
import type { ExitCode } from '../run/program.ts';
import { UsageError } from '../run/usage.ts';
import { harmless, oneLine } from '../terminal/harmless.ts';
import { type Screen, wrap } from '../terminal/screen.ts';
import { clockOf, dayOf } from '../terminal/when.ts';
import { homely, hues, plural, shortId, titleText } from './conversation.ts';
import { conversationOf, type Found, NoSuchId } from './ids.ts';
import { answer, type Desk, type Json } from './run.ts';

export type ShowOptions = Json & { turns?: string; full?: boolean; tools: boolean };

type Message = {
  id: string;
  turn: number;
  role: string;
  content: string;
  created_at: string;
  metadata: { kind?: unknown; tool?: unknown; is_error?: unknown; interrupted?: unknown } | null;
  content_truncated?: boolean;
};
type Page = { messages: Message[]; next_after_turn?: number };
type Shown = Found & { total_messages: number; turns: Message[] };

/** Turns shown before and after the one that was asked for. */
const around = 3;

/** Shows a conversation, or the turns around one. */
export function show(env: NodeJS.ProcessEnv, id: string, options: ShowOptions): Promise<ExitCode> {
  return answer(
    env,
    'dewey show',
    options,
    async ({ client }) => {
      const found = await conversationOf(client, id);
      const range = rangeOf(options.turns, found.turn);
      const turns = await read(client, found.id, range);
      if (turns.length === 0 && found.messages > 0) throw noneOf(found, options.turns ?? `${found.turn}`);
      return { ...found, total_messages: found.messages, turns };
    },
    (found, desk) => conversationText(found, desk, options),
  );
}

type Range = { from: number; to: number };

function rangeOf(text: string | undefined, turn: number | null): Range {
  if (text === undefined)
    return turn === null
      ? { from: 1, to: Number.POSITIVE_INFINITY }
      : { from: Math.max(1, turn - around), to: turn + around };
  const [, from = '', dash, to = ''] = /^(\d{1,9})(-)?(\d{1,9})?$/.exec(text) ?? [];
  if (from === '') throw new UsageError('--turns must be a turn or a range, such as 12, 12-20 or 12-.');
  const last = to === '' ? (dash ? Number.POSITIVE_INFINITY : Number(from)) : Number(to);
  return { from: Math.max(1, Number(from)), to: last };
}

/** @param turns as they were asked for. */
function noneOf({ id, messages }: Found, turns: string): NoSuchId {
  const all = `"dewey show ${shortId(id)}" shows its ${plural(messages, 'turn')}`;
  return new NoSuchId(`There is no turn ${turns} in this conversation; ${all}.`);
}

const pageCharacters = 2_000_000;

async function read(client: Client, id: string, { from, to }: Range): Promise<Message[]> {
  const out: Message[] = [];
  for (let after: number | undefined = from - 1; after !== undefined && after < to; ) {
    const page: Page = await client.post<Page>('/tools/dewey_get_conversation', {
      conversation_id: id,
      after_turn: after,
      limit: Math.min(1000, to - after),
      max_chars: pageCharacters,
    });
    out.push(...page.messages);
    after = page.next_after_turn;
  }
  return out.filter(({ turn }) => turn <= to);
}

function conversationText(found: Shown, { screen, now }: Desk, options: ShowOptions): string {
  const hue = hues(screen);
  const facts = [
    hue.id(shortId(found.id)),
    ...(found.agent ? [hue.agent(oneLine(found.agent))] : []),
    ...(found.project ? [hue.project(homely(oneLine(found.project)))] : []),
    plural(found.messages, 'turn'),
    `${dayOf(found.updated_at, now)} ${clockOf(found.updated_at)}`,
  ];
  const parts = found.turns.flatMap((message) => {
    const text = messageText(message, screen, options, message.turn === found.turn);
    return text === undefined ? [] : [text];
  });
  return [[hue.strong(titleText(found)), facts.join(hue.faint(' · '))].join('\n'), ...parts].join('\n\n');
}

/** Lines of a tool's call or result that are shown without `--full`. */
const toolLines = 6;

function messageText(
  message: Message,
  screen: Screen,
  options: ShowOptions,
  wanted: boolean,
): string | undefined {
  const hue = hues(screen);
  const isTool = message.role === 'tool' || message.metadata?.kind === 'tool_use';
  if (isTool && !options.tools) return undefined;
  const failed = message.metadata?.is_error === true;
  const who = !isTool ? message.role : message.role === 'tool' ? 'tool' : 'calls';
  const isCut = message.metadata?.interrupted === true;
  const name = [who, failed ? 'failed' : '', isCut ? 'interrupted' : ''].filter(Boolean).join(', ');
  const colour = isTool
    ? failed
      ? hue.bad
      : hue.faint
    : message.role === 'user'
      ? (text: string) => hue.strong(hue.project(text))
      : message.role === 'assistant'
        ? (text: string) => hue.strong(hue.good(text))
        : hue.faint;
  const mark = wanted ? hue.warn('▶ ') : '';
  const head = `${mark}${hue.faint(`${message.turn}`)}  ${colour(name)}  ${hue.faint(clockOf(message.created_at))}`;
  const lines = wrap(harmless(message.content).trimEnd(), screen.width - 4);
  const most = isTool && !options.full && screen.terminal ? toolLines : lines.length;
  const body = lines.slice(0, most).map((line) => (isTool ? `    ${hue.faint(line)}` : `    ${line}`));
  if (lines.length > most)
    body.push(`    ${hue.faint(`… ${plural(lines.length - most, 'more line')}; --full shows them`)}`);
  return [head, ...body.map((line) => line.trimEnd())].join('\n');
}
