import { describe, expect, it } from 'vitest';
import { isDuty } from '../../../../../src/handlers/events/extraction/offline/duty.ts';
import { extractOffline } from '../../../../../src/handlers/events/extraction/offline/index.ts';
import { sourceDocument } from '../../../../support/source-document.ts';

describe('what a contract binds a party to do', () => {
  it('is a commitment, due by a day that it names', () => {
    const text =
      '# Service Agreement\n\nThis Agreement is made on 5 January 2026 between Acme Ltd ("Supplier") and Kiosk GmbH ("Customer").\n\n1. The Customer shall pay 40,000 EUR within 14 days of signature.\n2. The Customer must return the old kiosks before 1 March 2027.\n';
    const { events } = extractOffline(sourceDocument(text, { artifactType: 'contract' }));
    expect(
      events.map(({ category, due, evidence }) => [evidence[0]?.quote, category, due?.slice(0, 10) ?? null]),
    ).toEqual(
      expect.arrayContaining([
        ['The Customer shall pay 40,000 EUR within 14 days of signature.', 'Commitment', null],
        ['The Customer must return the old kiosks before 1 March 2027.', 'Commitment', '2027-03-01'],
      ]),
    );
  });

  it('is not what it may not do, what it is, nor what anybody else must do', () => {
    expect(isDuty('2.1 (a) The Supplier shall promptly deliver the kiosks.')).toBe(true);
    expect(isDuty('The Customer shall not resell the kiosks.')).toBe(false);
    expect(isDuty('The Supplier shall be liable for damage.')).toBe(false);
    expect(isDuty('The customer must have decided this.')).toBe(false);
    expect(isDuty('We must return the kiosks.')).toBe(false);
  });
});
