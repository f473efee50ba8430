import { describe, expect, it } from 'vitest';
import type { SourceDocument } from '../../../../src/handlers/events/extraction/domain/event.ts';
import { readDocument } from '../../../../src/handlers/events/extraction/offline/document/read.ts';
import { readClause } from '../../../../src/handlers/events/extraction/offline/grammar/clause.ts';
import { extractOffline } from '../../../../src/handlers/events/extraction/offline/index.ts';
import { chooseActors } from '../../../../src/handlers/events/extraction/offline/who/choose.ts';
import { companyOf } from '../../../../src/handlers/events/extraction/offline/who/company.ts';
import { mentionsIn } from '../../../../src/handlers/events/extraction/offline/who/mentions.ts';
import { registryOf } from '../../../../src/handlers/events/extraction/offline/who/registry.ts';

const modelOf = (text: string, participants: string[] = []) =>
  readDocument(text, { type: 'doc', participants, author: null });
const registryFor = (text: string, participants: string[] = []) =>
  registryOf(modelOf(text, participants), text);
const mentioned = (text: string, participants: string[] = [], german = false) =>
  mentionsIn(text, registryFor(text, participants), undefined, german).map(({ name, place }) => [
    name,
    place,
  ]);

describe('who acts', () => {
  it('is one person or body under a short name that the text explains', () => {
    const registry = registryFor(
      'The Garden Oversight Board (“GOB”) met. Edda Holm (@ehbrain) took notes.\n\nGOB approved the plan.',
      ['Jean-Claude Maron'],
    );
    expect(registry.resolve('GOB')).toBe('Garden Oversight Board');
    expect(registry.resolve('ehbrain')).toBe('Edda Holm');
    expect(registry.resolve('JC')).toBe('Jean-Claude Maron');
  });

  it('is no one for an abbreviation whose letters are others', () => {
    expect(registryFor('The Garden Oversight Board (“XYZ”) met.').resolve('XYZ')).toBe('XYZ');
  });

  it('is named before the verb of a headline, with digits, or in small letters before a colon', () => {
    expect(mentioned('HC Suggests chat since it is quicker.', ['Hanna Carlsen'])[0]?.[0]).toBe('HC');
    expect(mentioned('KED4906 fixed typos in the tree.')[0]?.[0]).toBe('KED4906');
    expect(mentioned('_igno:_ half of it is unclear')).toContainEqual(['igno', 'label']);
    expect(mentioned('mamba: the solver is quicker now')).toContainEqual(['mamba', 'label']);
  });

  it('is a role in German, and the one by whom something is done', () => {
    expect(mentioned('Der Wahlleiter kann zwei Personen benennen.', [], true)).toContainEqual([
      'Wahlleiter',
      'party',
    ]);
    expect(mentioned('Die Listen werden durch den Versammlungsleiter verteilt.', [], true)).toContainEqual([
      'Versammlungsleiter',
      'by',
    ]);
    expect(mentioned('Vorbereitung der Einladung bis Freitag.', [], true)).toEqual([]);
  });

  it('is several only where they stand together', () => {
    const option = (ref: string, source: string) => ({ ref, features: [`source:${source}`] });
    const chosen = (sources: [string, string]) =>
      chooseActors(
        { options: [option('Ana', sources[0]), option('Ben', sources[1])], nobody: [] },
        () => Float64Array.from([2]),
        { ratio: 0.85, least: 0.2 },
      ).map(({ ref }) => ref);
    expect(chosen(['owner', 'owner'])).toEqual(['Ana', 'Ben']);
    expect(chosen(['subject', 'by'])).toEqual(['Ana']);
  });

  it('is the one whose name is the heading of what they report', () => {
    const source: SourceDocument = {
      artifactType: 'doc',
      title: 'Monthly meeting',
      author: null,
      participants: [],
      sourceTime: null,
      documentDate: '2026-03-04',
      pieces: [
        {
          chunkId: null,
          text: '#### Olivia:\n- Working a lot on the scheduler to avoid stalls\n- Will release the new version on Friday\n\n#### Thomas:\n- Fixed the failing build of the docs\n',
          start: 0,
        },
      ],
    };
    const actors = extractOffline(source).events.map((event) => event.actors.map(({ ref }) => ref));
    expect(actors.length).toBeGreaterThan(1);
    expect(new Set(actors.flat())).toEqual(new Set(['Olivia', 'Thomas']));
  });
});

describe('by whom something is done', () => {
  it.each([
    ['Der Plan wurde durch die Kassenprüfer bestätigt.', 'Kassenprüfer', true],
    ['Un plan sera établi par le SYNDIC.', 'SYNDIC', false],
    ['El plan fue aprobado por la ACME.', 'ACME', false],
    ['The plan was approved by the GOB.', 'GOB', false],
  ])('stands after an article: %s', (text, name, german) => {
    expect(mentioned(text, [], german)).toContainEqual([name, 'by']);
  });

  it('is a body behind the article that begins a sentence', () => {
    expect(mentioned('Le bureau propose une date.')).toContainEqual(['bureau', 'party']);
    expect(mentioned('La asociación propone una fecha.').map(([name]) => name)).not.toContain('La');
  });
});

describe('what is no name', () => {
  it.each([
    'We present the minor release of the tool.',
    "Can't think of any.",
    'Due to this, all was late.',
    'FIX of the articles',
    'Meeting on Friday.',
  ])('%s', (text) => {
    expect(mentioned(text)).toEqual([]);
  });

  it('is a group that only tells of what kind something is', () => {
    const text = 'Some user experience improved.';
    expect(mentionsIn(text, registryFor(text), readClause(text)).map(({ place }) => place)).not.toContain(
      'group',
    );
  });
});

describe('whom a document speaks for', () => {
  const companyFor = (text: string, author: string | null, title: string | null = null) =>
    companyOf(author, title, modelOf(text), text, 'en');

  it('is the organisation that signs it, not a person', () => {
    expect(companyFor('We moved the tools.', 'Garden Club e.V.')).toMatchObject({
      authors: [],
      body: 'Garden Club e.V.',
    });
    expect(
      companyFor('We moved. Radgarten was full. Radgarten grows, says Radgarten.', 'Radgarten Ulm').body,
    ).toBe('Radgarten Ulm');
    expect(companyFor('We moved the tools.', 'Edda Holm')).toMatchObject({
      authors: ['Edda Holm'],
      body: undefined,
    });
  });

  it('is a party whose host its links are to, before the thing that it tells of', () => {
    const text = [
      'This month we made the old Mower faster. With the new Mower, much works. We like the Mower.',
      'Thanks to all Garden Club members! See https://gardenclub.example/news and https://github.com/mower.',
    ].join('\n');
    expect(companyFor(text, null).project).toBe('Garden Club');
    expect(companyFor(text.replace('members', 'sheds'), null).project).toBe('Mower');
    expect(companyFor(text.replace('gardenclub.example', 'elsewhere.example'), null).project).toBe('Mower');
    const others = text.replace(/mower/giu, 'blade').replaceAll('Blade', 'blade');
    expect(companyFor(others.replace('members', 'sheds'), null).project).toBe('Garden Club');
  });

  it('is its own team, but not that of others', () => {
    expect(companyFor('The team decided to stay.', null).team).toBe(true);
    expect(companyFor('We asked the team of the vendor.', null).team).toBe(false);
  });

  it('is a body without the words for its minutes', () => {
    expect(companyFor('We met.', null, 'Minutes Garden Council meeting').body).toBe('Garden Council');
    expect(companyFor('Nous votons.', null, "Compte rendu de l'assemblée constitutive").body).toBe(
      'assemblée constitutive',
    );
  });
});

describe('when a release was made', () => {
  it('is said by the heading with its version, above the sections within', () => {
    const text =
      '1.4.1 (November 25, 2016)\n-------------------------\n\nFor packagers\n~~~~~~~~~~~~~\n\n- It depends on the new library.\n';
    const { blocks } = modelOf(text);
    expect(blocks.map(({ stamp }) => stamp)).toEqual([{ iso: '2016-11-25', from: 'heading' }]);
    expect(blocks[0]?.path.map((heading) => heading.text)).toEqual([
      '1.4.1 (November 25, 2016)',
      'For packagers',
    ]);
  });
});
