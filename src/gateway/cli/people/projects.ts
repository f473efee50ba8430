import type { ExitCode } from '../run/program.ts';
import { oneLine } from '../terminal/harmless.ts';
import { table } from '../terminal/table.ts';
import { ago } from '../terminal/when.ts';
import { grouped, homely, hues } from './conversation.ts';
import { moment } from './options.ts';
import { answer, type Json } from './run.ts';

type Listed = {
  projects: {
    project: string | null;
    agents: string[];
    conversations: number;
    messages: number;
    updated_at: string;
  }[];
};

export type ProjectsOptions = Json & { project?: string; since?: string; until?: string };

/** Lists the projects, last changed first. */
export function projects(env: NodeJS.ProcessEnv, options: ProjectsOptions): Promise<ExitCode> {
  return answer(
    env,
    'dewey projects',
    options,
    ({ client, now }) =>
      client.post<Listed>('/browse/browse_projects', {
        project: options.project,
        since: moment(now, options.since, '--since'),
        until: moment(now, options.until, '--until'),
      }),
    (found, { screen, now }) => {
      if (found.projects.length === 0)
        return 'No projects yet. "dewey import" imports the history of your agents.';
      const hue = hues(screen);
      return table(
        screen,
        [
          { head: 'PROJECT', paint: hue.project, flexible: true },
          { head: 'LAST' },
          { head: 'CONVERSATIONS', align: 'right' },
          { head: 'MESSAGES', align: 'right' },
          { head: 'AGENTS', paint: hue.agent, flexible: true },
        ],
        found.projects.map((one) => [
          one.project === null ? '(none)' : homely(oneLine(one.project)),
          ago(one.updated_at, now),
          grouped(one.conversations),
          grouped(one.messages),
          one.agents.map(oneLine).join(', '),
        ]),
      );
    },
  );
}
