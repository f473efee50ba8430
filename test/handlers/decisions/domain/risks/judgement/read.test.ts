import { describe, expect, it } from 'vitest';
import { assertedIn } from '../../../../../../src/handlers/decisions/domain/risks/asserted.ts';
import { risksIn } from '../../../../../../src/handlers/decisions/domain/risks/judgement/read.ts';
import { pack } from '../../../../../../src/handlers/decisions/domain/risks/pack/index.ts';
import { harmless, lines, risky } from '../statements.ts';

const areasOf = (statement: string) => [...new Set(risksIn(statement).map(({ area }) => area))];

describe('risksIn', () => {
  it.each([
    ['Drop the users table in production tonight without a backup', 'data loss'],
    ['Store passwords in plain text', 'secrets'],
    ['Keep the API keys in the repository', 'secrets'],
    ['Run eval() on the input of the user', 'injection'],
    ['Encrypt the messages with our own cipher', 'crypto'],
    ['Passwords are not hashed', 'crypto'],
    ['Turn TLS verification off', 'crypto'],
    ['The backups can wait until after the launch', 'data loss'],
    ['Do not remove the hand-written crypto', 'crypto'],
  ])('sees the danger in: %s', (statement, area) => {
    expect(areasOf(statement)).toContain(area);
  });

  it.each([
    'Replace hand-written crypto with libsodium',
    'Never store passwords in plain text',
    'Drop the users table after a verified backup',
    'Plain-text passwords are forbidden',
    'No passwords are stored in plain text any more',
    'ECB must not be used',
    'TLS verification must never be disabled',
    'Do not deploy without a rollback plan',
    'Block merges without review',
    'Move the secrets from the repository to Vault',
    'Prevent SQL injection by using prepared statements',
    'Use bcrypt instead of MD5 for passwords',
    'Stop deleting backups',
  ])('sees none in: %s', (statement) => {
    expect(risksIn(statement).map(({ id }) => id)).toEqual([]);
  });

  it('tells risky statements from harmless ones about the same dangers', () => {
    const count = (sets: Record<string, string>) => {
      const all = Object.values(sets).flatMap(lines);
      return { all: all.length, flagged: all.filter((line) => risksIn(line).length > 0).length };
    };
    const bad = count(risky);
    const good = count(harmless);
    expect(bad.flagged / bad.all).toBeGreaterThan(0.9);
    expect(good.flagged / good.all).toBeLessThan(0.05);
  });

  it('reads a long text in time proportional to its length', () => {
    const time = (length: number) => {
      const text = 'never drop, delete or skip the backup of '.repeat(length / 40);
      const start = performance.now();
      risksIn(text);
      return performance.now() - start;
    };
    time(4000);
    expect(time(20_000)).toBeLessThan(2000);
  });
});

describe('assertedIn', () => {
  it('leaves out what is refused, removed, replaced or guarded against', () => {
    expect(assertedIn('Use jose rather than a hand-written JWT')).not.toContain('jwt');
    expect(assertedIn('Never use MongoDB; keep PostgreSQL')).not.toContain('mongodb');
    expect(assertedIn('Replace MongoDB with PostgreSQL')).toContain('postgresql');
    expect(assertedIn('Run the migration without testing')).toContain('without testing');
    const moved = assertedIn('Move the orders from MongoDB to PostgreSQL');
    expect(moved).not.toContain('mongodb');
    expect(moved).toContain('postgresql');
  });
});

describe('the pack', () => {
  it('has an id, a source and an advice for every rule', () => {
    expect(new Set(pack.map(({ id }) => id)).size).toBe(pack.length);
    for (const rule of pack) {
      expect(rule.id).toMatch(/^risk_[a-z_]+$/);
      expect(rule.source).toMatch(/^https:/);
      expect(rule.recommendation.length).toBeGreaterThan(20);
    }
  });
});
