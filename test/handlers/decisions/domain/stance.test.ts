import { describe, expect, it } from 'vitest';
import { mattersOf } from '../../../../src/handlers/decisions/domain/likeness/matters/read.ts';
import { relationBetween } from '../../../../src/handlers/decisions/domain/likeness/relation.ts';
import { readGiven } from '../../../../src/handlers/decisions/domain/likeness/text.ts';
import { wordsOf } from '../../../../src/handlers/decisions/domain/options/names/words.ts';
import { stancesOf } from '../../../../src/handlers/decisions/domain/options/stance.ts';

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
    ['The days of Nagios are over', 'Nagios are over'],
    ['Nagios has had its day', 'Nagios'],
    ['Time to let Nagios go', 'Time to let Nagios'],
    ['Wind Nagios down by June', 'Wind Nagios'],
    ['Keep 30 days of alerts in Nagios', ''],
    ['Alerts are sent over Nagios', ''],
    ['Alerts have no owner any more', 'owner any more'],
    ['From Nagios to Prometheus', 'Nagios'],
    ['Nagios -> Prometheus', 'Nagios'],
    ['Nagios wird durch Prometheus abgelöst', 'Nagios wird'],
    ['Nagios raus', 'Nagios'],
    ['Prometheus statt Nagios', 'Nagios'],
    ['Kein Nagios mehr', 'Nagios mehr'],
    ['Use Prometheus from now on', ''],
    ['Stay with Nagios', ''],
    // What is denied twice stays.
    ['We do not drop Nagios', ''],
    ['Rows are never removed', ''],
    ['Not only Nagios but Prometheus as well', ''],
    ['Nagios is not accepted', 'Nagios is accepted'],
    ['Nagios wird nicht eingeführt', 'Nagios wird eingeführt'],
    // What a reason complains of is what was left; a purpose complains of nothing.
    ["Prometheus stays, Nagios's checks were too slow", "Nagios's checks"],
    ['Prometheus statt Eigenbau, Nagios reichte nicht', 'Eigenbau Nagios'],
    ['Use Prometheus, so that a check never fails', 'fails'],
    ['Rip Nagios out of the cluster', 'Nagios'],
    ['The alarm moves out of Nagios into Prometheus', 'Nagios'],
    ['Nagios goes, Prometheus stays', 'Nagios'],
    ['An alarm goes to Prometheus', ''],
    ['Die Alarme wechseln von Nagios auf Prometheus', 'Nagios'],
    ['Alarms are only flagged as deleted', ''],
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
