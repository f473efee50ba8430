import { describe, expect, it } from 'vitest';
import { mattersRelate } from '../../../../src/handlers/decisions/domain/likeness/matters/compare.ts';
import { craft } from '../../../../src/handlers/decisions/domain/likeness/matters/craft.ts';
import { operations } from '../../../../src/handlers/decisions/domain/likeness/matters/operations.ts';
import { teamwork } from '../../../../src/handlers/decisions/domain/likeness/matters/teamwork.ts';
import { readGiven } from '../../../../src/handlers/decisions/domain/likeness/text.ts';

const mattersIn = (statement: string) =>
  readGiven({ statement, alternatives: [], domain: 'general' }).matters;

describe('the matters that decisions are about', () => {
  it.each([
    ['Count items, no estimates', 'We forecast with Monte Carlo from now on', 'same'],
    ['GitHub Actions assumes roles over OIDC', 'Pods use workload identities', 'same'],
    ['Compare screenshots with Percy', 'Chromatic checks the stories', 'same'],
    ['Rewrite the app in Flutter', 'Native apps for both, with SwiftUI and Compose', undefined],
    ['Move to on-call by the squads: you build it, you run it', 'The ops team takes first line', undefined],
    ['Remove the coverage gate', 'Line coverage becomes a hard gate', 'opposite'],
    ['Passkeys come first', 'No more passkeys', 'opposite'],
  ] as const)('relates "%s" and "%s"', (asked, found, how) => {
    expect(mattersRelate(mattersIn(asked), mattersIn(found))).toBe(how);
  });

  it.each(Object.entries({ teamwork, craft, operations }))(
    'lists each term of a way of %s once',
    (_, list) => {
      const lines = list.trim().split('\n');
      for (const line of lines) expect(line).toMatch(/^[a-z][a-z0-9 -]*\.[a-z ]*: \S/);
      const terms = lines.flatMap((line) => {
        const of = line.slice(line.indexOf(': ') + 2).split(', ');
        return of.filter((term, i) => of.indexOf(term) !== i || term.trim() !== term || term === '');
      });
      expect(terms).toEqual([]);
    },
  );
});
