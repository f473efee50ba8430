import { Hono } from 'hono';
import { ToolError } from '../../../handlers/tool/errors.ts';
import { type Calibrated, Calibration } from '../parts/calibration.tsx';
import { Course } from '../parts/course.tsx';
import { type Domain, Domains } from '../parts/domains.tsx';
import { page } from '../parts/layout.tsx';
import { Triggers } from '../parts/triggers.tsx';
import { Time } from '../parts/words.tsx';
import { plainLine } from '../text/plain.ts';
import { visible } from '../text/visible.ts';
import { type CoursePoint, courseTool, type Triggered, triggersTool } from '../tools/decisions.ts';
import type { PageEnv } from '../visit/page-env.ts';
import type { Visit } from '../visit/visit.ts';

type Listed = {
  decision_id: string;
  statement: string;
  confidence: number;
  module: string;
  status: string;
  outcome: string | null;
  created_at: string;
};

export const domains = ['database', 'auth', 'api', 'frontend', 'backend', 'infra', 'general'];

/** The calibration of a domain, or why there is none yet. */
async function calibrationOf(visit: Visit, domain: string | undefined): Promise<Calibrated | string> {
  try {
    return await visit.call<Calibrated>('membria_get_calibration', domain === undefined ? {} : { domain });
  } catch (error) {
    if (error instanceof ToolError && error.kind === 'insufficient_data') return error.message;
    throw error;
  }
}

const Rows = ({ decisions }: { decisions: readonly Listed[] }) => (
  <table class="listing even">
    <thead>
      <tr>
        <th scope="col">Decision</th>
        <th scope="col" class="optional domain">
          Domain
        </th>
        <th scope="col" class="figure">
          Confidence
        </th>
        <th scope="col" class="outcome">
          Outcome
        </th>
        <th scope="col" class="optional made">
          Made
        </th>
      </tr>
    </thead>
    <tbody>
      {decisions.map((one) => (
        <tr data-item>
          <td>
            <a class="title" href={`/decisions/${encodeURIComponent(one.decision_id)}`}>
              <bdi>{plainLine(one.statement, 200)}</bdi>
            </a>
          </td>
          <td class="optional">{visible(one.module)}</td>
          <td class="figure">{Math.round(one.confidence * 100)} %</td>
          <td>
            {one.outcome ?? (
              <span class="quiet">{one.status === 'pending' ? 'waiting' : visible(one.status)}</span>
            )}
          </td>
          <td class="optional">
            <Time at={one.created_at} form="day" />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Filters = ({ domain, open }: { domain: string | undefined; open: boolean }) => (
  <form class="filters" method="get" action="/decisions">
    <label>
      Domain
      <select name="domain">
        <option value="">all</option>
        {domains.map((name) => (
          <option value={name} selected={name === domain}>
            {name}
          </option>
        ))}
      </select>
    </label>
    <label>
      Outcome
      <select name="show">
        <option value="">any</option>
        <option value="waiting" selected={open}>
          waiting for one
        </option>
      </select>
    </label>
    <button type="submit">Filter</button>
  </form>
);

/** `/decisions`: what was decided, how sure of it, and how that turned out. */
export function decisionsPage(): Hono<PageEnv> {
  return new Hono<PageEnv>().get('/', async (c) => {
    const { visit } = c.env;
    const asked = c.req.query('domain') ?? '';
    const domain = domains.includes(asked) ? asked : undefined;
    const open = c.req.query('show') === 'waiting';
    const of = domain === undefined ? {} : { domain };
    const [{ decisions }, all, calibration, { points }, { triggers }] = await Promise.all([
      visit.call<{ decisions: Listed[] }>('membria_list_decisions', { module: domain, limit: 100 }),
      visit.call<{ domains: Domain[]; overall_calibration: string }>('membria_get_all_calibrations', {}),
      calibrationOf(visit, domain),
      visit.call<{ points: CoursePoint[] }>(courseTool, of),
      visit.call<{ triggers: Triggered[] }>(triggersTool, of),
    ]);
    const waiting = decisions.filter((one) => one.outcome === null);
    const settled = open ? [] : decisions.filter((one) => one.outcome !== null);
    return c.html(
      page(
        visit,
        { title: 'Decisions', at: '/decisions' },
        <>
          <div class="heading">
            <h1>Decisions</h1>
          </div>
          <Filters domain={domain} open={open} />
          <div class="today">
            <div>
              <section aria-labelledby="waiting">
                <h2 id="waiting">Waiting for an outcome</h2>
                {waiting.length > 0 ? (
                  <Rows decisions={waiting} />
                ) : decisions.length > 0 || domain !== undefined ? (
                  <p class="empty">None.</p>
                ) : (
                  <p class="empty">
                    No decision is recorded yet: agents do that with <code>membria_capture_decision</code>.
                  </p>
                )}
              </section>
              {settled.length === 0 ? null : (
                <section aria-labelledby="settled">
                  <h2 id="settled">With an outcome</h2>
                  <Rows decisions={settled} />
                </section>
              )}
            </div>
            <div class="beside">
              <Calibration found={calibration} of={domain ?? 'all domains'} />
              <Course points={points} of={domain ?? 'all domains'} />
              <Domains domains={all.domains} at={domain} />
              <Triggers triggers={triggers} />
            </div>
          </div>
        </>,
      ),
    );
  });
}
