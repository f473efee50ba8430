import { describe, expect, it } from 'vitest';
import { salience } from '../../../../src/handlers/experience/domain/salience.ts';

const plain = {
  confidence: 1,
  confirmations: 0,
  contradictions: 0,
  uses: 0,
  ageDays: 0,
  proof: 'confirmed' as const,
};

describe('salience', () => {
  it('is the confidence of a fresh, unused, unconfirmed and uncontradicted experience', () => {
    expect(salience(plain)).toBe(1);
    expect(salience({ ...plain, confidence: 0.8 })).toBe(0.8);
    expect(salience({ ...plain, confidence: null })).toBe(0.5);
    expect(salience({ ...plain, confidence: 0 })).toBe(0.05);
  });

  it('halves in 180 days and with one contradiction', () => {
    expect(salience({ ...plain, ageDays: 180 })).toBe(0.5);
    expect(salience({ ...plain, ageDays: 360 })).toBe(0.25);
    expect(salience({ ...plain, contradictions: 1 })).toBe(0.5);
    expect(salience({ ...plain, contradictions: 3, ageDays: 180 })).toBe(0.125);
  });

  it('grows with confirmations and, less, with use', () => {
    expect(salience({ ...plain, confirmations: 1 })).toBeCloseTo(1 + Math.LN2, 12);
    expect(salience({ ...plain, uses: 1 })).toBeCloseTo(1 + Math.LN2 / 4, 12);
  });

  it('keeps the order of two experiences as time passes', () => {
    const used = { ...plain, confidence: 0.4, uses: 20, ageDays: 100 };
    const trusted = { ...plain, confidence: 0.9, ageDays: 300 };
    const order = (days: number) =>
      salience({ ...used, ageDays: used.ageDays + days }) /
      salience({ ...trusted, ageDays: trusted.ageDays + days });
    expect(order(1000)).toBeCloseTo(order(0), 10);
  });
});
