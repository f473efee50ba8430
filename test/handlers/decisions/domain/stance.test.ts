import { describe, expect, it } from 'vitest';
import { mattersOf } from '../../../../src/handlers/decisions/domain/likeness/matters/read.ts';
import { relationBetween } from '../../../../src/handlers/decisions/domain/likeness/relation.ts';
import { readGiven } from '../../../../src/handlers/decisions/domain/likeness/text.ts';
import { stancesOf } from '../../../../src/handlers/decisions/domain/likeness/words/stance.ts';
import { wordsOf } from '../../../../src/handlers/decisions/domain/options/names/words.ts';

/** The words that a statement leaves. */
function leftOf(statement: string): string {
  const words = wordsOf(statement);
  const stances = stancesOf(words);
  return words
    .filter((_, i) => stances[i] === 'left')
    .map(({ text }) => text)
    .join(' ');
}

const waysOf = (statement: string) => {
  const words = wordsOf(statement);
  return mattersOf(words, stancesOf(words), words.length);
};

describe('what a statement leaves', () => {
  it.each([
    ['We use Vite instead of webpack', 'webpack'],
    ['webpack is out, Vite is in', 'webpack is'],
    ['The Solr cluster gets shut down', 'The Solr cluster'],
    ['Nagios gives way to Prometheus', 'Nagios'],
    ['Nagios was replaced by Prometheus', 'Nagios was'],
    ['Prometheus replaces Nagios', 'Nagios'],
    ['We removed Nagios', 'Nagios'],
    ['From Nagios to Prometheus', 'Nagios'],
    ['Nagios -> Prometheus', 'Nagios'],
    ['Nagios wird durch Prometheus abgelöst', 'Nagios wird'],
    ['Nagios raus', 'Nagios'],
    ['Prometheus statt Nagios', 'Nagios'],
    ['Kein Nagios mehr', 'Nagios mehr'],
    ['Use Prometheus from now on', ''],
    ['Stay with Nagios', ''],
  ])('%s', (statement, left) => {
    expect(leftOf(statement)).toBe(left);
  });
});

describe('the matters of a decision', () => {
  it('are found by names of products, by what they are for, and in German', () => {
    for (const statement of [
      'Adopt Sidekiq',
      'Async work goes to a task queue',
      'Hintergrundaufgaben laufen nachts',
    ])
      expect([...waysOf(statement).keys()]).toContain('jobs');
  });

  it('have the ways that are chosen and left; a reason says less', () => {
    expect(waysOf('Kafka replaces RabbitMQ').get('messages')).toMatchObject({
      chosen: new Set(['log']),
      left: new Set(['queue']),
    });
    expect(waysOf('RabbitMQ is enough, Kafka needs a team').get('messages')?.chosen).toEqual(
      new Set(['queue']),
    );
  });

  it('correct a direction that the options miss', () => {
    const given = (statement: string, ...alternatives: string[]) =>
      readGiven({ statement, alternatives, domain: 'general' });
    const asked = given('Jenkins wird durch GitHub Actions ersetzt', 'Jenkins');
    expect(relationBetween(asked, given('Move the builds from Jenkins to GitHub Actions'))).not.toBe(
      'opposite',
    );
    expect(relationBetween(asked, given('Stay with Jenkins', 'GitHub Actions'))).not.toBe('same');
  });
});
