import { oneLine } from '../text/visible.ts';
import type { ProjectTotal } from '../tools/overview.ts';
import { Ago, link, number, Project, plural } from './words.tsx';

/** Every project with its sessions. */
export const Projects = ({
  projects,
  now,
  runs,
}: {
  projects: readonly ProjectTotal[];
  now: Date;
  runs: boolean;
}) => (
  <>
    <div class="heading">
      <h1>Sessions</h1>
      <p class="quiet">{plural(projects.length, 'project')}</p>
      <p class="tabs">
        <a href="/sessions">By day</a>{' '}
        <a href="/sessions?by=project" aria-current="page">
          By project
        </a>{' '}
        {runs ? <a href="/runs">Runs of models</a> : null}
      </p>
    </div>
    <table class="listing">
      <thead>
        <tr>
          <th scope="col">Project</th>
          <th scope="col" class="figure">
            Sessions
          </th>
          <th scope="col" class="figure">
            Messages
          </th>
          <th scope="col">Last message</th>
        </tr>
      </thead>
      <tbody>
        {projects.map(({ project, sessions, messages, lastAt }) => (
          <tr data-item>
            <td>
              {project === null ? (
                <span class="quiet">no project</span>
              ) : (
                <a href={link('/sessions', { project })} title={oneLine(project, 400)}>
                  <Project name={project} />
                </a>
              )}
            </td>
            <td class="figure">{number(sessions)}</td>
            <td class="figure">{number(messages)}</td>
            <td>
              <Ago at={lastAt} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);
