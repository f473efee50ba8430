import { Hono } from 'hono';
import { Feed } from '../parts/feed.tsx';
import { Heatmap } from '../parts/heatmap.tsx';
import { LagPlot } from '../parts/lag.tsx';
import { page } from '../parts/layout.tsx';
import { FirstSteps, Machine, Warnings } from '../parts/machine.tsx';
import { Ago, agentName, number } from '../parts/words.tsx';
import type { Finding } from '../tools/care.ts';
import {
  type AgentTotal,
  createActivityTool,
  type DayTotal,
  type Latest,
  latestTool,
} from '../tools/overview.ts';
import type { Transcripts } from '../tools/transcripts.ts';
import { formOf } from '../visit/form.ts';
import type { PageEnv, PageParts } from '../visit/page-env.ts';
import { administers } from '../visit/visit.ts';

type Activity = { days: DayTotal[]; agents: AgentTotal[] };

/** How long the checks of the server may hold up this page: the page Care waits for them. */
const checksMs = 300;

/** How long counting all messages may: over millions of them, a page that has the rest asks again. */
const countsMs = 250;

const within = <Value,>(ms: number, value: Promise<Value>): Promise<Value | undefined> =>
  Promise.race([value, new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined).unref())]);

/** `/`: what came in, from whom, and what needs care. */
export function todayPage({ clock, doctor, transcripts }: PageParts): Hono<PageEnv> {
  const activityTool = createActivityTool();
  return new Hono<PageEnv>()
    .get('/', async (c) => {
      const { visit } = c.env;
      const admin = administers(visit.identity);
      const [feed, activity, examined, machine] = await Promise.all([
        visit.ifAllowed<{ messages: Latest[] }>(latestTool, { limit: 30 }),
        within(countsMs, visit.ifAllowed<Activity>(activityTool, {})),
        admin && doctor ? within(checksMs, visit.call<{ findings: Finding[] }>(doctor, {})) : undefined,
        admin && transcripts ? visit.call<Transcripts>(transcripts.show, {}) : undefined,
      ]);
      const now = clock();
      const empty = activity !== undefined && activity.agents.length === 0;
      const content = (
        <div class="today">
          <h1 class="hidden">Today</h1>
          <div>
            {activity === undefined && visit.may(activityTool) ? <Counting /> : null}
            {empty ? <FirstSteps url={new URL(c.req.url).origin} /> : null}
            {activity === undefined || empty ? null : <Heatmap days={activity.days} now={now} />}
            {feed === undefined ? null : <Feed messages={feed.messages} now={now} />}
          </div>
          <div>
            {activity === undefined || empty ? null : <Agents agents={activity.agents} now={now} />}
            {machine === undefined ? null : (
              <Machine transcripts={machine} now={now} {...(empty ? { part: '.today' } : {})} />
            )}
            {machine === undefined ? null : <LagPlot folders={machine.folders} />}
            {examined === undefined ? null : <Warnings findings={examined.findings} />}
          </div>
        </div>
      );
      return c.html(page(visit, { title: 'Today', at: '/' }, content));
    })
    .get('/live/feed', async (c) => {
      const { messages } = await c.env.visit.call<{ messages: Latest[] }>(latestTool, { limit: 30 });
      return c.html(<Feed messages={messages} now={clock()} />);
    })
    .post('/import', async (c) => {
      const { what } = await formOf(c);
      if (transcripts && administers(c.env.visit.identity))
        await c.env.visit.call(transcripts.start, { what });
      return c.redirect('/', 303);
    });
}

/** Stands for the calendar until the messages are counted. */
const Counting = () => (
  <p
    class="quiet"
    hx-get="/"
    hx-select=".today"
    hx-target=".today"
    hx-swap="outerHTML"
    hx-trigger="load delay:700ms"
  >
    Messages are being counted; the calendar follows.
  </p>
);

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
            <td class="text">{agentName(agent)}</td>
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
