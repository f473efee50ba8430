import { describe, expect, it } from 'vitest';
import { hintedWords } from '../../../../../src/handlers/decisions/domain/options/hints.ts';

const hints = (statement: string) =>
  Object.fromEntries(hintedWords(statement).map(({ text, hints: of }) => [text, of]));

describe('what is known of a word besides its meaning', () => {
  it('is whether it names an option, and what the grammar makes of it', () => {
    const { Move, Rollbar, Sentry, the } = hints('Move the alerts from Rollbar to Sentry');
    // Known, what is left, rejected, with a capital; known, chosen, with a capital.
    expect(Rollbar).toEqual(expect.arrayContaining([0, 4, 8, 11]));
    expect(Sentry).toEqual(expect.arrayContaining([0, 6, 11]));
    expect(Sentry).not.toContain(8);
    expect(Move).toEqual([10]);
    expect(the).toEqual([13]);
  });

  it('is how it is written', () => {
    const { iOS, S3, named } = hints('Builds of iOS read S3 and named files');
    expect(iOS).toContain(12);
    expect(S3).toContain(12);
    expect(named).toEqual([]);
  });
});
