import { describe, expect, it } from 'vitest';
import { markedIn } from '../../../../../src/handlers/decisions/domain/options/marked.ts';
import { readOptions } from '../../../../../src/handlers/decisions/domain/options/read.ts';

/** Scores of words, in favour of one label each: 0 nothing, 1 and 2 first and further word of what is chosen, 3 and 4 of what is given up. */
const scores = (...labels: number[]): number[] =>
  labels.flatMap((label) => [0, 1, 2, 3, 4].map((one) => (one === label ? 5 : 0)));

describe('words that are marked', () => {
  it('make up options', () => {
    expect(markedIn(scores(0, 1, 2, 0, 3, 4, 4, 1, 3))).toEqual([
      { start: 1, end: 3, role: 'chosen' },
      { start: 4, end: 7, role: 'rejected' },
      { start: 7, end: 8, role: 'chosen' },
      { start: 8, end: 9, role: 'rejected' },
    ]);
    expect(markedIn(scores(0, 0))).toEqual([]);
    expect(markedIn([])).toEqual([]);
  });

  it('follow a first word of their own kind: what is likelier on the whole is told', () => {
    // A further word of what is given up after the first of what is chosen.
    expect(markedIn([0, 5, 0, 0, 0, 0, 0, 4, 0, 5])).toEqual([{ start: 0, end: 2, role: 'chosen' }]);
    expect(markedIn([0, 5, 0, 4, 0, 0, 0, 0, 0, 5])).toEqual([{ start: 0, end: 2, role: 'rejected' }]);
    // The first word of a statement is no further word of anything.
    expect(markedIn([0, 0, 9, 0, 0])).toEqual([]);
  });
});

describe('a decision whose words are marked', () => {
  const read = (statement: string, labels: number[], ...alternatives: string[]) =>
    readOptions(statement, alternatives, scores(...labels)).options.map(
      ({ role, key, direction }) => `${role === 'chosen' ? '+' : '-'}${key}/${direction}`,
    );

  it('has the options that are marked, by their canonical names, and no others', () => {
    expect(read('Sentry takes over from Rollbar', [1, 0, 0, 0, 3])).toEqual([
      '+sentry/replace',
      '-rollbar/replace',
    ]);
    expect(read('Postgres wins the vote on the ledger', [1, 0, 0, 0, 0, 0, 0])).toEqual([
      '+postgresql/adopt',
    ]);
    expect(read('Use Redis for carts', [0, 0, 0, 0])).toEqual([]);
    expect(read('Curtains for build trains, hello merge queues', [0, 0, 3, 4, 0, 0, 1, 2])).toEqual([
      '+merg-queu/replace',
      '-build-train/replace',
    ]);
    expect(read('Curtains for the weekly build train', [0, 0, 0, 3, 4, 4])).toEqual([
      '-weekly-build-train/stop',
    ]);
  });

  it('is read by the grammar where the end of it is not marked', () => {
    expect(read('Use Redis and Kafka for orders', [0, 1])).toEqual(['+redis/adopt', '+kafka/adopt']);
  });

  it('has the reason that its words give', () => {
    expect(read('Keep PostgreSQL for billing', [0, 1, 0, 0])).toEqual(['+postgresql/keep']);
    expect(read('Move from MongoDB to PostgreSQL', [0, 0, 3, 0, 1])).toEqual([
      '+postgresql/replace',
      '-mongodb/replace',
    ]);
  });

  it('goes by the grammar where a word says the opposite of a known name, or gives up any', () => {
    expect(read('Keep PostgreSQL for billing', [0, 3, 0, 0])).toEqual(['+postgresql/keep']);
    expect(read('Drop Fooqux', [0, 1])).toEqual(['-fooqux/stop']);
    expect(read('Adopt Fooqux', [0, 3])).toEqual(['-fooqux/stop']);
    // No word says what becomes of it.
    expect(read('Curtains for Rollbar', [0, 0, 3])).toEqual(['-rollbar/stop']);
  });

  it('has its alternatives as considered where it does not choose them', () => {
    expect(read('Use Redis for carts', [0, 1, 0, 0], 'Memcached', 'Redis')).toEqual([
      '+redis/adopt',
      '-memcached/considered',
    ]);
  });

  it('gives up no known name beside a choice where no word says so', () => {
    expect(read('Put PgBouncer in front of PostgreSQL', [0, 1, 0, 0, 0, 3])).toEqual(['+pgbouncer/adopt']);
  });

  it('chooses an alternative beside another choice only where a word says so', () => {
    const statement = 'Nomad hosts the fleet, Kubernetes nothing';
    expect(read(statement, [1, 0, 0, 0, 0, 1, 0], 'Kubernetes')).toEqual([
      '+nomad/adopt',
      '-kubernetes/considered',
    ]);
    expect(read('Kubernetes it is', [1, 0, 0], 'Kubernetes', 'Nomad')).toEqual([
      '+kubernetes/adopt',
      '-nomad/considered',
    ]);
    expect(read('Use Nomad and Kubernetes', [0, 1, 0, 1], 'Kubernetes')).toEqual([
      '+nomad/adopt',
      '+kubernetes/adopt',
    ]);
  });

  it('has an article or a version in no name', () => {
    expect(read('The Fooqux 7 it is', [1, 2, 2, 0, 0])).toEqual(['+fooqux/adopt']);
  });
});
