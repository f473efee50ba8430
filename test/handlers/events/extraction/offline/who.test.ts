import { describe, expect, it } from 'vitest';
import {
  candidatesIn,
  readSource,
} from '../../../../../src/handlers/events/extraction/offline/candidates.ts';
import type { Candidate } from '../../../../../src/handlers/events/extraction/offline/features/context.ts';
import { extractOffline } from '../../../../../src/handlers/events/extraction/offline/index.ts';
import { chooseActors } from '../../../../../src/handlers/events/extraction/offline/who/choose.ts';
import { companyOf } from '../../../../../src/handlers/events/extraction/offline/who/company.ts';
import { followedBy } from '../../../../../src/handlers/events/extraction/offline/who/follows.ts';
import { actorOptions } from '../../../../../src/handlers/events/extraction/offline/who/options.ts';
import { personOf } from '../../../../../src/handlers/events/extraction/offline/who/person.ts';
import { registryOf } from '../../../../../src/handlers/events/extraction/offline/who/registry.ts';
import { sourceDocument } from '../../../../support/source-document.ts';

/** Who may act in the sentence with these words, each with its sources. */
function optionsFor(
  text: string,
  words: string,
  {
    type = 'doc',
    title = null as string | null,
    author = null as string | null,
    participants = [] as string[],
  } = {},
): Map<string, string[]> {
  const read = readSource(
    sourceDocument(text, { artifactType: type, title, author, participants, documentDate: '2026-03-02' }),
  );
  const { context, model, whole } = read;
  if (context === undefined) throw new Error('the language was not recognised');
  const candidate = all(candidatesIn(read)).find(({ unit }) => unit.text.includes(words));
  if (candidate === undefined) throw new Error(`no candidate has "${words}"`);
  const { options } = actorOptions(
    candidate,
    'Execution',
    context,
    registryOf(model, whole.text, context.language),
    companyOf(author, title, model, whole.text, context.language),
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

  it('are those of the line of names above a list', () => {
    const text = 'Changes\n\n* Ana Lopez and Ben Okri\n  - The lamps were replaced by brighter ones.\n';
    expect(optionsFor(text, 'lamps').get('Ana Lopez')).toContain('line');
    expect(optionsFor(text, 'lamps').get('Ben Okri')).toContain('line');
    const other = 'Changes\n\n* Lamps by Ben Okri\n  - The lamps were replaced by brighter ones.\n';
    expect(optionsFor(other, 'were replaced').get('Ben Okri')).not.toContain('line');
  });

  it('are named by all words of a group, and in other clauses', () => {
    expect([...optionsFor('Harbour staff repaired the broken lamp yesterday.', 'repaired').keys()]).toContain(
      'Harbour staff',
    );
    const clause = 'There were two evenings on which lamp keepers had to close the hall.';
    expect(optionsFor(clause, 'close').get('lamp keepers')).toContain('clause');
  });

  it('are read past the address of a link', () => {
    const text = 'Ana Lopez [repaired](https://example.org/Ben/Okri) the broken lamp in the hall.';
    expect([...optionsFor(text, 'broken').keys()]).toEqual(['Ana Lopez']);
  });

  it('are no initials of a thing, no kind of meeting, and no ordinary word of the text', () => {
    const text =
      'We need a Central Lamp Store (CLS) to help us.\n\nA Central Lamp Store (CLS) was set up in May.';
    expect(optionsFor(text, 'was set up').get('Central Lamp Store')).not.toContain('assigned');
    const options = optionsFor('The lamps were ordered.', 'ordered', { title: 'IRC meeting, 2 March 2026' });
    expect([...options.keys()]).not.toContain('IRC');
    const lamps =
      'All agree that Lamp is down. The lamp was replaced, and a lamp was lent. We saw that Lamp and the Lamp fail. We know the lamp.';
    expect([...optionsFor(lamps, 'We know', { title: 'Lamp' }).keys()]).not.toContain('Lamp team');
  });

  it('include a nick of three letters, and the name before "\'s"', () => {
    const text =
      "10:00 <hyc> The lamp is broken.\n10:01 <ben> this was an idea of hyc last week\n10:02 <cleo> it is hyc's lamp anyway, and we keep it\n";
    const options = (words: string) => [...optionsFor(text, words, { type: 'chat' }).keys()];
    expect(options('an idea')).toContain('hyc');
    expect(options('lamp anyway')).toContain('hyc');
  });

  it('are no pronoun with its verb, and no frequent word that its place gives a capital', () => {
    const told = "We've agreed to order lamps for the hall. They've offered to help us with the lamps.";
    expect([...optionsFor(told, 'agreed').keys()]).not.toContain("We've");
    for (const [text, word] of [
      ['Venue has been slow to send us its prices.', 'Venue'],
      ['Suggestion to order more lamps for the hall.', 'Suggestion'],
      ['Nevertheless, I ordered the lamps for the hall.', 'Nevertheless'],
      ['Responsible for the lamps in the hall and outside.', 'Responsible'],
      ['We ordered the lamps at the Next Day shop again.', 'Day'],
    ] as const)
      expect([text, [...optionsFor(text, text.slice(20, 30)).keys()]]).toEqual([
        text,
        expect.not.arrayContaining([word]),
      ]);
  });

  it('are those whom a frequent word is the name of', () => {
    const text =
      'Sparrow has ordered the lamps. We saw that Sparrow has paid. The lamps hang, so Sparrow is glad.';
    expect([...optionsFor(text, 'ordered').keys()]).toContain('Sparrow');
    expect([
      ...optionsFor('Sparrow has ordered the lamps.', 'ordered', { participants: ['Sparrow'] }).keys(),
    ]).toContain('Sparrow');
  });

  it.each([
    'Owner(s)',
    'Owners',
    'Assignee(s)',
    'Responsible(s)',
    'Owners / Leads',
    'Responsible persons',
    'Name(s)',
  ])('are named by the column "%s"', (head) => {
    const table = `| Task | ${head} | Notes |\n|---|---|---|\n| Order the lamps | Ana Lopez | soon |\n`;
    expect(optionsFor(table, 'Order the lamps').get('Ana Lopez')).toContain('owner');
  });

  it('are known from a table of those present, without role, affiliation and nickname', () => {
    const text =
      '# Attendance\n\n| Name (Affiliation) | Present |\n|---|---|\n| Chair: Ana Lopez (Harbour) | x |\n| WG: Lamps: Benedetta ("Nedda") Okri (Mill) | x |\n| SIG Halls: Cleo Wu ("Puck") | |\n\n# Tasks\n\n- Ana to order the lamps for the hall\n- Nedda to pay for all of the lamps\n- Puck to hang the lamps in the hall\n';
    expect([...optionsFor(text, 'order the lamps').keys()]).toContain('Ana Lopez');
    expect([...optionsFor(text, 'pay for').keys()]).toContain('Benedetta Okri');
    expect([...optionsFor(text, 'hang the lamps').keys()]).toContain('Cleo Wu');
  });

  it.each([
    'Ana gave a progress report:',
    'Ana reports:',
    'Ana reported on the lamps:',
    "Ana's weekly update:",
    'Update from Ana',
    'Ana presented an overview of the hall:',
  ])('are who reports what stands below "%s"', (line) => {
    const text = (mark: string) =>
      `Present: Ana Lopez, Ben Wu\n\n${mark} ${line}\n  - The lamps were ordered last week, and the price is fine.\n`;
    expect(optionsFor(text('#'), 'were ordered').get('Ana Lopez')).toContain('reporter');
    if (line.endsWith(':'))
      expect(optionsFor(text('*'), 'were ordered').get('Ana Lopez')).toContain('reporter');
  });

  it('are in a round those below whose name a point is nested, and none of those before', () => {
    const text =
      'Present: Ana Lopez, Ben Wu\n\n- Ana:\n  - Lamps:\n    - The lamps were ordered last week.\n  - The halls were painted last week.\n- Ben ordered new chairs for the hall.\n- The doors were closed last week.\n';
    expect(optionsFor(text, 'lamps were').get('Ana Lopez')).toContain('reporter');
    expect(optionsFor(text, 'halls were').get('Ana Lopez')).toContain('reporter');
    expect(optionsFor(text, 'doors were').get('Ana Lopez') ?? []).not.toContain('reporter');
  });

  it('are those by whom what a section says is presented', () => {
    const text =
      '## Motion 1\n\n- **Summary:** I would like to buy brighter lamps for the hall.\n- **Presented by:** Ana Lopez\n\n## Motion 2\n\n- **Summary:** The old lamps are to be sold to the mill.\n';
    expect(optionsFor(text, 'brighter lamps').get('Ana Lopez')).toContain('section');
    expect(optionsFor(text, 'old lamps').get('Ana Lopez') ?? []).not.toContain('section');
  });

  it('are nobody who reports, below what somebody does', () => {
    const text =
      'Present: Ana Lopez, Ben Wu\n\n# Ana gave the keys to Ben\n\n- The lamps were ordered last week.\n';
    expect([...optionsFor(text, 'were ordered').values()].flat()).not.toContain('reporter');
  });

  it('are the author for "I", and never the team', () => {
    const text =
      'Our team runs the hall. We like it. The team asked me to look after the lamps.\n\nI ordered my lamps in May.\n';
    const options = optionsFor(text, 'I ordered', { author: 'Ana Lopez' });
    expect([...options.keys()]).toEqual(['Ana Lopez']);
    expect([...optionsFor(text, 'We like', { author: 'Ana Lopez' }).keys()]).toContain('team');
  });

  it.each([
    ['2026 Q2 Lamp-Makers', 'We sold many lamps. We are Lamp-Makers.', 'Lamp-Makers'],
    ['Otterhall annual report 2025', 'We sold many lamps at Otterhall.', 'Otterhall'],
    ['OHBE annual report 2025', 'Two joined OtterHall Belgium. We sold many lamps.', 'OtterHall Belgium'],
    [null, 'The Otterhall Fund continues our mission. We sold many lamps.', 'Otterhall Fund'],
    ['News', 'At Otterhall, we like light. We sold many lamps.', 'Otterhall'],
  ])('are the organisation whose report it is for "we": %s', (title, text, name) => {
    expect(optionsFor(text, 'We sold', { title }).get(name)).toContain('reporting');
  });

  it.each([
    ['Weekly meeting', 'We sold many lamps at Otterhall.'],
    ['Status update', 'We sold many lamps at Otterhall.'],
    ['Otterhall 3.0', 'Otterhall gives us light. We sold many lamps.'],
    [
      'Otterhall annual report',
      'Many lamps of Otterhall were sold. We sold many lamps.'.replace('We', 'They'),
    ],
  ])('are no organisation that is only named: %s', (title, text) => {
    expect([...optionsFor(text, 'sold many', { title }).values()].flat()).not.toContain('reporting');
  });

  it('do not begin within a word', () => {
    const names = [
      ...optionsFor('We asked the EU legal team for an opinion on the new contract.', 'legal').keys(),
    ];
    expect(names).not.toContain('gal team');
  });
});

describe('a person', () => {
  it.each([
    ['The lamps hang on the wall.', 'en', 'none'],
    ['The US office ordered lamps.', 'en', 'none'],
    ['It helps us a lot.', 'en', 'we'],
    ['I’m ordering the lamps.', 'en', 'I'],
    ['On commande les lampes.', 'fr', 'we'],
    ['J’ai commandé les lampes.', 'fr', 'I'],
    ['Er hat die Lampen bestellt.', 'de', 'they'],
    ['Hemos pedido las lámparas.', 'es', 'we'],
    ['Pedíamos lámparas.', 'es', 'we'],
    ['Los últimos avisos.', 'es', 'none'],
  ] as const)('of "%s" in %s is %s', (text, language, person) => {
    expect(personOf(text, language)).toBe(person);
  });
});

it.each([
  ['Ana: the lamps', 'Ana', 'en', ['colon']],
  ['Ana to order lamps', 'Ana', 'en', ['to']],
  ['Otterbase a publié les lampes', 'Otterbase', 'fr', ['aux']],
  ['Otterbase annonce les lampes', 'Otterbase', 'fr', ['act']],
  ['Der Vorstand berichtet davon', 'Vorstand', 'de', ['act']],
  ['die Lampen von Otterbase', 'Otterbase', 'de', []],
] as const)('what follows the name in "%s" is read', (text, name, language, expected) => {
  expect(followedBy(text, name, language)).toEqual(expected);
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

/** Who each sentence is by. */
const ownersIn = (text: string) =>
  Object.fromEntries(
    extractOffline(sourceDocument(text, { artifactType: 'note' })).events.map(({ actors, evidence }) => [
      evidence[0]?.quote,
      actors.map(({ ref }) => ref),
    ]),
  );
const head = 'Date: Tuesday 3 November 2026\n\n';

describe('an owner', () => {
  it('is no topic that a list stands below', () => {
    const text = `# Meeting\n\n${head}Present: Ana Lopez, Ben Okafor\n\n* Core Promise APIs\n  * Making progress, will publish a draft next week.\n* Trace Events\n  * We will merge the patch.\n`;
    expect(ownersIn(text)).toEqual({
      'Making progress, will publish a draft next week.': [],
      'We will merge the patch.': [],
    });
  });

  it('keeps the initial that stands for a given name', () => {
    const text = `${head}M. Patel will call the bank. S. Novak will order chairs.\n\n| Action | Owner | Due |\n|---|---|---|\n| Call the insurer | M. Patel | 5 November |\n`;
    expect(ownersIn(text)).toMatchObject({
      'M. Patel will call the bank.': ['M. Patel'],
      'S. Novak will order chairs.': ['S. Novak'],
      'Call the insurer': ['M. Patel'],
    });
  });

  it('is not what is decided upon', () => {
    const text = `${head}Redis has been approved. Zustand has been adopted.\n\nDecision: we move to PostgreSQL\n\nThe motion was approved by Ana Lopez.\n`;
    expect(ownersIn(text)).toEqual({
      'Redis has been approved.': [],
      'Zustand has been adopted.': [],
      'Decision: we move to PostgreSQL': [],
      'The motion was approved by Ana Lopez.': ['Ana Lopez'],
    });
  });

  it('that says "I" is not who was named before', () => {
    const text = `# Notes\n\n${head}Anna Weber will send the report. I met J. Smith and M. Patel on Monday.\n`;
    expect(ownersIn(text)['I met J. Smith and M. Patel on Monday.'] ?? []).not.toContain('Anna Weber');
  });
});

describe('what one person tells of as "I"', () => {
  const events = (author: string | null, text: string) =>
    extractOffline(
      sourceDocument(text, { artifactType: 'postmortem', author, documentDate: '2026-03-02' }),
    ).events.flatMap(({ actors, evidence }) => [[evidence[0]?.quote, ...actors.map(({ ref }) => ref)]]);
  const text =
    '# Post-mortem of the new lamps\n\nI replaced our lamps with brighter ones in March.\n\nWhat I did before:\n\n- Went through the manual of the lamps\n- Added a test for the switches\n\nWhat went wrong:\n\n- This was an oversight on my part, I didn’t check the fuse.\n- I was having trouble with the fuse.\n';

  it('is done by the author where no subject is named', () => {
    expect(events('Ana Lopez', text)).toEqual(
      expect.arrayContaining([
        ['Went through the manual of the lamps', 'Ana Lopez'],
        ['Added a test for the switches', 'Ana Lopez'],
      ]),
    );
  });

  it('is never done by the team', () => {
    const told = `${text}\nThe team met. We like our team. Our team told us so.\n`;
    expect(
      events('Ana Lopez', told)
        .filter(([quote]) => /\bI\b/.test(quote ?? ''))
        .flat(),
    ).not.toContain('the team');
  });

  it('is by the author of front matter without the mark of a handle', () => {
    const model = readSource(
      sourceDocument(`---\ndate: 2026-03-02\nauthors: @ana\n---\n\n${text}`, { author: null }),
    ).model;
    expect(model.sender).toBe('ana');
  });
});
