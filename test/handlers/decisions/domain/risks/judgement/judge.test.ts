import { describe, expect, it } from 'vitest';
import { statements } from '../../../../../../scripts/dangers/statements.ts';
import { firewall } from '../../../../../../src/handlers/decisions/domain/firewall.ts';
import { risksIn } from '../../../../../../src/handlers/decisions/domain/risks/judgement/read.ts';

const proposal = (statement: string, context?: string) => ({ statement, context, domain: 'infra' });

describe('the judgement of whole statements', () => {
  it('warns of dangers that no case of the pack describes, with rule, source, advice and the words that weighed', () => {
    const { warnings } = firewall(proposal('Cancel the weekly restore drill, everyone is busy'), []);
    const risk = warnings.find(({ type }) => type === 'risk');
    expect(risk?.rule).toMatch(/^risk_/);
    expect(risk?.evidence).toMatch(/^Known danger: https:.*; by the words ".+"/);
    expect(risk?.recommendation).toMatch(/\w/);
  });

  it.each([
    'Tune the disk alarms of the billing cluster so that they fire when somebody has to act',
    'Use Redis for sessions',
    'Keep the stock list in Mongo',
    'Do not use Nomad for a team of two',
    'Rewrite the invoice service in Go',
    'Nehmt PostgreSQL statt MongoDB für die Bestellungen',
    '数据库使用 PostgreSQL',
    'Disable root login over SSH',
    'Disable guest login',
  ])('is silent on: %s', (statement) => {
    expect(risksIn(statement)).toEqual([]);
  });

  it('is silent, whatever its meaning seems to be, where a weak way in is closed or what is public is published', () => {
    for (const statement of ['Disable password login over SSH', 'Expose the public API as GraphQL'])
      expect(risksIn(statement, '', 3)).toEqual([]);
    expect(risksIn('Allow root login over SSH', '', 3)).not.toEqual([]);
    expect(risksIn('Expose the admin API to the public', '', 0)).toMatchObject([{ id: 'risk_open_service' }]);
  });

  it('is silent on a plain use unless its meaning says that it is dangerous', () => {
    for (const use of [
      'Use PostgreSQL full text search in invoices',
      'Show all orders of a customer on one page',
    ]) {
      expect(risksIn(use, '', 0.6)).toEqual([]);
      expect(risksIn(use, '', 3)).toMatchObject([{ when: [] }]);
    }
    // More is said than what is used: an unsafe act, or that something is left out.
    expect(risksIn('Use the search text of users directly in the SQL', '', 2.2)).not.toEqual([]);
    expect(risksIn('Show full card numbers in the invoice list', '', 0.6)).not.toEqual([]);
  });

  it('warns more softly where the meaning says what no rule and no word does, and says so', () => {
    const statement = 'Choose the cheaper of two ways to host the wiki';
    expect(risksIn(statement)).toEqual([]);
    const { warnings } = firewall({ ...proposal(statement), danger: 9 }, []);
    expect(warnings).toMatchObject([
      {
        type: 'risk',
        severity: 'low',
        evidence: expect.stringMatching(/^Likely by its meaning as a whole; /),
      },
    ]);
  });

  it('is silent where the meaning speaks against a danger that the words suspect', () => {
    const statement = 'Cancel the weekly restore drill, everyone is busy';
    expect(risksIn(statement)).not.toEqual([]);
    expect(risksIn(statement, '', -9)).toEqual([]);
  });

  it('can be dismissed like every rule', () => {
    const statement = 'Cancel the weekly restore drill, everyone is busy';
    const [risk] = risksIn(statement);
    const dismissed = new Set([risk?.id ?? '']);
    expect(firewall(proposal(statement), [], undefined, dismissed).warnings).toEqual([]);
  });

  it('reads the reasoning too, where a case of the pack describes the danger', () => {
    const risks = risksIn('Go live on Monday', 'We will store the passwords in plain text for now.');
    expect(risks.map(({ area }) => area)).toContain('secrets');
  });

  it('has statements of every kind to be fitted to, none of them twice', () => {
    const all = statements();
    expect(all.length).toBeGreaterThan(2500);
    expect(all.filter(({ risky }) => risky).length / all.length).toBeGreaterThan(0.35);
    const texts = all.map(({ text }) => text);
    expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
  });

  it('tells the statements from public sources apart', () => {
    const of = statements().filter(({ author }) => author === 'by-source.jsonl');
    const hit = of.filter(({ text, risky }) => risky && risksIn(text).length > 0).length;
    const flagged = of.filter(({ text }) => risksIn(text).length > 0).length;
    const risky = of.filter((one) => one.risky).length;
    expect((2 * hit) / (flagged + risky)).toBeGreaterThan(0.9);
  });
});
