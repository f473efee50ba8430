import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../../../../src/handlers/decisions/domain/options/read.ts';

/** `+` chosen, `-` given up, with the direction after a slash. */
const read = (statement: string, ...alternatives: string[]): string =>
  readOptions(statement, alternatives)
    .options.map(({ role, key, direction }) => `${role === 'chosen' ? '+' : '-'}${key}/${direction}`)
    .join(' ');

describe('a decision in German', () => {
  it.each([
    ['Wir nehmen PostgreSQL für die Abrechnung', '+postgresql/adopt'],
    [
      'MongoDB durch PostgreSQL ersetzen, weil wir Transaktionen brauchen',
      '+postgresql/replace -mongodb/replace',
    ],
    ['Jenkins wird bis Ende März durch GitHub Actions abgelöst', '+github-actions/replace -jenkins/replace'],
    ['ESLint löst TSLint ab', '+eslint/replace -tslint/replace'],
    ['Playwright soll Cypress ersetzen', '+playwright/replace -cypress/replace'],
    [
      'Wir steigen von REST auf GraphQL um, damit die App weniger Anfragen stellt',
      '+graphql/replace -rest/replace',
    ],
    ['Die Migration von Travis CI auf CircleCI brechen wir ab', '+travis-ci/keep -circleci/replace'],
    ['Wir verzichten auf Kafka', '-kafka/stop'],
    ['Auf Cypress wollen wir nicht verzichten', '+cypress/keep'],
    ['Wir schaffen die Story Points ab', '-story-point/stop'],
    ['fuer mails nehmen wir postmark anstatt sendgrid', '+postmark/replace -sendgrid/instead'],
    ['Sessions werden künftig in Redis statt in Memcached gehalten', '+redis/replace -memcached/instead'],
    ['Mails verschicken wir nicht mehr über Mailgun, sondern über SES', '+amazon-ses/replace -mailgun/stop'],
    ['Logs gehen nach Loki, nicht nach Elasticsearch', '+loki/adopt -elasticsearch/forbid'],
    ['Wir haben uns gegen Microservices und für Flyway entschieden', '+flyway/replace -microservices/forbid'],
    ['Weder Consul noch etcd einsetzen', '-consul/forbid -etcd/forbid'],
    ['Yarn zugunsten von pnpm aufgegeben', '+pnpm/replace -yarn/replace'],
    ['Lieber Preact als React für das Widget', '+preact/replace -react/instead'],
    ['Terraform wird nicht abgeschaltet', '+terraform/keep'],
    ['An Kotlin halten wir fest', '+kotlin/keep'],
    ['Wir hören auf, Nightly Builds zu bauen', '-nightly-build/stop'],
    ['Die Einführung von Kubernetes wird auf nächstes Jahr verschoben', ''],
    ['Ob wir Podman nehmen, klärt sich nach dem Test im April', ''],
    [
      'RabbitMQ hat gewonnen, NATS und Pulsar waren im Test zu langsam',
      '+rabbitmq/adopt -nats/forbid -pulsar/forbid',
    ],
    ['Verworfen: Kafka für die Sensordaten', '-kafka/forbid'],
    ['Redis dürfen wir nur als Cache benutzen', '+redis/adopt'],
    [
      'Bitbucket wird zum 1.7. abgeschaltet, alle Repos ziehen nach GitLab um',
      '+gitlab/adopt -bitbucket/stop',
    ],
  ])('is read: %s', (statement, expected) => expect(read(statement)).toBe(expected));
});

describe('a decision in French', () => {
  it.each([
    ['Remplacer MongoDB par PostgreSQL', '+postgresql/replace -mongodb/replace'],
    ['Jenkins est remplacé par GitLab CI', '+gitlab-ci/replace -jenkins/replace'],
    ['Les charts Helm remplacent Kustomize', '+helm/replace -kustomize/replace'],
    ['remplacement progressif de jquery par alpine.js', '+alpine.js/replace -jquery/replace'],
    [
      'Nous passons de Jenkins à GitHub Actions car les agents tombaient sans cesse',
      '+github-actions/replace -jenkins/replace',
    ],
    ['Migrer la base de MySQL vers PostgreSQL avant juin', '+postgresql/replace -mysql/replace'],
    ['On abandonne Redis au profit de Memcached', '+memcached/replace -redis/replace'],
    ["On n'utilise plus jQuery", '-jquery/stop'],
    ["Nous n'abandonnons pas Ansible", '+ansible/keep'],
    ['Nous ne migrerons pas vers Next.js', '-next.js/forbid'],
    ['Nous gardons Terraform plutôt que Pulumi', '+terraform/keep -pulumi/instead'],
    ['Au lieu de cron, on utilise Temporal', '+temporal/adopt -cron-jobs/instead'],
    ['Nous renonçons à GraphQL parce que le cache devient trop compliqué', '-graphql/stop'],
    ["Nous avons retenu Keycloak pour l'authentification", '+keycloak/adopt'],
    ["Arrêter d'utiliser Heroku", '-heroku/stop'],
    ["Sortir d'Oracle d'ici la fin de l'année", '-oracle-database/stop'],
    [
      "Pas de microservices pour l'instant, on reste sur le monolithe",
      '+monolith/keep -microservices/forbid',
    ],
    ['Ni Consul ni etcd ne sont retenus', '-consul/forbid -etcd/forbid'],
    [
      'Désormais les logs partent dans Loki et non dans Elasticsearch',
      '+loki/replace -elasticsearch/instead',
    ],
    ['Préférer Playwright à Cypress pour les tests de bout en bout', '+playwright/replace -cypress/instead'],
    ["La migration vers Kubernetes est reportée à l'année prochaine", ''],
    ["Le comité a rejeté la proposition d'adopter Rust", '-rust/forbid'],
    ['La facturation quitte Oracle pour PostgreSQL', '+postgresql/replace -oracle-database/replace'],
    ['Sentry est conservé, Rollbar sera supprimé fin mai', '+sentry/keep -rollbar/stop'],
    ["Interdire l'usage de MongoDB dans les nouveaux services", '-mongodb/forbid'],
    ['Les sessions sont stockées dans Redis', '+redis/adopt'],
  ])('is read: %s', (statement, expected) => expect(read(statement)).toBe(expected));
});

describe('a decision in Spanish', () => {
  it.each([
    ['Migramos de MySQL a PostgreSQL', '+postgresql/replace -mysql/replace'],
    ['Pasar de REST a gRPC entre servicios internos', '+grpc/replace -rest/replace'],
    ['Sustituir MongoDB por PostgreSQL en el servicio de pedidos', '+postgresql/replace -mongodb/replace'],
    ['Jenkins será sustituido por GitLab CI', '+gitlab-ci/replace -jenkins/replace'],
    ['Playwright reemplaza a Cypress', '+playwright/replace -cypress/replace'],
    ['migracion de webpack a vite', '+vite/replace -webpack/replace'],
    ['Dejamos de usar Jenkins', '-jenkins/stop'],
    ['Ya no usamos jQuery', '-jquery/stop'],
    ['No usar Firebase en el nuevo servicio', '-firebase/forbid'],
    ['No abandonamos Ansible', '+ansible/keep'],
    ['Optamos por Vue en lugar de React', '+vue/replace -react/instead'],
    ['Usaremos pnpm en vez de yarn', '+pnpm/replace -yarn/instead'],
    ['En vez de Sass, Tailwind', '+tailwind/replace -sass/instead'],
    ['Se descarta Kubernetes a favor de Nomad', '+nomad/replace -kubernetes/forbid'],
    ['Descartamos GraphQL porque complica la caché', '-graphql/forbid'],
    ['Mantenemos Terraform para la infraestructura', '+terraform/keep'],
    ['Renunciamos a Datadog y montamos Grafana', '+grafana/adopt -datadog/stop'],
    ['Ni Consul ni etcd: nos basta con PostgreSQL', '+postgresql/adopt -consul/forbid -etcd/forbid'],
    ['Aplazamos la adopción de Kubernetes hasta el próximo año', ''],
    ['Las sesiones se guardan en Redis', '+redis/adopt'],
    ['Volvemos a REST, GraphQL no aportó nada', '+rest/adopt -graphql/forbid'],
    ['A partir de ahora todo va por RabbitMQ, no por NATS', '+rabbitmq/adopt -nats/instead'],
    ['Cancelamos el contrato con New Relic', '-new-relic/stop'],
    ['Rechazada la propuesta de adoptar Rust', '-rust/forbid'],
    ['Preferimos Vitest a Jest por su velocidad', '+vitest/replace -jest/instead'],
    ['Prescindir de Redis para las colas', '-redis/stop'],
    ['La reunión semanal pasa al jueves', ''],
  ])('is read: %s', (statement, expected) => expect(read(statement)).toBe(expected));
});

describe('an alternative of a decision', () => {
  it('is given up where another option is chosen', () => {
    expect(read('Wir nehmen Zulip für das Team', 'Zulip', 'Mattermost')).toBe(
      '+zulip/adopt -mattermost/considered',
    );
    expect(read('Nous avons retenu Zulip', 'Mattermost')).toBe('+zulip/adopt -mattermost/considered');
  });
});
