import storeMessage from '../../src/handlers/conversations/store-message.ts';
import captureDecision from '../../src/handlers/decisions/capture-decision.ts';
import recordExperience from '../../src/handlers/experience/record-experience.ts';
import memoryStore from '../../src/handlers/memory/memory-store.ts';
import { call } from './call.ts';
import { random } from './experience.ts';
import type { useLake } from './lake.ts';

/** Twenty problems, each with four texts about it: an experience (situation; approach; outcome), a decision, a memory and a message. */
const topics = `
Nightly backup of the PostgreSQL database does not finish before morning | The nightly database backup ran into the morning; Dumped tables in parallel with four jobs; The backup finished in an hour | Take PostgreSQL backups with parallel pg_dump jobs | Database backups are kept for thirty days in the second data centre | The nightly backup again took until nine, the database was slow for readers
Users are logged out whenever the session cookie is refreshed in Safari | Safari dropped the session cookie on refresh; Set SameSite to Lax on the cookie; Users stayed logged in | Keep session cookies first-party for Safari users | The session cookie lives for eight hours | Two users report that Safari logs them out on every refresh of the session
The Cypress checkout suite is flaky in CI | The checkout suite failed every fifth CI run; Waited for the intercepted request, not a fixed pause; The Cypress suite became stable | Run the flaky Cypress suite with retries off in CI | Cypress runs in CI with two workers | The Cypress checkout test is flaky again, third red CI run today
Docker images of the gateway are too large to deploy quickly | The gateway image had two gigabytes; Used a multi-stage Docker build on a slim base; The image shrank to 180 MB | Build gateway images in multiple Docker stages | Docker images are pushed to the registry in Frankfurt | Deploying the gateway takes six minutes because the Docker image is so large
Redis evicts queue entries when its memory is full | Queue entries vanished from Redis under memory pressure; Switched the eviction policy to noeviction; No queue entries were lost | Use a Redis of its own for the queue, with noeviction | Redis has four gigabytes of memory in production | Redis evicted half of the queue last night when memory ran out
Search in the catalogue takes ten seconds for umlauts | Catalogue searches with umlauts scanned every title; Added an index on the unaccented title; Searches with umlauts took 40 ms | Index unaccented titles for catalogue search | The catalogue has 900,000 titles, a third with umlauts | Searching the catalogue for Müller with umlauts takes ages
Webhook deliveries from GitHub are processed twice | GitHub redelivered a webhook and it was processed twice; Stored the delivery id under a unique key; Each webhook was processed once | Make GitHub webhook processing idempotent by delivery id | GitHub sends webhooks from a fixed range of addresses | The GitHub webhook for pull request 12 was processed twice
Invoices in the PDF export show the wrong VAT rate for Austria | The PDF invoice used the German VAT rate for Austria; Looked the VAT rate up by country of delivery; Invoices showed 20 percent | Look up VAT rates by delivery country for invoices | Austria has a VAT rate of 20 percent on most goods | A customer in Austria complained about the VAT on her PDF invoice
Kubernetes autoscaler starts two GPU nodes where one is enough | The autoscaler overprovisioned GPU nodes until drivers were ready; Added a startup taint to the nodes; It started a single GPU node | Put a startup taint on GPU nodes for the autoscaler | GPU nodes cost three dollars an hour | The autoscaler started two GPU nodes for one pod again
The Kafka consumer falls behind when a partition is rebalanced | The consumer lagged after each Kafka rebalance; Used cooperative sticky assignment; Lag stayed below a minute | Use cooperative rebalancing for Kafka consumers | Kafka has twelve partitions for loans | Consumer lag in Kafka peaked at two hours after the rebalance
Translations of the mobile app are missing after the release | The release shipped without new translations; Pulled translations in the release pipeline; The app had all translations | Pull translations before each mobile release | The mobile app is translated into nine languages | After the release the mobile app shows keys, the translations are missing
TLS certificates of the intranet expire unnoticed | An intranet certificate expired on a Sunday; Renewed certificates with ACME and alerted at fourteen days; No certificate expired since | Renew intranet TLS certificates with ACME | Intranet certificates come from our own authority | The TLS certificate of the wiki on the intranet has expired
Memory of the image resizer grows until it is killed | The image resizer leaked a buffer for each thumbnail; Destroyed the sharp pipeline after use; Memory of the resizer stayed flat | Restart image resizer workers after a thousand images | The image resizer runs with 512 MB of memory | The image resizer was killed for its memory four times today
Timezones shift appointments by one hour after daylight saving | Appointments moved an hour at daylight saving; Stored the timezone with each appointment; Appointments kept their hour | Store appointments with their timezone, not as UTC offsets | Appointments are entered in Vienna's timezone | All appointments are an hour late since daylight saving began
GraphQL resolvers make hundreds of database queries for one page | A page of orders made 300 queries through GraphQL resolvers; Batched with a dataloader; Four queries remained | Batch GraphQL resolvers with dataloaders | GraphQL serves the order page and the dashboard | One GraphQL page fires 412 queries at the database through its resolvers
Feature flags are never removed after a rollout | Old feature flags piled up after rollouts; Gave each flag an expiry date that fails the build; Flags were removed in time | Give every feature flag an expiry date | Feature flags live in flags.yaml | We still have 90 feature flags of rollouts from last year
Password reset mails land in spam | Reset mails were marked as spam; Signed mails with DKIM and set a DMARC policy; Password reset mails arrived | Sign password reset mails with DKIM | Mails are sent through our relay in Dublin | Three people found their password reset mail in spam
Merge conflicts in the lock file block every dependency update | Each dependency update had conflicts in the lock file; Grouped the updates once a week; One conflict a month remained | Group dependency updates weekly to avoid lock file conflicts | Dependency updates come from Renovate | Another merge conflict in the lock file, the dependency update is stuck
The Elasticsearch cluster turns red when a node restarts | A restart turned the Elasticsearch cluster red for lack of replicas; Set one replica per index; The cluster stayed green | Keep one replica of each Elasticsearch index | The Elasticsearch cluster has three nodes | Elasticsearch went red when node two restarted
CSV import of readers fails on files with a byte order mark | The CSV import took the byte order mark for a column name; Stripped the mark before parsing; Imports from Excel worked | Strip byte order marks in CSV imports | Readers come as CSV from the city office each month | The CSV import of readers fails, the file begins with a byte order mark`
  .trim()
  .split('\n')
  .map((line) => line.split(' | ').map((part) => part.trim()));

const subjects =
  'printer parking canteen elevator heating projector badge reader lamp window shelf door calendar newsletter survey workshop travel expense contract invoice archive poster catalogue statue garden fountain bicycle coffee kitchen curtain carpet telephone scanner helmet ladder'.split(
    ' ',
  );
const events =
  'was repaired by the caretaker | needs a new owner in the spring | was ordered from another supplier | moved to the second floor | is checked twice a year | was discussed with the works council | got a new label in the inventory | was lent to the branch office | is on the list for next month | stays closed on public holidays'.split(
    ' | ',
  );
const trades =
  'Terraform state | SSH keys of contractors | commit messages | log rotation | feature branches | code reviews | on-call rota | release notes | unit tests of fees | the style guide | type checks | API documentation'.split(
    ' | ',
  );

export type GatherTopic = { problem: string; refs: Set<string> };

/** Fills a lake with 500 items: 80 about the twenty problems, the others about other things. */
export async function fillGatherLake(lake: ReturnType<typeof useLake>): Promise<GatherTopic[]> {
  const { deps } = lake;
  const found: GatherTopic[] = [];
  for (const [problem = '', lesson = '', decision = '', memory = '', message = ''] of topics) {
    const [situation, approach, outcome] = lesson.split('; ');
    const [experience, decided, remembered, said] = [
      await call(
        recordExperience,
        {
          type: 'effective',
          domain: 'Process',
          situation,
          approach,
          outcome,
          reasoning: 'It was measured before and after',
        },
        deps,
      ),
      await call(captureDecision, { statement: decision, confidence: 0.8, alternatives: ['Leave it'] }, deps),
      await call(memoryStore, { content: memory, type: 'fact', confidence: 0.9 }, deps),
      await call(storeMessage, { role: 'user', content: message }, deps),
    ];
    found.push({
      problem,
      refs: new Set([
        `experience:${experience.experience_id}`,
        `decision:${decided.decision_id}`,
        `memory:${remembered.memory_id}`,
        `message:${said.message_id}`,
      ]),
    });
  }
  const next = random(11);
  const pick = (from: readonly string[]) => from[Math.floor(next() * from.length)] ?? '';
  for (let n = 0; n < 420; n += 1) {
    const content = `Note ${n}: the ${pick(subjects)} ${pick(events)}, and ${pick(trades)} ${pick(events)} (${pick(subjects)} ${n}).`;
    if (n % 3 === 0) await call(storeMessage, { role: 'user', content }, deps);
    else if (n % 3 === 1) await call(memoryStore, { content, type: 'fact', confidence: 0.9 }, deps);
    else
      await call(
        recordExperience,
        {
          type: 'effective',
          domain: 'Tools',
          situation: content,
          approach: `Asked about the ${pick(subjects)} ${n}`,
          outcome: `It ${pick(events)}`,
          reasoning: `Number ${n} ${pick(trades)}`,
        },
        deps,
      );
  }
  return found;
}
