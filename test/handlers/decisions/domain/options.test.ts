import { describe, expect, it } from 'vitest';
import { namedOption, readOptions } from '../../../../src/handlers/decisions/domain/options/read.ts';

/** `+` chosen, `-` rejected, with the direction after a slash. */
const read = (statement: string, ...alternatives: string[]): string =>
  readOptions(statement, alternatives)
    .options.map(({ role, key, direction }) => `${role === 'chosen' ? '+' : '-'}${key}/${direction}`)
    .join(' ');

describe('a decision', () => {
  it.each([
    ['Use PostgreSQL for user database', '+postgresql/adopt'],
    ['We decided to adopt Kubernetes for the batch workers', '+kubernetes/adopt'],
    ['Cache sessions in Redis', '+redis/adopt'],
    ['Put PgBouncer in front of PostgreSQL', '+pgbouncer/adopt'],
    ['Ship the checkout behind a feature flag', '+feature-flags/adopt'],
    ['Use feature flags and canary releases for checkout', '+feature-flags/adopt +canary-releases/adopt'],
    ['Use idempotency keys to avoid double charges', '+idempotency-keys/adopt'],
    ['Use passkeys for staff login', '+passkeys/adopt'],
    ['Pool connections with pgbouncer', '+connection-pooling/adopt +pgbouncer/adopt'],
    ['Rollbar collects application errors', '+rollbar/adopt'],
    ['Use Zitadel for login', '+zitadel/adopt'],
    ['Go with Kafka, not RabbitMQ', '+kafka/adopt -rabbitmq/instead'],
    ['PostgreSQL was chosen over MySQL for billing', '+postgresql/adopt -mysql/instead'],
    ['Prefer gRPC to REST for internal calls', '+grpc/adopt -rest/instead'],
    ['Soft delete customers with a deleted_at column', '+soft-deletes/adopt'],
    ['Pay for Datadog instead of running Prometheus ourselves', '+datadog/adopt -prometheus/instead'],
    ['Internal services talk gRPC', '+grpc/adopt'],
    ['Rate limiting counters live in Redis', '+redis/adopt'],
    ['Keep PostgreSQL for billing', '+postgresql/keep'],
    ['Kafka is fine, we are keeping it', '+kafka/adopt'],
    // What something is read from is not left.
    ['Services read their config from Consul', '+consul/adopt'],
    ['Use the secrets from HashiCorp Vault', '+hashicorp-vault/adopt'],
    ['Images are pulled from ECR', '+ecr/adopt'],
    ['Data flows from Kafka to Snowflake', '+kafka/adopt +snowflake/adopt'],
    ['Deployments are done with Argo CD', '+argo-cd/adopt'],
    ['Use containers for the batch jobs', '+container/adopt'],
    ['Start a private bug bounty', '+privat-bug-bounty/adopt'],
  ])('that adopts: %s', (statement, expected) => expect(read(statement)).toBe(expected));

  it.each([
    'Move from MongoDB to PostgreSQL',
    'Migrate the orders store from MongoDB to Postgres 16',
    'Migrate MongoDB to PostgreSQL',
    'Replace MongoDB with PostgreSQL',
    'Swap MongoDB for PostgreSQL',
    'Substitute PostgreSQL for MongoDB',
    'MongoDB will be replaced by PostgreSQL',
    'MongoDB → PostgreSQL',
    'Move off MongoDB to PostgreSQL',
    'Get off MongoDB and onto PostgreSQL',
    'From MongoDB to PostgreSQL',
  ])('that replaces one option by another: %s', (statement) =>
    expect(read(statement)).toBe('+postgresql/replace -mongodb/replace'),
  );

  it.each([
    ['Drop MongoDB', '-mongodb/stop'],
    ['Drop microservices in the warehouse', '-microservices/stop'],
    ['Stop using Jenkins; use GitHub Actions', '+github-actions/adopt -jenkins/stop'],
    ['No longer use Redux', '-redux/stop'],
    ['Drop MongoDB in favour of PostgreSQL', '+postgresql/adopt -mongodb/stop'],
    ['Do not use MongoDB for billing', '-mongodb/forbid'],
    ['Scoring of carts stays where it is, we are not moving it to dbt', '-dbt/forbid'],
    ["Don't adopt microservices yet", '-microservices/forbid'],
    ['Avoid using ORMs for reports', '-object-relational-mapping/forbid'],
    ['Ban the use of eval in templates', '-eval/forbid'],
    ['Reject GraphQL; stick with REST', '+rest/keep -graphql/forbid'],
    ['Billing leaves MongoDB', '-mongodb/stop'],
    ['Pull the plug on MongoDB', '-mongodb/stop'],
    ['We are done with MongoDB', '-mongodb/stop'],
    ['Show MongoDB the door', '-mongodb/stop'],
    ['Our migration from MongoDB begins in May', '-mongodb/replace'],
    ['The days of MongoDB are over', ''],
    ['MongoDB was a mistake', '-mongodb/stop'],
    ['Wind MongoDB down by June', '-mongodb/stop'],
    ['Nobody touches MongoDB any more', '-mongodb/stop'],
    ['RN is sunset, new screens are native', '-react-native/stop'],
    ['Floob is sunset', '-floob/stop'],
    ['Leave MongoDB as it is', '+mongodb/keep'],
    ['Kafka wird abgeschaltet', '-kafka/stop'],
    ['LaunchDarkly cancelled', '-launchdarkly/stop'],
    ['Umstieg von MongoDB auf PostgreSQL', '+postgresql/replace -mongodb/replace'],
    ['Kein automatisches Wiederholen', '-automatisch-wiederholen/forbid'],
    ['Keep Elasticsearch out of the reporting service', '-elasticsearch/forbid'],
    ['Keep MongoDB off the payment path', '-mongodb/forbid'],
    ['Undo the move to Istio in the payments cluster', '-istio/stop'],
    ['Roll back the migration to Kafka', '-kafka/stop'],
    ['Say goodbye to Istio', '-istio/stop'],
    ['Let MongoDB go', '-mongodb/stop'],
    ['Delay GraphQL until next year', '-graphql/forbid'],
    ['Ditch Mongo for Postgres', '+postgresql/replace -mongodb/replace'],
    ['Dump Redux for Zustand', '+zustand/replace -redux/replace'],
    ['Drop Redis for the sessions', '-redis/stop'],
  ])('that stops or forbids: %s', (statement, expected) => expect(read(statement)).toBe(expected));

  it.each([
    ['Keep PostgreSQL rather than move to MongoDB', '+postgresql/keep -mongodb/instead'],
    ['Stay on k8s instead of migrating to Nomad', '+kubernetes/keep -nomad/instead'],
    ['Do not drop MongoDB', '+mongodb/keep'],
    ['Do not replace PostgreSQL with MongoDB', '+postgresql/keep -mongodb/forbid'],
  ])('that keeps: %s', (statement, expected) => expect(read(statement)).toBe(expected));

  it('tells an option from its opposite', () => {
    expect(read('SSR instead of CSR')).toBe('+server-side-rendering/adopt -client-side-rendering/instead');
    expect(read('CSR instead of SSR')).toBe('+client-side-rendering/adopt -server-side-rendering/instead');
  });

  it('is read with its alternatives', () => {
    expect(read('Use PostgreSQL for user data', 'Mongo', 'Postgres', 'SQLite')).toBe(
      '+postgresql/adopt -mongodb/considered -sqlite/considered',
    );
    expect(read('Run PostgreSQL on Kubernetes', 'virtual machines')).toBe(
      '+kubernetes/adopt -virtual-machines/considered',
    );
    expect(read('Run PostgreSQL on Kubernetes', 'MySQL')).toBe('+postgresql/adopt -mysql/considered');
  });

  it('does not choose an alternative beside what is kept', () =>
    expect(read('We stick with Delta; rewriting everything to Iceberg buys nothing', 'Iceberg')).toBe(
      '+delta/keep -iceberg/considered',
    ));

  it('does not choose a common noun of its alternatives', () =>
    expect(read('Raise the price of the team plan', 'Keep prices')).toBe('-pric/considered'));

  it.each([
    'Roll the deploys out by region',
    'Services talk to each other over gRPC',
    'Write tests before code',
  ])('without an option has none: %s', (statement) => expect(read(statement)).toBe(''));
});

describe('an option', () => {
  it.each([
    ['Postgres', 'postgresql'],
    ['pg', 'postgresql'],
    ['PostgreSQL 16.4', 'postgresql'],
    ['postgres15', 'postgresql'],
    ['Postgress', 'postgresql'],
    ['K8s', 'kubernetes'],
    ['Mongo DB', 'mongodb'],
    ['Next.js 15', 'next.js'],
    ['feature toggles', 'feature-flags'],
    ['Feature-Flag', 'feature-flags'],
    ['server side rendering', 'server-side-rendering'],
    ['react', 'react'],
  ])('%s is %s', (name, key) => expect(namedOption(name).key).toBe(key));
});
