import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../../../src/handlers/events/extraction/offline/document/language.ts';
import { plain } from '../../../../../src/handlers/events/extraction/offline/document/lines.ts';
import { readDocument } from '../../../../../src/handlers/events/extraction/offline/document/read.ts';
import { registryOf } from '../../../../../src/handlers/events/extraction/offline/who/registry.ts';

const read = (text: string, type = 'doc', participants: string[] = []) => {
  const model = readDocument(text, { type, participants, author: null });
  return {
    model,
    blocks: model.blocks.map((block) => ({ ...block, text: text.slice(block.start, block.end) })),
  };
};

describe('a text without its marks', () => {
  it.each([
    ['**Add** _lock_timeout_ to the `runner`', 'Add lock_timeout to the runner'],
    ['set lock_timeout = 5s and MAX__SIZE', 'set lock_timeout = 5s and MAX__SIZE'],
    ['__Decided__: *we* stay', 'Decided: we stay'],
    ['(_see_ [the plan](https://example.org/a_b))', '(see the plan)'],
  ])('of %j is %j', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });
});

describe('the document model', () => {
  it('takes the day of a heading above all for that of the document, not of its entries', () => {
    const { blocks, model } = read(
      '# 2026-03-04: mill down\n\nThe mill stood still.\n\n## 2026-03-05\n\nIt turned again.\n\n## Causes\n\nThe belt was old.\n',
    );
    expect(model.date).toBe('2026-03-04');
    expect(blocks.map(({ stamp }) => stamp?.iso)).toEqual([undefined, '2026-03-05', undefined]);
  });

  it('gives items their headings, depth, box and the item they are nested in', () => {
    const { blocks, model } = read(
      '# Sync, 4 March 2026\n\n## Action items\n- [ ] Ana to call the vendor\n  - [x] find the number\n\n## Risks\n1. Only one engineer knows it\n',
    );
    expect(
      blocks.map(({ text, path, depth, box, parent }) => [text, path.at(-1)?.announces, depth, box, parent]),
    ).toEqual([
      ['Ana to call the vendor', 'Commitment', 0, 'open', undefined],
      ['find the number', 'Commitment', 1, 'done', 'Ana to call the vendor'],
      ['Only one engineer knows it', 'QualityRisk', 0, undefined, undefined],
    ]);
    expect([blocks[0]?.stamp, model.date]).toEqual([undefined, '2026-03-04']);
  });

  it('reads a row of a table as a record', () => {
    const { blocks } = read(
      '| # | Action | Owner | Due |\n|---|---|---|---|\n| 1 | Label the cold shelf | Pieter | 15 July |\n',
    );
    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([['row', 'Label the cold shelf']]);
    expect(blocks[0]?.cells.map(({ head, text }) => [head, text])).toEqual([
      ['', '1'],
      ['action', 'Label the cold shelf'],
      ['owner', 'Pieter'],
      ['due', '15 July'],
    ]);
  });

  it.each([
    ['Ana Lopez: We decided to wait.', 'Ana Lopez'],
    ['[10:02:11] ana.lopez: We decided to wait.', 'ana.lopez'],
    ['Ana (10:02): We decided to wait.', 'Ana'],
    ['10:02 <ana> We decided to wait.', 'ana'],
    ['**Ana:** We decided to wait.', 'Ana'],
    ['Ana Lopez  10:02 AM\nWe decided to wait.', 'Ana Lopez'],
    ['[2026-03-04 10:02] Ana: We decided to wait.', 'Ana'],
    ['[2026-03-04T10:02:11.987Z]\t<Ana_Lopez>\tWe decided to wait.', 'Ana_Lopez'],
    ['10:02 <Transcriber> Ana: We decided to wait.', 'Ana'],
    ['00:01:07 SPEAKER 2: We decided to wait.', 'SPEAKER 2'],
  ])('knows who speaks in %j', (line, speaker) => {
    const { blocks } = read(line, 'transcript');
    expect(blocks.map((block) => [block.speaker, block.text])).toEqual([[speaker, 'We decided to wait.']]);
  });

  it('knows who commented on an issue, and when', () => {
    const { blocks } = read(
      'ana · comment · 2026-03-04\nI will fix it.\n\nben · comment · 2026-03-05\nThanks a lot!\n',
    );
    expect(blocks.map(({ speaker, stamp, text }) => [speaker, stamp?.iso, text])).toEqual([
      ['ana', '2026-03-04', 'I will fix it.'],
      ['ben', '2026-03-05', 'Thanks a lot!'],
    ]);
  });

  it('gives quoted text of a mail to its author, and leaves out header and signature', () => {
    const { blocks, model } = read(
      [
        'From: Karin Holm <karin@example.org>',
        'To: Pete <pete@example.org>',
        'Date: Wed, 4 Mar 2026 17:02:00 +0000',
        'Subject: Slate',
        '',
        'Hi Pete,',
        '',
        'I will send you the drawings',
        'by 20 March.',
        '',
        'On Mon, 2 Mar 2026 at 17:02, Pete wrote:',
        '> We decided to use marble.',
        '',
        'Best regards,',
        'Karin Holm',
        'We deliver quality.',
      ].join('\n'),
      'email',
    );
    expect(blocks.map(({ kind, speaker, text }) => [kind, speaker, text])).toEqual([
      ['message', 'Karin Holm', 'I will send you the drawings\nby 20 March.'],
      ['quoted', 'Pete', 'We decided to use marble.'],
    ]);
    expect([model.sender, model.recipient, model.date?.slice(0, 10)]).toEqual([
      'Karin Holm',
      'Pete',
      '2026-03-04',
    ]);
  });

  it('gives each depth of a quotation to whom the line above it names, on the day it was written', () => {
    const { blocks } = read(
      [
        'From: Karin Holm <karin@example.org>',
        'To: Pete <pete@example.org>',
        'Date: Wed, 11 Nov 2026 09:02:00 +0000',
        '',
        'I will read it.',
        '',
        'On Mon, 2 Nov 2026 at 18:02, Pete <pete@example.org> wrote:',
        '> I will send the draft tomorrow.',
        '>',
        '> On Sun, 1 Nov 2026, Carla Weiss',
        '> <carla@example.org> wrote:',
        '>> I will book the room today.',
        '>>> It is old.',
        '> I will call the vendor.',
      ].join('\n'),
      'email',
    );
    expect(
      blocks.slice(1).map(({ speaker, stamp, text }) => [speaker, stamp?.iso.slice(0, 10), text]),
    ).toEqual([
      ['Pete', '2026-11-02', 'I will send the draft tomorrow.'],
      ['Carla Weiss', '2026-11-01', 'I will book the room today.'],
      ['Karin Holm', undefined, 'It is old.'],
      ['Pete', '2026-11-02', 'I will call the vendor.'],
    ]);
  });

  it.each([
    '[fixed the bug]: https://example.org/1',
    '[fixed the bug]: ./bugs/1.md "The bug"',
    '* **GitHub Issue**: <https://example.org/issues/1>',
    '- **Pull request:** https://example.org/pull/1',
  ])('skips a line that only says where something is: %s', (line) => {
    expect(read(`We waited.\n\n${line}\n`).blocks.map(({ text }) => text)).toEqual(['We waited.']);
  });

  it('keeps a sentence that ends in a link', () => {
    expect(read('* Fixed the bug: https://example.org/issues/1\n').blocks).toHaveLength(1);
  });

  it('skips code, comments, front matter, links and what is struck out', () => {
    const { blocks, model } = read(
      '---\ndate: 2026-03-04\ntitle: x\n---\n\n```\nwe decided to crash\n```\n<!--\nhidden\n-->\n[a]: https://example.org\n- ~~drop it~~\n\nWe kept this sentence, which is long enough to stay.\n',
    );
    expect(blocks.map(({ text }) => text)).toEqual(['We kept this sentence, which is long enough to stay.']);
    expect(model.date).toBe('2026-03-04');
  });

  it('gives the entries of a timeline their time of day', () => {
    const { model } = read(
      '## Timeline\n\n### 2026-03-02 08:54\n\nThe new version is deployed to all regions.\n\n### 18:45\n\nThe queue grows and builds are late.\n\n## Notes\n\n- 2026-03-03 07:01 UTC\n    The last build has finished without errors.\n',
    );
    expect(model.blocks.flatMap(({ stamp }) => (stamp?.from === 'entry' ? [stamp.iso] : []))).toEqual(
      expect.arrayContaining(['2026-03-02T08:54:00Z', '2026-03-02T18:45:00Z', '2026-03-03T07:01:00Z']),
    );
  });

  it('reads speakers in escaped brackets, and takes no count of votes for one', () => {
    const chat = read(
      '**\\<ana>** I merged the fix today.\n**\\<ben>** About bugs: we wait for a release.\n**\\<ana>** Next meeting: in two weeks.\n',
      'chat',
    );
    expect(chat.blocks.map(({ speaker }) => speaker)).toEqual(['ana', 'ben', 'ana']);
    const votes = read(
      '**Ja: 15**\n**Enthaltung: 2**\nAna wird gewählt.\n\n**Enthaltung: 1**\nBen wird gewählt.\n\n**Enthaltung: 0**\nCem wird gewählt.\n',
    );
    expect(votes.blocks.every(({ speaker }) => speaker === undefined)).toBe(true);
  });

  it('resolves short names, handles and initials to the fullest name', () => {
    const { model } = read('## Present\n* Ana Lopez (@ana)\n* Michael Ficarra (MF)\n', 'doc', [
      'Ben van Dam',
    ]);
    const { resolve } = registryOf(model, '');
    expect(['ana', '@ana', 'Ana', 'MF', 'Ben', 'B. Dam', 'Unknown'].map(resolve)).toEqual([
      'Ana Lopez',
      'Ana Lopez',
      'Ana Lopez',
      'Michael Ficarra',
      'Ben van Dam',
      'Ben van Dam',
      'Unknown',
    ]);
  });

  it('knows who says an item by name, first name, initials or handle', () => {
    const { blocks } = read(
      '# Weekly\n\n## Present\n\n* Hana Zeller\n* Ruben Gupta\n* Claudia (klaudia7), Piet Bos (pbos)\n\n## Topics\n\n* HZ: Does anybody plan to be there?\n* Ruben: I can go.\n* pbos: So can I.\n* Costs: nothing yet.\n',
    );
    expect(blocks.slice(-4).map(({ speaker }) => speaker)).toEqual([
      'Hana Zeller',
      'Ruben Gupta',
      'Piet Bos',
      undefined,
    ]);
  });

  it('reads comments whose head is a long link, and names in italics, but no sentence as a name', () => {
    const { blocks } = read(
      `#### [Mira Lopez (May 25 2018 at 12:22)](https://chat.example/${'x'.repeat(150)}):\nBecause they will say: why is it not there?\n\n_piet:_ We should tag it.\n`,
      'chat',
      ['Mira Lopez', 'pietvdbos'],
    );
    expect(blocks.map(({ speaker, text }) => [speaker, text])).toEqual([
      ['Mira Lopez', 'Because they will say: why is it not there?'],
      ['piet', 'We should tag it.'],
    ]);
  });

  it('goes on with the one whose words a scribe passed on', () => {
    const { blocks } = read(
      '16:26:07 <nik> Greta: the tests are done.\n16:26:31 <nik> ... the docs are next.\n16:27:00 <tall> +1 to that plan\n16:27:09 <nik> Thanks all\n',
      'chat',
    );
    expect(blocks.map(({ speaker }) => speaker)).toEqual(['Greta', 'Greta', 'tall', 'nik']);
  });

  it('reads the messages of a mailbox one by one, whichever field their headers begin with', () => {
    const { blocks } = read(
      'From: "Bos, Piet" <piet@example.org>\nTo: list@example.org\nDate: Tue, 6 Jan 1998 23:44:38 -0500\n\nPlease comment on the draft.\n\n--\nPiet\n\nDate: Fri, 09 Jan 1998 08:37:59 -0600\nFrom: Mira Lopez <mira@example.org>\nTo: list@example.org\n\nThe draft reads well.\n',
      'email',
    );
    expect(blocks.map(({ speaker, stamp, text }) => [speaker, stamp?.iso.slice(0, 10), text])).toEqual([
      ['Piet Bos', '1998-01-06', 'Please comment on the draft.'],
      ['Mira Lopez', '1998-01-09', 'The draft reads well.'],
    ]);
  });

  it('takes no sentence above a rule for a heading', () => {
    const { blocks } = read('### Vote\n---\n**Yes: 15**\nMira Lopez is elected chair.\n---\n');
    expect(blocks.at(-1)?.text).toContain('Mira Lopez is elected chair.');
  });

  it('does not take addresses for words of a language', () => {
    expect(
      languageOf(`${'vertrieb@kontor.de\n'.repeat(20)}Das ist noch nicht fertig und wir haben es heute.`),
    ).toBe('de');
  });
});

describe('the language of a text', () => {
  it.each([
    ['en', 'We decided that the team will move to the new office in May.'],
    ['de', 'Wir haben beschlossen, dass das Team im Mai in das neue Büro zieht.'],
    ['fr', "Nous avons décidé que l'équipe sera dans le nouveau bureau en mai."],
    ['es', 'Hemos decidido que el equipo se muda a la nueva oficina en mayo.'],
    ['it', 'Abbiamo deciso che il gruppo si trasferisce nella nuova sede, che è più grande della vecchia.'],
  ])('%s', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });
  it('is undetermined in another script', () => {
    expect(languageOf('Мы решили, что команда переедет в новый офис в мае, потому что он больше.')).toBe(
      'und',
    );
  });
});
