import { describe, expect, it } from 'vitest';
import { isNote } from '../../../src/gateway/capture/transcripts/formats/basic-memory.ts';
import { itemsOf, readItem } from '../../../src/gateway/capture/transcripts/formats/basic-memory-note.ts';
import { instant } from '../../../src/gateway/capture/transcripts/formats/record-values.ts';

describe('a list item of a note', () => {
  it.each([
    ['[tech] Uses SQLite #storage', { category: 'tech', tags: ['storage'], context: undefined }],
    ['[two words] A fact (its source)', { category: 'two words', tags: [], context: 'its source' }],
    ['Only a tag #here', { category: 'Note', tags: ['here'] }],
    ['[note] (all context)', { category: 'note', context: 'all context' }],
    ['implements [[Search Design]]', { relation: 'implements', target: 'Search Design' }],
    [`'in response to' [[Incident]] (of May)`, { relation: 'in response to', context: 'of May' }],
    ['[[Bare]]', { relation: 'links_to', target: 'Bare' }],
  ])('%s says something', (item, told) => {
    expect(readItem(item)).toMatchObject(told);
  });

  it.each([
    '[ ] a task',
    '[X] a task',
    '[-] a task',
    '[/] a task',
    '[text](url)',
    '[00:01:02] a spoken line',
    '[empty] ',
    '[no(t] a category',
    'no tag, no category',
    'issue # 7',
    'prose that names [[A Link]]',
    'type [[Target]] and more',
    'type [[Target]] (one) (two)',
    'type [[]]',
    'type [[open',
    ']] [[',
  ])('%s says nothing', (item) => {
    expect(readItem(item)).toBeUndefined();
  });

  it('may go on in the next line, and is no code or quotation', () => {
    const text = [
      '---',
      'title: x',
      '- [front] matter',
      '---',
      '- first',
      '  goes on',
      '',
      '  does not',
      '* second',
      'not either',
      '> - quoted',
      '~~~',
      '- code',
      '```',
      '- still code',
      '~~~',
      '12. third',
      '  - nested',
      '-no item',
    ].join('\n');
    expect(itemsOf(text)).toEqual(['first goes on', 'second', 'third', 'nested']);
  });
});

describe('a note', () => {
  it.each([
    ['---\ntitle: A\ntype: note\npermalink: a/b\n---\n', true],
    ['\uFEFF---\r\ntype: note\r\npermalink: "a"\r\n---\r\n', true],
    ['---\ntype: page\npermalink: /about/\n---\n', false],
    ['---\ntype: page\npermalink: https://example.org/about\n---\n', false],
    ['---\ntype: note\n---\npermalink: a\n', false],
    ['---\ntype: note\npermalink: a\n', false],
    ['# type: note', false],
    ['', false],
  ])('%j is one: %s', (text, is) => {
    expect(isNote(text)).toBe(is);
  });
});

describe('a time of another product', () => {
  it.each([
    [1765000000.25, '2025-12-06T05:46:40.250Z'],
    [1765000000250, '2025-12-06T05:46:40.250Z'],
    ['2024-07-26T10:29:36.630547-07:00', '2024-07-26T17:29:36.630Z'],
    ['2025-12-06T05:46:40.250000', '2025-12-06T05:46:40.250Z'],
    ['2025-12-06 05:46:40', '2025-12-06T05:46:40.000Z'],
    ['2025-12-06', '2025-12-06T00:00:00.000Z'],
    ['last summer', undefined],
    ['2025-13-45', undefined],
    [`2025-12-06${' '.repeat(1e6)}`, undefined],
    [1e300, undefined],
    [Number.NaN, undefined],
    [null, undefined],
    [{}, undefined],
  ])('%j is %s', (value, time) => {
    expect(instant(value)).toBe(time);
  });
});
