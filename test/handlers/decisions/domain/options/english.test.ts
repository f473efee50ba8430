import { describe, expect, it } from 'vitest';
import { mayBeEnglish } from '../../../../../src/handlers/decisions/domain/options/english.ts';

describe('a statement', () => {
  it.each([
    'Wir nehmen PostgreSQL für die Abrechnung',
    'Jenkins wird abgeschaltet',
    'MongoDB durch PostgreSQL ersetzen',
    'Nous gardons Kafka plutôt que RabbitMQ',
    'Dejamos de usar Jenkins',
  ])('is not English: %s', (statement) => expect(mayBeEnglish(statement)).toBe(false));

  it.each([
    'Use PostgreSQL for billing',
    'esbuild',
    'Drop jQuery',
    'Keep the de facto standard for dates',
    'Rename los-angeles in all of the configs',
  ])('may be English: %s', (statement) => expect(mayBeEnglish(statement)).toBe(true));
});
