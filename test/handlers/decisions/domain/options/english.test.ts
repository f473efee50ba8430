import { describe, expect, it } from 'vitest';
import { mayBeEnglish } from '../../../../../src/handlers/decisions/domain/options/english.ts';

describe('a statement', () => {
  it.each([
    'Wir nehmen PostgreSQL für die Abrechnung',
    'Jenkins wird abgeschaltet',
    'MongoDB durch PostgreSQL ersetzen',
    'Nous gardons Kafka plutôt que RabbitMQ',
    'Dejamos de usar Jenkins',
    // By their verbs and accents alone.
    'Migramos de MySQL a PostgreSQL',
    'No abandonamos Ansible',
    'On laisse tomber Storybook',
    "On n'utilise plus jQuery",
    'Datadog a été résilié',
    'Logs landen künftig in Loki',
  ])('is not English: %s', (statement) => expect(mayBeEnglish(statement)).toBe(false));

  it.each([
    'Use PostgreSQL for billing',
    'esbuild',
    'Drop jQuery',
    'Keep the de facto standard for dates',
    'Rename los-angeles in all of the configs',
    'Merge commits are verboten on main',
    'Remove Google Analytics',
    'Deploy through Argo CD',
    'libfennel is MIT licensed henceforth',
  ])('may be English: %s', (statement) => expect(mayBeEnglish(statement)).toBe(true));
});
