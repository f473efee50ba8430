import { describe, expect, it } from 'vitest';
import {
  candidatesIn,
  readSource,
} from '../../../../../src/handlers/events/extraction/offline/candidates.ts';
import type { Candidate } from '../../../../../src/handlers/events/extraction/offline/features/context.ts';
import { chooseActors } from '../../../../../src/handlers/events/extraction/offline/who/choose.ts';
import { companyOf } from '../../../../../src/handlers/events/extraction/offline/who/company.ts';
import { actorOptions } from '../../../../../src/handlers/events/extraction/offline/who/options.ts';
import { registryOf } from '../../../../../src/handlers/events/extraction/offline/who/registry.ts';
import { sourceDocument } from '../../../../support/source-document.ts';

/** Who may act in the sentence with these words, each with its sources. */
function optionsFor(
  text: string,
  words: string,
  { type = 'doc', title = null as string | null, participants = [] as string[] } = {},
): Map<string, string[]> {
  const read = readSource(
    sourceDocument(text, { artifactType: type, title, participants, documentDate: '2026-03-02' }),
  );
  const { context, model, whole } = read;
  if (context === undefined) throw new Error('the language was not recognised');
  const candidate = all(candidatesIn(read)).find(({ unit }) => unit.text.includes(words));
  if (candidate === undefined) throw new Error(`no candidate has "${words}"`);
  const { options } = actorOptions(
    candidate,
    'Execution',
    context,
    registryOf(model, whole.text),
    companyOf(null, title, model, whole.text, context.language),
  );
  return new Map(
    options.map(({ ref, features }) => [
      ref,
      features.flatMap((name) => (name.startsWith('source:') ? [name.slice('source:'.length)] : [])),
    ]),
  );
}
function all(reading: Generator<undefined, Candidate[]>): Candidate[] {
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

describe('those who may act', () => {
  it('include whom "he" points back to', () => {
    const options = optionsFor(
      '## Storage\n\n- Ana Lopez reported that the new index is slow.\n- She will measure it again on Friday with more data.',
      'She will measure',
    );
    expect(options.get('Ana Lopez')).toContain('earlier');
  });

  it('include those in brackets at the end of the heading, and no heading of a list', () => {
    const options = optionsFor(
      '# Outage\n\n## Repair (Ana)\n\n### Disk\n\n- SECURITY\n  - The full disk has been replaced by a larger one.\n',
      'full disk',
    );
    expect(options.get('Ana')).toContain('section');
    expect([...options.values()].flat()).not.toContain('parent');
  });

  it('are none where the column of owners says so, not the author', () => {
    const table = (owner: string) =>
      `Authors: Ana Lopez, Ben Wu\n\n| What | Owner | Due |\n|---|---|---|\n| Write a runbook for rollbacks | ${owner} | |\n`;
    for (const owner of ['unassigned', 'TBD', '—', '', 'n/a'])
      expect([owner, ...optionsFor(table(owner), 'Write a runbook').keys()]).toEqual([owner]);
    expect(optionsFor(table('Ben'), 'Write a runbook').get('Ben Wu')).toContain('owner');
  });

  it('are looked for behind the state of a task', () => {
    const options = optionsFor(
      '## Actions\n\n- Completed: Ben van Dam to order the shelves for the reading room.',
      'Ben',
      {
        participants: ['Ben van Dam'],
      },
    );
    expect(options.get('Ben van Dam')?.[0]).toMatch(/^(?:label|subject|opener)$/);
  });

  it('are not whom a message addresses', () => {
    const options = optionsFor(
      '[10:01] ana: the build is broken\n[10:02] ben: @ana I fixed the build this morning\n[10:03] ana: thanks a lot for that',
      'I fixed the build',
      { type: 'chat' },
    );
    expect(options.get('ana')).toContain('vocative');
    expect(options.get('ben')).toContain('speaker');
  });

  it('include people that only their part names', () => {
    const options = optionsFor(
      'The attacker published a second package from the account of the maintainer.',
      'attacker',
    );
    expect([...options.keys()].some((name) => name.endsWith('attacker'))).toBe(true);
  });

  it('are the team of the project for "we", where the title names it', () => {
    const title = 'Otterbase 3.0';
    const text =
      'Today the Otterbase team releases version 3.0. With Otterbase you need no server. All tests of Otterbase pass, and those from Otterbase too. We removed the old importer.';
    expect(optionsFor(text, 'We removed', { title }).has('Otterbase team')).toBe(true);
  });

  it('do not begin within a word', () => {
    const names = [
      ...optionsFor('We asked the EU legal team for an opinion on the new contract.', 'legal').keys(),
    ];
    expect(names).not.toContain('gal team');
  });
});

describe('choosing who acts', () => {
  const option = (ref: string, score: number, source = 'subject') => ({
    ref,
    features: [`${ref}:${score}`, `source:${source}`],
  });
  const scorer = (features: readonly string[]) =>
    Float64Array.of(
      features.reduce((sum, name) => sum + (name.startsWith('source:') ? 0 : Number(name.split(':')[1])), 0),
    );

  it('takes those that stand where the first does and are about as probable', () => {
    const options = [
      option('Ana', 3),
      option('Ben', 2.95),
      option('Cem', 1),
      option('Dana', 2.99, 'heading'),
    ];
    const chosen = chooseActors({ options, nobody: [] }, scorer, { ratio: 0.85, least: 0.25 });
    expect(chosen.map(({ ref }) => ref)).toEqual(['Ana', 'Ben']);
  });

  it('takes no one where that is more probable', () => {
    const options = [option('Ana', 1)];
    expect(chooseActors({ options, nobody: ['no one:4'] }, scorer, { ratio: 0.85, least: 0.25 })).toEqual([]);
  });
});
