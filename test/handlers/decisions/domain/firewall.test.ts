import { describe, expect, it } from 'vitest';
import { matching } from '../../../../src/handlers/decisions/domain/antipatterns.ts';
import { builtIn } from '../../../../src/handlers/decisions/domain/built-in.ts';
import { firewall, type Proposal } from '../../../../src/handlers/decisions/domain/firewall.ts';

const known = builtIn.map((pattern) => ({ ...pattern, failures: 0, total: 0 }));

const check = (proposal: Partial<Proposal>, team?: number) =>
  firewall(
    {
      statement: 'Use PostgreSQL for the user database',
      domain: 'database',
      alternatives: ['MongoDB', 'SQLite'],
      ...proposal,
    },
    known,
    team === undefined ? undefined : { name: 'all', evidence: '', rate: team, option: false },
  );

const forEach = 'Send the mails in forEach with async callbacks';

describe('firewall', () => {
  it('blocks low confidence without alternatives', () => {
    const { status, riskScore, warnings } = check({ confidence: 0.3, alternatives: [] });
    expect(status).toBe('block');
    expect(riskScore).toBeCloseTo(0.467, 3); // (1 + .4) / 3
    expect(warnings.map(({ severity }) => severity)).toEqual(['critical', 'medium']);
  });

  it('cautions for one antipattern and blocks for two', () => {
    const one = check({ confidence: 0.8, statement: forEach });
    expect(one.status).toBe('caution');
    expect(one.riskScore).toBeCloseTo(0.233, 3);
    const two = check({ confidence: 0.8, statement: `${forEach}, and sign a custom JWT` });
    expect(two.status).toBe('block');
    expect(two.riskScore).toBeCloseTo(0.467, 3);
  });

  it('clears a considered decision', () => {
    expect(check({ confidence: 0.8 })).toEqual({ warnings: [], status: 'clear', riskScore: 0 });
  });

  it('only notes low confidence with alternatives', () => {
    const { status, warnings } = check({ confidence: 0.49 });
    expect([status, warnings[0]?.severity]).toEqual(['clear', 'low']);
    expect(check({ confidence: 0.5 }).warnings).toEqual([]);
  });

  it('warns of certainty only with high confidence', () => {
    const statement = 'This will definitely scale to our load';
    expect(check({ statement, confidence: 0.85 }).warnings).toEqual([]);
    expect(check({ statement, confidence: 0.9 }).warnings[0]?.type).toBe('certainty_language');
  });

  it('warns of haste, and cautions for two medium warnings', () => {
    const { status, warnings } = check({
      statement: 'Quick fix: cache the session in memory',
      alternatives: ['x'],
    });
    expect(warnings.map(({ type }) => type).sort()).toEqual(['few_alternatives', 'time_pressure']);
    expect(status).toBe('caution');
  });

  it('compares confidence with the rate of the team, if there is one', () => {
    const { warnings } = check({ confidence: 0.9, domain: 'auth' }, 0.75);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ type: 'overconfidence', severity: 'medium' });
    expect(warnings[0]?.message).toContain('0.90');
    expect(warnings[0]?.recommendation).toContain('0.80');
    expect(check({ confidence: 0.85 }, 0.75).warnings).toEqual([]); // exactly .10 above
    expect(check({ confidence: 0.9 }).warnings).toEqual([]);
  });

  it('never exceeds a risk of 1', () => {
    const { riskScore } = check(
      {
        statement: `${forEach}; custom JWT; N+1; SQLite in production with concurrent writers; untested migration`,
        confidence: 0.2,
        alternatives: [],
      },
      0.05,
    );
    expect(riskScore).toBe(1);
  });
});

describe('antipatterns', () => {
  it.each([
    ['ap_foreach_async', 'items.forEach(async (item) => save(item)) in the importer'],
    ['ap_handwritten_crypto', 'Implement JSON Web Tokens from scratch'],
    ['ap_handwritten_crypto', 'Write our own encryption'],
    ['ap_n_plus_one', 'Load comments with one query per row'],
    ['ap_sqlite_writers', 'Using SQLite for production with >1 concurrent connection'],
    ['ap_untested_migration', 'Run the schema migration without testing'],
  ])('%s is seen in: %s', (id, text) => {
    expect(matching({ statement: text }, known).map((found) => found.id)).toEqual([id]);
  });

  it.each([
    'Use SQLite for unit tests',
    'Use forEach over the list of names',
    'Use PostgreSQL instead of SQLite with concurrent writers in production',
    'Use jose rather than a hand-written JWT',
    'The asynchronously loaded page uses a forEachRow helper', // not a whole word
  ])('none is seen in: %s', (text) => {
    expect(matching({ statement: text }, known)).toEqual([]);
  });

  describe('learned of an option', () => {
    const learned = [{ id: 'ap_mongodb', terms: [['mongodb', 'mongo']], topic: 'for:mongodb' }];
    const seen = (statement: string, context?: string) =>
      matching({ statement, context }, learned).length > 0;

    it.each([
      'Store user profiles in MongoDB',
      'Session data goes to Mongo',
      'Keep MongoDB for the audit trail',
    ])('is seen where that is chosen: %s', (statement) => expect(seen(statement)).toBe(true));

    it.each([
      'Move the carts off MongoDB',
      'Shut down the MongoDB cluster',
      'MongoDB gives way to Postgres',
      'Convert the MongoDB collections to Postgres tables',
      'Postgres is better than MongoDB for us',
      'Postgres, because MongoDB failed three times',
      'Import the MongoDB data into Postgres',
      'Let MongoDB go',
      'Keep MongoDB out of the stack',
    ])('is not seen where it is left or something else is chosen: %s', (statement) =>
      expect(seen(statement)).toBe(false),
    );

    it('is looked for in the reasons where the statement names no option of its kind', () => {
      expect(seen('Store the profiles in documents', 'We use MongoDB for it.')).toBe(true);
      expect(seen('Store the profiles in Postgres', 'MongoDB lost them twice.')).toBe(false);
    });
  });
});
