import { Hono } from 'hono';
import type { ListedRun } from '../../../db/fiedler/search.ts';
import { ToolError } from '../../../handlers/tool/errors.ts';
import { page } from '../parts/layout.tsx';
import { SessionTabs } from '../parts/session-tabs.tsx';
import { number, plural, Time } from '../parts/words.tsx';
import { plainLine } from '../text/plain.ts';
import { oneLine, visible } from '../text/visible.ts';
import { runsTool } from '../tools/runs.ts';
import type { PageEnv } from '../visit/page-env.ts';
import type { Visit } from '../visit/visit.ts';

/** An answer of a model, as the tool returns it. */
type Answer = {
  id: string;
  correlation_id: string;
  model: string;
  prompt: string | null;
  output: string | null;
  output_truncated?: boolean;
  tokens_prompt: number | null;
  tokens_completion: number | null;
  duration_seconds: number | null;
  status: 'success' | 'error' | null;
  error_message: string | null;
  conversation_id: string | null;
  created_at: string;
};

type Page = { results: Answer[]; total: number; next_offset?: number };
type Runs = { runs: ListedRun[]; total: number };

const pageSize = 50;
/** Of one run that are set side by side. */
const mostAnswers = 50;
const longestAnswer = 20_000;
const longestWhole = 1_000_000;

/** The answers of a run from an offset on: a reply may hold only some, and is read on. */
async function answersOf(visit: Visit, id: string, offset: number, max_chars: number): Promise<Page> {
  const answers: Answer[] = [];
  for (;;) {
    const page = await visit.call<Page>('dewey_get_fiedler_results', {
      correlation_id: id,
      limit: mostAnswers - answers.length,
      offset: offset + answers.length,
      max_chars,
    });
    answers.push(...page.results);
    if (page.next_offset === undefined || answers.length >= mostAnswers)
      return { results: answers, total: page.total };
  }
}

const offsetIn = (given = ''): number => (/^\d{1,6}$/.test(given) ? Number(given) : 0);

/** `/runs`: the runs of orchestrators; `/runs/:id`: the answers of one, side by side. */
export function runsPage(): Hono<PageEnv> {
  return new Hono<PageEnv>()
    .get('/', async (c) => {
      const { visit } = c.env;
      const offset = offsetIn(c.req.query('offset'));
      const { runs, total } = await visit.call<Runs>(runsTool, { limit: pageSize, offset });
      const next = offset + runs.length;
      return c.html(
        page(
          visit,
          { title: 'Runs', at: '/sessions' },
          <>
            <div class="heading">
              <h1>Runs of models</h1>
              <p class="quiet">{plural(total, 'run')}</p>
              <SessionTabs visit={visit} at="/runs" />
            </div>
            {runs.length === 0 ? (
              <p class="empty">
                No run is stored yet: orchestrators store their answers with{' '}
                <code>dewey_store_fiedler_result</code>.
              </p>
            ) : null}
            <ol class="hits">
              {runs.map(({ correlationId: id, prompt, models, failed, createdAt }) => (
                <li data-item>
                  <a class="title" href={`/runs/${encodeURIComponent(id)}`}>
                    <bdi>{plainLine(prompt ?? id, 120)}</bdi>
                  </a>
                  <p class="about">
                    <span>{oneLine(models.join(', '), 160)}</span>
                    {failed > 0 ? <span>{failed} failed</span> : null}
                    <Time at={createdAt} />
                  </p>
                </li>
              ))}
            </ol>
            {next < total ? (
              <p class="more">
                <a href={`/runs?offset=${next}`}>Older runs</a>
              </p>
            ) : null}
          </>,
        ),
      );
    })
    .get('/:id', async (c) => {
      const { visit } = c.env;
      const id = c.req.param('id');
      const offset = offsetIn(c.req.query('offset'));
      const whole = c.req.query('whole') === '1';
      const found = await answersOf(visit, id, offset, whole ? longestWhole : longestAnswer);
      if (found.total === 0) throw new ToolError('not_found', `There is no run ${oneLine(id, 200)}.`);
      const next = offset + found.results.length;
      const here = `/runs/${encodeURIComponent(id)}`;
      const answers = found.results.toReversed();
      const [first] = answers;
      const said = first?.conversation_id;
      return c.html(
        page(
          visit,
          { title: `Run ${id}`, at: '/sessions' },
          <>
            <div class="heading">
              <h1>
                Run <bdi>{visible(id)}</bdi>
              </h1>
              <p class="quiet">
                {plural(found.total, 'answer')}
                {first === undefined ? null : (
                  <>
                    , <Time at={first.created_at} />
                  </>
                )}
              </p>
            </div>
            {first?.prompt ? (
              <section aria-labelledby="prompt">
                <h2 id="prompt">Prompt</h2>
                <div class="document-text">{visible(first.prompt)}</div>
              </section>
            ) : null}
            {said ? (
              <p>
                <a href={`/sessions/${encodeURIComponent(said)}`}>The session that asked for it</a>
              </p>
            ) : null}
            <div class="side-by-side">
              {answers.map((answer) => (
                <AnswerOf answer={answer} whole={`${here}?whole=1&offset=${offset}`} />
              ))}
            </div>
            {next < found.total ? (
              <p class="more">
                <a href={`${here}?offset=${next}`}>Earlier answers</a>
              </p>
            ) : null}
          </>,
        ),
      );
    });
}

const AnswerOf = ({ answer, whole }: { answer: Answer; whole: string }) => (
  <article class={answer.status === 'error' ? 'failed' : undefined} data-item>
    <h2>
      <bdi>{visible(answer.model)}</bdi>
    </h2>
    <p class="about">
      {answer.status === 'error' ? <span>failed</span> : null}
      {answer.duration_seconds === null ? null : <span>{answer.duration_seconds.toFixed(1)} s</span>}
      {answer.tokens_completion === null ? null : <span>{number(answer.tokens_completion)} tokens</span>}
    </p>
    <div class="document-text">{visible(answer.output ?? answer.error_message ?? 'No text was stored.')}</div>
    {answer.output_truncated ? (
      <p class="about">
        <a href={whole}>It goes on: show whole answers</a>
      </p>
    ) : null}
  </article>
);
