import type { ExitCode } from '../run/program.ts';
import { oneLine } from '../terminal/harmless.ts';
import { cutTo, type Screen, widthOf, wrap } from '../terminal/screen.ts';
import { ago } from '../terminal/when.ts';
import { type Conversation, hues, plural, projectName, shortId, titleText } from './conversation.ts';
import type { Listed } from './list.ts';
import { count, moment } from './options.ts';
import { answer, type Desk, type Json } from './run.ts';

export type SearchOptions = Json & {
  project?: string;
  role?: string;
  session?: string;
  since?: string;
  until?: string;
  mode?: string;
  limit: string;
};

type Hit = {
  conversation_id: string;
  message_id: string;
  turn: number;
  role: string;
  snippet: string;
  neighbour?: boolean;
  created_at: string;
};
type Found = {
  results: Hit[];
  total: number;
  total_is_exact: boolean;
  did_you_mean?: string;
  corrected?: boolean;
  pending?: number;
  message?: string;
};
type Results = Omit<Found, 'results'> & {
  results: (Hit & Partial<Pick<Conversation, 'title' | 'project' | 'agent' | 'parent_id'>>)[];
};

/** Searches all messages. */
export function search(
  env: NodeJS.ProcessEnv,
  words: readonly string[],
  options: SearchOptions,
): Promise<ExitCode> {
  return answer(env, 'dewey search', options, (desk) => find(desk, words.join(' '), options), resultsText);
}

async function find({ client, now }: Desk, query: string, options: SearchOptions): Promise<Results> {
  const found = await client.post<Found>('/tools/dewey_search', {
    query,
    project: options.project,
    role: options.role,
    session_id: options.session,
    start_date: moment(now, options.since, '--since'),
    end_date: moment(now, options.until, '--until'),
    mode: options.mode,
    detail: 'full',
    limit: count(options.limit, '--limit', { most: 100 }),
  });
  const ids = [...new Set(found.results.map((hit) => hit.conversation_id))];
  if (ids.length === 0) return found;
  const { conversations } = await client.post<Listed>('/browse/browse_conversations', {
    ids,
    limit: ids.length,
  });
  const byId = new Map(
    conversations.map(({ id, title, project, agent, parent_id }) => [
      id,
      { title, project, agent, parent_id },
    ]),
  );
  return { ...found, results: found.results.map((hit) => ({ ...hit, ...byId.get(hit.conversation_id) })) };
}

/** What a tool says with its advice in words of the command line. */
const inCommands = (message: string): string =>
  message.replace('dewey_list_conversations lists', '"dewey projects" lists');

const snippetLines = 3;

function resultsText(
  { results, total, total_is_exact: exact, did_you_mean: nearest, corrected, pending, message }: Results,
  { screen, now }: Desk,
) {
  const hue = hues(screen);
  if (results.length === 0)
    return nearest
      ? `Nothing found. Did you mean "${oneLine(nearest)}"?`
      : `Nothing found. ${message ? inCommands(message) : 'Fewer or other words may help; "dewey list" shows what there is.'}`;
  const notes = [
    ...(nearest
      ? [corrected ? `found by "${oneLine(nearest)}"` : `did you mean "${oneLine(nearest)}"?`]
      : []),
    ...(total > results.length || !exact
      ? [`${results.length} of ${exact ? '' : 'at least '}${plural(total, 'message')}; --limit shows more`]
      : []),
    ...(pending ? [`${plural(pending, 'new message')} not yet searchable`] : []),
    ...(message ? [inCommands(message)] : []),
  ];
  return [
    ...results.map((hit) => hitText(hit, screen, now)),
    ...(screen.terminal ? [hue.faint([...notes, 'dewey show <id> opens one'].join(' · '))] : []),
  ].join('\n\n');
}

function hitText(hit: Results['results'][number], screen: Screen, now: Date): string {
  const hue = hues(screen);
  const name = hit.project ? projectName(hit.project) : '';
  const about = [
    shortId(hit.conversation_id),
    `:${hit.turn}`,
    hit.role,
    name,
    ago(hit.created_at, now),
    hit.neighbour ? 'beside a match' : '',
  ].join('  ');
  const { title = null, parent_id = null } = hit;
  const room = screen.width - widthOf(about) - 2;
  const head = [
    `${hue.id(shortId(hit.conversation_id))}${hue.faint(`:${hit.turn}`)}`,
    hit.role,
    ...(name === '' ? [] : [hue.project(name)]),
    ago(hit.created_at, now),
    ...(hit.neighbour ? [hue.faint('beside a match')] : []),
    ...(title === null || room < 12 ? [] : [hue.faint(cutTo(titleText({ title, parent_id }), room))]),
  ].join('  ');
  const lines = wrap(oneLine(hit.snippet), screen.width - 4);
  const shown = lines.slice(0, snippetLines);
  if (lines.length > snippetLines) shown.push(cutTo(`${shown.pop() ?? ''} …`, screen.width - 4));
  return [
    head,
    ...marked(shown.join('\n'), screen)
      .split('\n')
      .map((line) => `    ${line}`),
  ].join('\n');
}

/** Shows the words between `**` in colour. A mark may have been cut from its partner. */
const marked = (text: string, screen: Screen): string =>
  screen.paint.isColorSupported
    ? text.replaceAll(/\*\*(.+?)\*\*/gs, (_, word: string) => hues(screen).match(word)).replaceAll('**', '')
    : text;
