import { beforeAll, describe, expect, it } from 'vitest';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { openSession, post, rpc } from '../../support/mcp.ts';

/**
 * A year of decisions by several people, told to the server in their own words over MCP: twelve families of options, some
 * of which went well and some badly.
 */
type Json = Record<string, unknown>;

const mongo = ['PostgreSQL', 'MySQL'];
/** Module, alternatives, score of each statement (a failure below .5), and the statements. */
const families: [module: string, alternatives: string[], score: number, statements: string[]][] = [
  [
    'database',
    mongo,
    0.1,
    [
      'Use MongoDB for the orders store',
      'Keep user profiles in Mongo',
      'Store the product catalogue in Mongo DB 7',
      'Go with MongoDB for carts',
      'Adopt mongo as event storage',
    ],
  ],
  [
    'database',
    ['MongoDB'],
    0.9,
    [
      'Use PostgreSQL for billing',
      'Choose Postgres 16 for invoices',
      'Put the ledger into PG',
      'We decided to adopt postgres for refunds',
      'Keep Postgres for reporting rather than move to MongoDB',
      'Move the orders from MongoDB to PostgreSQL',
    ],
  ],
  [
    'database',
    ['application pool'],
    0.85,
    [
      'Put PgBouncer in front of PostgreSQL',
      'Pool connections with pgbouncer',
      'Introduce PgBouncer for the workers',
      'Run PgBouncer beside each database',
    ],
  ],
  [
    'backend',
    ['Memcached'],
    0.9,
    [
      'Cache sessions in Redis',
      'Use Redis for rate limits',
      'Adopt redis as the queue of small jobs',
      'Keep carts in Redis 7',
    ],
  ],
  [
    'frontend',
    ['big bang'],
    0.95,
    [
      'Ship the checkout behind a feature flag',
      'Use feature flags for the new search',
      'Roll out dark mode behind feature toggles',
      'Guard the profile page with a feature flag',
      'Introduce feature switches for onboarding',
    ],
  ],
  [
    'frontend',
    ['CSR'],
    0.9,
    [
      'SSR instead of CSR for the shop',
      'Render on the server rather than in the browser',
      'Use server-side rendering for the blog',
      'Prefer SSR over CSR for product pages',
      'Switch the help centre from CSR to SSR',
    ],
  ],
  [
    'frontend',
    ['SSR'],
    0.1,
    [
      'CSR instead of SSR for search results',
      'Use client-side rendering for categories',
      'Switch the home page from SSR to CSR',
      'Prefer CSR to SSR for offers',
    ],
  ],
  [
    'infra',
    ['Nomad', 'virtual machines'],
    0.2,
    [
      'Use Kubernetes for the cron jobs of two people',
      'Run the intranet on k8s',
      'Adopt Kubernetes for the staging site',
      'Move the wiki to K8s',
      'Host the chat on Kubernetes',
    ],
  ],
  [
    'infra',
    ['CircleCI'],
    0.9,
    [
      'Use GitHub Actions for builds',
      'Replace Jenkins with GitHub Actions',
      'Run the nightly tests on GitHub Actions',
      'Move releases from Jenkins to GH Actions',
      'Stop using Travis; use GitHub Actions for the libraries',
    ],
  ],
  [
    'api',
    ['REST'],
    0.3,
    [
      'Use GraphQL for the partner API',
      'Adopt Graph QL between services',
      'Expose stock levels via GraphQL',
      'Choose GraphQL over REST for exports',
      'Switch the price feed to GraphQL',
    ],
  ],
  [
    'auth',
    ['passwords'],
    0.9,
    [
      'Use passkeys for staff login',
      'Introduce WebAuthn for customers',
      'Adopt passkeys in the admin area',
      'Replace passwords with passkeys for support',
      'Enable passkeys for shop managers',
    ],
  ],
  [
    'backend',
    ['keep it'],
    0.9,
    [
      'Stop using microservices for the back office',
      'Do not introduce microservices for reports',
      'Drop microservices in the warehouse',
      'Avoid microservices for the newsletter',
    ],
  ],
  [
    'api',
    ['URL versioning'],
    0.8,
    [
      'Use cursor pagination for lists',
      'Adopt keyset pagination in exports',
      'Page the feed with cursor-based pagination',
      'Introduce cursor pagination for search',
      'Go with keyset pagination for audit rows',
      'Prefer cursor pagination over offset pagination for orders',
      'Use keyset pagination for messages',
    ],
  ],
];

const rows = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

describe.each(['off', 'on'])('decisions in many words, with the local model %s', (model) => {
  const lake = useLake();
  const gateway = useServer(lake, { DEWEY_DECISION_LIMITS: 'off', DEWEY_LOCAL_MODEL: model });
  let session: Record<string, string> = {};

  async function call(name: string, input: Json): Promise<Json> {
    const response = await post(gateway.url, rpc('tools/call', { name, arguments: input }), session);
    const { result } = await response.json();
    if (result.isError) throw new Error(JSON.stringify(result));
    return result.structuredContent;
  }

  beforeAll(async () => {
    session = await openSession(gateway.url);
    for (const [module, alternatives, score, statements] of families)
      for (const statement of statements) {
        const { decision_id } = await call('membria_capture_decision', {
          statement,
          alternatives,
          confidence: 0.8,
          context: { module },
        });
        const final_status = score > 0.5 ? 'success' : 'failure';
        await call('membria_record_outcome', { decision_id, final_status, final_score: score });
      }
  }, 120_000);

  it('are sixty of at least twelve kinds', () => {
    expect(families.length).toBeGreaterThanOrEqual(12);
    expect(families.flatMap(([, , , statements]) => statements).length).toBeGreaterThanOrEqual(60);
  });

  it.each([
    ['database', 'Use PostgreSQL in database decisions: 6 of 6 succeeded'],
    ['database', 'Use PgBouncer in database decisions: 4 of 4 succeeded'],
    ['backend', 'Use Redis in backend decisions: 4 of 4 succeeded'],
    ['frontend', 'Use feature flags in frontend decisions: 5 of 5 succeeded'],
    [
      'frontend',
      'Use server-side rendering instead of client-side rendering in frontend decisions: 5 of 5 succeeded',
    ],
    ['infra', 'Use GitHub Actions in infra decisions: 5 of 5 succeeded'],
    ['auth', 'Use Passkeys in auth decisions: 5 of 5 succeeded'],
    ['backend', 'Do without Microservices in backend decisions: 4 of 4 succeeded'],
    ['api', 'Use cursor pagination in api decisions: 7 of 7 succeeded'],
  ])('teach a skill of %s: %s', async (domain, sentence) => {
    const { skills } = await call('membria_get_skills', { domain });
    expect(rows(skills).map(({ statement }) => statement)).toContainEqual(expect.stringContaining(sentence));
  });

  it.each([
    ['database', 'Using MongoDB in database decisions: 0 of 5 succeeded'],
    [
      'frontend',
      'Using client-side rendering instead of server-side rendering in frontend decisions: 0 of 4 succeeded',
    ],
    ['infra', 'Using Kubernetes in infra decisions: 0 of 5 succeeded'],
    ['api', 'Using GraphQL in api decisions: 0 of 5 succeeded'],
  ])('teach an antipattern of %s: %s', async (domain, sentence) => {
    const { antipatterns } = await call('membria_get_skills', { domain });
    expect(rows(antipatterns).map(({ pattern }) => pattern)).toContainEqual(
      expect.stringContaining(sentence),
    );
  });

  it.each([
    ['Use MongoDB for reviews', 'database', 'MongoDB: 0 of 5 in database'],
    ['Use Postgres for reviews', 'database', 'PostgreSQL: 6 of 6 in database'],
    ['Use SSR for the cart', 'frontend', 'Server-side rendering: 5 of 5 in frontend'],
    ['Use CSR for the cart', 'frontend', 'Client-side rendering: 0 of 4 in frontend'],
    ['Move mail to Kubernetes', 'infra', 'Kubernetes: 0 of 5 in infra'],
    ['Adopt GraphQL for search', 'api', 'GraphQL: 0 of 5 in api'],
  ])('show no opposite precedent first, and counts: %s', async (statement, module, basis) => {
    const context = await call('membria_get_decision_context', {
      statement,
      module,
      confidence: 0.9,
      depth: 'full',
    });
    const similar = rows(context.similar_decisions);
    expect(similar[0]).toMatchObject({ direction: 'same' });
    const directions = similar.map(({ direction }) => direction === 'opposite');
    expect(directions).toEqual(directions.toSorted());
    expect(context.calibration_context).toMatchObject({ basis });
  });

  it('compare what was chosen with what was done without it', async () => {
    const { skills } = await call('membria_get_skills', { domain: 'database' });
    const postgres = rows(skills).find(({ statement }) => String(statement).startsWith('Use PostgreSQL'));
    expect(postgres?.comparison).toEqual({
      with: { successes: 6, total: 6 },
      without: { successes: 0, total: 5 },
      probability_better: 1,
    });
  });

  it('see no failed option in a decision that moves away from it', async () => {
    const { warnings } = await call('membria_get_warnings', {
      statement: 'Move the reviews from MongoDB to PostgreSQL',
      module: 'database',
      alternatives: ['MongoDB', 'MySQL'],
    });
    expect(rows(warnings).filter(({ type }) => type === 'antipattern')).toEqual([]);
  });

  it('speak of overconfidence only where the outcomes exclude it', async () => {
    const guide = async (context: string, domain: string, decision_confidence: number) =>
      (await call('membria_get_confidence_guidance', { domain, decision_confidence, context }))
        .recommendation;
    expect(await guide('Use MongoDB for reviews', 'database', 0.9)).toMatch(
      /^MongoDB: 0 of 5 in database: you are overconfident, consider 0\.\d\d$/,
    );
    expect(await guide('Use PgBouncer for the shop', 'database', 0.95)).not.toMatch(/overconfident|consider/);
    expect(await guide('Use passkeys for partners', 'auth', 0.95)).not.toMatch(/overconfident|consider/);
  });
});
