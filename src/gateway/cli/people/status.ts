import { existsSync } from 'node:fs';
import { version } from '../../../version.ts';
import type { Config } from '../../config/env.ts';
import type { ExitCode } from '../run/program.ts';
import { oneLine } from '../terminal/harmless.ts';
import { widthOf } from '../terminal/screen.ts';
import { ago } from '../terminal/when.ts';
import { homely, hues, plural } from './conversation.ts';
import { answer, type Json } from './run.ts';

type Projects = {
  projects: {
    project: string | null;
    agents: string[];
    conversations: number;
    messages: number;
    updated_at: string;
  }[];
};

export type Status = {
  version: string;
  /** Null where no server runs. */
  server: string | null;
  database: string;
  conversations: number;
  messages: number;
  projects: number;
  agents: string[];
  latest: string | null;
  decisions_due: number | null;
  captures: string[];
};

/** Days after which the outcome of a decision is asked for. */
export const dueDays = 30;

/** Says in a few lines what runs, and what is stored. */
export function status(env: NodeJS.ProcessEnv, options: Json): Promise<ExitCode> {
  return answer(
    env,
    'dewey status',
    options,
    async ({ client, config }): Promise<Status> => {
      const { projects } = await client.post<Projects>('/browse/browse_projects', {});
      // A key may reach conversations only.
      const due = await client
        .post<{ total: number }>('/browse/browse_decisions', { due_days: dueDays, limit: 1 })
        .then(
          ({ total }) => total,
          () => null,
        );
      const sum = (field: 'conversations' | 'messages') => projects.reduce((all, one) => all + one[field], 0);
      return {
        version,
        server: client.server ?? null,
        database: databaseText(config),
        conversations: sum('conversations'),
        messages: sum('messages'),
        projects: projects.filter(({ project }) => project !== null).length,
        agents: [...new Set(projects.flatMap(({ agents }) => agents))].toSorted(),
        latest: projects.reduce<string | null>(
          (last, one) => (last === null || one.updated_at > last ? one.updated_at : last),
          null,
        ),
        decisions_due: due,
        captures: config.watch
          ? config.transcripts.map(({ folder }) => folder).filter((folder) => existsSync(folder))
          : [],
      };
    },
    (found, { config, screen, now }) => {
      const hue = hues(screen);
      const lines: [string, string][] = [
        [
          'server',
          found.server === null
            ? `${hue.warn('not running')}; "dewey serve" starts it`
            : `${hue.good('running')} at ${found.server}`,
        ],
        ['database', found.database],
        [
          'stored',
          `${plural(found.messages, 'message')} in ${plural(found.conversations, 'conversation')} of ${plural(found.projects, 'project')}`,
        ],
        ...(found.agents.length > 0
          ? [
              ['agents', found.agents.map((agent) => hue.agent(oneLine(agent))).join(', ')] satisfies [
                string,
                string,
              ],
            ]
          : []),
        [
          'latest',
          found.latest === null
            ? 'nothing yet; "dewey import" imports the history of your agents'
            : ago(found.latest, now),
        ],
        ['capture', captureText(found, config)],
        ...(found.decisions_due
          ? [
              [
                'decisions',
                `${hue.warn(String(found.decisions_due))} wait for an outcome; see "dewey decisions due"`,
              ] satisfies [string, string],
            ]
          : []),
      ];
      const width = Math.max(...lines.map(([name]) => widthOf(name)));
      return [
        hue.strong(`Dewey ${found.version}`),
        ...lines.map(([name, text]) => `  ${hue.faint(name.padEnd(width))}  ${text}`),
      ].join('\n');
    },
  );
}

const databaseText = ({ url, databaseUrl, dataDir }: Config): string =>
  url !== undefined
    ? `behind ${url}`
    : databaseUrl === undefined
      ? `embedded PostgreSQL in ${homely(dataDir)}`
      : `PostgreSQL at ${new URL(databaseUrl).host}${new URL(databaseUrl).pathname}`;

function captureText({ server, captures }: Status, { watch, url }: Config): string {
  if (url !== undefined) return 'by that server';
  if (!watch) return 'off: DEWEY_WATCH=off, so transcripts are not followed';
  if (captures.length === 0) return 'no transcripts of agents on this machine';
  const where = captures.map(homely).join(', ');
  return server === null ? `${where}, once the server runs` : `follows ${where}`;
}
