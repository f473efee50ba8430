import { Hono } from 'hono';
import { getCausalChain } from '../../../handlers/decisions/graph-tools.ts';
import { settleOutcome } from '../../../handlers/decisions/settle-proposal.ts';
import { page } from '../parts/layout.tsx';
import { OutLink, plural, Time } from '../parts/words.tsx';
import { plain, plainLine } from '../text/plain.ts';
import { oneLine, visible } from '../text/visible.ts';
import { formOf } from '../visit/form.ts';
import type { PageEnv } from '../visit/page-env.ts';

type Decision = {
  decision_id: string;
  statement: string;
  alternatives: string[];
  assumptions: string[];
  confidence: number;
  module: string;
  created_at: string;
  created_by: string;
  status: string;
  outcome: string | null;
  outcome_details?: { final_score?: number; completed_at?: string; lessons_learned?: string[] };
  reasoning?: string;
  project?: string;
  linked_pr?: string;
  notes?: string;
  confidence_history: { confidence: number; at: string }[];
  signals: { signal_type: string; valence: string; description?: string | null; recorded_at: string }[];
  similar_decisions: { decision_id: string; statement: string; success_rate: number | null }[];
  antipatterns_triggered: string[];
  proposed_outcome?: { final_status: string; final_score: number; reason: string };
  warnings_shown: { rule: string; severity: string; message: string; dismissed?: string }[];
  review_at: string;
};

type Cause = { id: string; kind: string; label: string; depth: number; type: string | null };

const List = ({ name, items }: { name: string; items: readonly string[] }) =>
  items.length === 0 ? null : (
    <>
      <dt>{name}</dt>
      <dd>
        <ul class="plain-list">
          {items.map((item) => (
            <li>
              <bdi>{visible(item)}</bdi>
            </li>
          ))}
        </ul>
      </dd>
    </>
  );

const OutcomeForm = ({ id }: { id: string }) => (
  <section aria-labelledby="outcome">
    <h2 id="outcome">Record the outcome</h2>
    <form class="stack" method="post" action={`/decisions/${encodeURIComponent(id)}/outcome`}>
      <label>
        How it turned out
        <select name="status" required>
          <option value="success">success</option>
          <option value="partial">partial</option>
          <option value="failure">failure</option>
        </select>
      </label>
      <label>
        How well, 0 to 1 <input type="number" name="score" min="0" max="1" step="0.05" required />
      </label>
      <label>
        Lessons, one a line <textarea name="lessons" class="short" maxlength={10_000} />
      </label>
      <button type="submit" class="primary">
        Record
      </button>
    </form>
  </section>
);

const ProposalForm = ({ id, found }: { id: string; found: NonNullable<Decision['proposed_outcome']> }) => (
  <section aria-labelledby="proposal">
    <h2 id="proposal">What its signals suggest</h2>
    <p>
      {found.final_status}, score {found.final_score.toFixed(2)}.{' '}
      <bdi class="quiet">{oneLine(found.reason, 240)}</bdi>
    </p>
    <form class="filters" method="post" action={`/decisions/${encodeURIComponent(id)}/settle`}>
      <button type="submit" name="verdict" value="confirm" class="primary">
        Confirm
      </button>
      <button type="submit" name="verdict" value="reject">
        Reject
      </button>
    </form>
  </section>
);

const Chain = ({ causes }: { causes: readonly Cause[] }) => (
  <section aria-labelledby="chain">
    <h2 id="chain">What followed from it</h2>
    <ol class="chain">
      {causes.map((cause) => (
        <li class={`depth-${Math.min(6, cause.depth)}`}>
          <span class="quiet">
            {[cause.type?.toLowerCase().replaceAll('_', ' '), cause.kind.replaceAll('_', ' ')]
              .filter(Boolean)
              .join(' ')}
          </span>{' '}
          <bdi>{plainLine(cause.label, 240)}</bdi>
        </li>
      ))}
    </ol>
  </section>
);

const Facts = ({ decision, decision: { confidence_history: history } }: { decision: Decision }) => (
  <dl class="facts">
    <dt>Made</dt>
    <dd>
      <Time at={decision.created_at} /> <span class="quiet">by {visible(decision.created_by)}</span>
    </dd>
    <dt>Domain</dt>
    <dd>{visible(decision.module)}</dd>
    <dt>Confidence</dt>
    <dd>
      {history.map(({ confidence, at }) => (
        <span>
          {Math.round(confidence * 100)} %{' '}
          {history.length < 2 ? null : <span class="quiet">{at.slice(0, 10)}</span>}
        </span>
      ))}
    </dd>
    <dt>Outcome</dt>
    <dd>
      {decision.outcome ?? (decision.status === 'pending' ? 'none yet' : `none yet, ${decision.status}`)}
      {decision.outcome_details?.final_score === undefined ? null : (
        <span class="quiet">score {decision.outcome_details.final_score.toFixed(2)}</span>
      )}
    </dd>
    <List name="Lessons" items={decision.outcome_details?.lessons_learned ?? []} />
    <List name="Alternatives" items={decision.alternatives} />
    <List name="Assumptions" items={decision.assumptions} />
    <List name="Reasoning" items={decision.reasoning === undefined ? [] : [decision.reasoning]} />
    <List
      name="Warnings shown"
      items={decision.warnings_shown.map(
        ({ message, dismissed }) =>
          `${message}${dismissed === undefined ? '' : ` (dismissed: ${dismissed})`}`,
      )}
    />
    {decision.linked_pr ? (
      <>
        <dt>Pull request</dt>
        <dd>
          <OutLink url={decision.linked_pr} />
        </dd>
      </>
    ) : null}
  </dl>
);

const said = (what: string | undefined): string | undefined =>
  what === 'recorded'
    ? 'The outcome is recorded.'
    : what === 'rejected'
      ? 'The proposal is dropped.'
      : undefined;

/** `/decisions/:id`: one decision, what spoke for it and what came of it. */
export function decisionPage(): Hono<PageEnv> {
  return new Hono<PageEnv>()
    .get('/:id', async (c) => {
      const { visit } = c.env;
      const id = c.req.param('id');
      const [decision, { causes }] = await Promise.all([
        visit.call<Decision>('membria_get_decision', { decision_id: id }),
        visit.call<{ causes: Cause[] }>(getCausalChain, { decision_id: id }),
      ]);
      const note = said(c.req.query('said'));
      return c.html(
        page(
          visit,
          { title: plainLine(decision.statement, 80), at: '/decisions', said: note },
          <article class="session-page">
            <h1>
              <bdi>{plain(decision.statement)}</bdi>
            </h1>
            <Facts decision={decision} />
            {decision.signals.length === 0 ? null : (
              <section aria-labelledby="signals">
                <h2 id="signals">{plural(decision.signals.length, 'signal')}</h2>
                <table class="listing">
                  <tbody>
                    {decision.signals.map((one) => (
                      <tr>
                        <td>{visible(one.signal_type)}</td>
                        <td>{one.valence}</td>
                        <td class="text">{visible(one.description ?? '')}</td>
                        <td>
                          <Time at={one.recorded_at} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
            )}
            {causes.length < 2 ? null : <Chain causes={causes} />}
            {decision.similar_decisions.length === 0 ? null : (
              <section aria-labelledby="similar">
                <h2 id="similar">Similar decisions</h2>
                <ol class="hits">
                  {decision.similar_decisions.map((one) => (
                    <li data-item>
                      <a class="title" href={`/decisions/${encodeURIComponent(one.decision_id)}`}>
                        <bdi>{plainLine(one.statement, 200)}</bdi>
                      </a>
                    </li>
                  ))}
                </ol>
              </section>
            )}
            {decision.proposed_outcome && visit.may('membria_record_outcome') ? (
              <ProposalForm id={id} found={decision.proposed_outcome} />
            ) : null}
            {decision.outcome === null && visit.may('membria_record_outcome') ? (
              <OutcomeForm id={id} />
            ) : null}
          </article>,
        ),
      );
    })
    .post('/:id/settle', async (c) => {
      const id = c.req.param('id');
      const { verdict } = await formOf(c);
      await c.env.visit.call(settleOutcome, { decision_id: id, verdict });
      const done = verdict === 'confirm' ? 'recorded' : 'rejected';
      return c.redirect(`/decisions/${encodeURIComponent(id)}?said=${done}`, 303);
    })
    .post('/:id/outcome', async (c) => {
      const id = c.req.param('id');
      const { status, score, lessons = '' } = await formOf(c);
      await c.env.visit.call('membria_record_outcome', {
        decision_id: id,
        final_status: status,
        final_score: Number(score),
        lessons_learned: lessons
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      });
      return c.redirect(`/decisions/${encodeURIComponent(id)}?said=recorded`, 303);
    });
}
