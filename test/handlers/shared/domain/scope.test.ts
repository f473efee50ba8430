import { describe, expect, it } from 'vitest';
import { scopeOf } from '../../../../src/handlers/shared/domain/scope.ts';

describe('the scope of an experience', () => {
  it.each([
    'The npm install failed on CI',
    'Changed src/loans/period.ts',
    'Fixed it in ./scripts/build.sh',
    'The value lives in tsconfig.json',
    'In this repository tests run first',
    'Rebuilt the Docker image',
    'Looked into ~/notes first',
    'Moved everything under lib/loans/ again',
  ])('is project: %s', (text) => expect(scopeOf(text)).toBe('project'));

  it.each([
    'Asked the user before deleting anything',
    'Short answers and/or lists are preferred',
    'A yes/no question gets a yes/no answer',
    'See https://example.org/style for the style',
    'Estimates of 3/4 were too low e.g. for long tasks',
    'The client/server split was explained twice',
  ])('is user: %s', (text) => expect(scopeOf(text)).toBe('user'));
});
