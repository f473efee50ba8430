import { oneLine } from '../text/visible.ts';
import type { ProjectTotal } from '../tools/overview.ts';
import type { Visit } from '../visit/visit.ts';
import { NothingStored } from './session-rows.tsx';
import { SessionTabs } from './session-tabs.tsx';
import { Ago, link, number, Project, plural } from './words.tsx';

/** Every project with its sessions. */
export const Projects = ({
  visit,
  projects,
  now,
}: {
  visit: Visit;
  projects: readonly ProjectTotal[];
  now: Date;
}) => (
  <>
    <div class="heading">
      <h1>Sessions</h1>
      <p class="quiet">{plural(projects.length, 'project')}</p>
      <SessionTabs visit={visit} at="/sessions?by=project" />
    </div>
    {projects.length === 0 ? <NothingStored /> : <Table projects={projects} now={now} />}
  </>
);

const Table = ({ projects, now }: { projects: readonly ProjectTotal[]; now: Date }) => (
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
);
