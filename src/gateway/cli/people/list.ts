import type { ExitCode } from '../run/program.ts';
import { table } from '../terminal/table.ts';
import { ago } from '../terminal/when.ts';
import { type Conversation, hues, plural, projectName, shortId, titleText } from './conversation.ts';
import { count, moment } from './options.ts';
import { answer, type Desk, type Json } from './run.ts';

export type ListOptions = Json & {
  project?: string;
  agent?: string;
  title?: string;
  since?: string;
  until?: string;
  limit: string;
  offset?: string;
};

export type Listed = { conversations: Conversation[]; total: number };

export const browse = ({ client, now }: Desk, options: ListOptions): Promise<Listed> =>
  client.post<Listed>('/browse/browse_conversations', {
    project: options.project,
    title: options.title,
    agent: options.agent,
    since: moment(now, options.since, '--since'),
    until: moment(now, options.until, '--until'),
    limit: count(options.limit, '--limit'),
    offset: count(options.offset ?? '0', '--offset', { least: 0, most: 1_000_000 }),
  });

/** Lists conversations, last changed first. */
export function list(env: NodeJS.ProcessEnv, options: ListOptions): Promise<ExitCode> {
  return answer(env, 'dewey list', options, (desk) => browse(desk, options), listText);
}

/** Below, columns are left out for those that matter more. */
export const roomyColumns = 100;

function listText({ conversations, total }: Listed, { screen, now }: Desk): string {
  if (conversations.length === 0) return nothing(total);
  const hue = hues(screen);
  // The title says more than the agent does.
  const roomy = screen.width >= roomyColumns;
  const rows = conversations.map((one) => [
    shortId(one.id),
    ago(one.updated_at, now),
    projectName(one.project),
    roomy ? (one.agent ?? '') : '',
    String(one.messages),
    titleText(one),
  ]);
  const text = table(
    screen,
    [
      { head: 'ID', paint: hue.id },
      { head: 'LAST' },
      { head: 'PROJECT', paint: hue.project, flexible: true },
      { head: 'AGENT', paint: hue.agent },
      { head: 'TURNS', align: 'right', paint: hue.faint },
      { head: 'TITLE', flexible: true },
    ],
    rows,
  );
  if (total <= conversations.length || !screen.terminal) return text;
  return `${text}\n${hue.faint(`${conversations.length} of ${plural(total, 'conversation')}; --limit shows more`)}`;
}

export const nothing = (total: number): string =>
  total > 0
    ? `No more conversations: there are ${total}.`
    : 'No conversations match. "dewey import" imports the history of your agents.';
