import { Hono } from 'hono';
import { Feed } from '../parts/feed.tsx';
import { Heatmap } from '../parts/heatmap.tsx';
import { page } from '../parts/layout.tsx';
import { Ago, agentName, number } from '../parts/words.tsx';
import {
  type AgentTotal,
  createActivityTool,
  type DayTotal,
  type Latest,
  latestTool,
} from '../tools/overview.ts';
import type { PageEnv, PageParts } from '../visit/page-env.ts';

type Activity = { days: DayTotal[]; agents: AgentTotal[] };

/** `/`: what came in, from whom, and what needs care. */
export function todayPage({ clock }: PageParts): Hono<PageEnv> {
  const activityTool = createActivityTool();
  return new Hono<PageEnv>()
    .get('/', async (c) => {
      const { visit } = c.env;
      const [feed, activity] = await Promise.all([
        visit.ifAllowed<{ messages: Latest[] }>(latestTool, { limit: 30 }),
        visit.ifAllowed<Activity>(activityTool, {}),
      ]);
      const now = clock();
      return c.html(
        page(
          visit,
          { title: 'Today', at: '/' },
          <div class="today">
            <div>
              {activity === undefined ? null : <Heatmap days={activity.days} now={now} />}
              {feed === undefined ? null : <Feed messages={feed.messages} now={now} />}
            </div>
            <div class="beside">
              {activity === undefined ? null : <Agents agents={activity.agents} now={now} />}
            </div>
          </div>,
        ),
      );
    })
    .get('/live/feed', async (c) => {
      const { messages } = await c.env.visit.call<{ messages: Latest[] }>(latestTool, { limit: 30 });
      return c.html(<Feed messages={messages} now={clock()} />);
    });
}

const Agents = ({ agents, now }: { agents: readonly AgentTotal[]; now: Date }) => (
  <section aria-labelledby="agents">
    <h2 id="agents">Agents</h2>
    <table class="listing">
      <thead>
        <tr>
          <th scope="col">Agent</th>
          <th scope="col">Last seen</th>
          <th scope="col" class="figure">
            Sessions
          </th>
          <th scope="col" class="figure">
            Messages
          </th>
        </tr>
      </thead>
      <tbody>
        {agents.map(({ agent, sessions, messages, lastAt }) => (
          <tr>
            <td>{agentName(agent)}</td>
            <td>
              <Ago at={lastAt} now={now} />
            </td>
            <td class="figure">{number(sessions)}</td>
            <td class="figure">{number(messages)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
