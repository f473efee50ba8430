import { describe, expect, it } from 'vitest';
import { harmless } from '../../../../src/gateway/cli/terminal/harmless.ts';
import { cutTo, screenOf, widthOf, wrap } from '../../../../src/gateway/cli/terminal/screen.ts';
import { table } from '../../../../src/gateway/cli/terminal/table.ts';
import { ago, dayOf } from '../../../../src/gateway/cli/terminal/when.ts';

const terminal = (columns = 80) => ({ isTTY: true, columns, rows: 24 });
const pipe = { isTTY: false, columns: 0, rows: 0 };

describe('a screen', () => {
  it('has colours on a terminal only, unless NO_COLOR or FORCE_COLOR says otherwise', () => {
    const coloured = (env: NodeJS.ProcessEnv, stream = terminal()) =>
      screenOf(env, stream).paint.bold('x') !== 'x';
    expect(coloured({})).toBe(true);
    expect(coloured({ NO_COLOR: '1' })).toBe(false);
    expect(coloured({ TERM: 'dumb' })).toBe(false);
    expect(screenOf({}, pipe).paint.bold('x')).toBe('x');
    expect(screenOf({ FORCE_COLOR: '1', NO_COLOR: '1' }, pipe).paint.bold('x')).not.toBe('x');
  });

  it('shows stored text without what could change the terminal', () => {
    expect(harmless('a\u001b[2J\u001b]0;title\u0007b\u0008c\u202ed\te\r\nf')).toBe('abcd  e\nf');
  });

  it('measures wide characters and cuts between them', () => {
    expect(widthOf('図書館')).toBe(6);
    expect(cutTo('図書館の本', 7)).toBe('図書館…');
    expect(cutTo('short', 10)).toBe('short');
  });

  it('breaks lines at spaces and keeps the indent of list items', () => {
    expect(wrap('- one two three four five six seven', 24)).toEqual([
      '- one two three four',
      '  five six seven',
    ]);
    expect(wrap('as it is', Number.POSITIVE_INFINITY)).toEqual(['as it is']);
  });
});

describe('a table', () => {
  const columns = [{ head: 'ID' }, { head: 'N', align: 'right' as const }, { head: 'TITLE', flexible: true }];
  const rows = [
    ['a1', '7', 'A title that is longer than the screen has room for'],
    ['b2', '1234', '短い'],
  ];

  it('fits the terminal by cutting flexible columns', () => {
    const text = table(screenOf({ NO_COLOR: '1' }, terminal(30)), columns, rows);
    expect(text.split('\n')).toEqual(['ID     N  TITLE', 'a1     7  A title that is lon…', 'b2  1234  短い']);
  });

  it('is never cut where no terminal is, and leaves empty columns out', () => {
    const text = table(screenOf({}, pipe), [...columns, { head: 'EMPTY' }], rows);
    expect(text).toContain('has room for');
    expect(text).not.toContain('EMPTY');
  });
});

describe('times', () => {
  const now = new Date(2026, 10, 23, 0, 30);
  const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

  it.each([
    [at(2026, 10, 23, 0, 29), '1 minute ago'],
    [at(2026, 10, 22, 22, 0), '2 hours ago'],
    [at(2026, 10, 21, 23, 0), '2 days ago'],
    [at(2026, 10, 22, 0, 10), 'yesterday'],
    [at(2026, 8, 1, 12, 0), '2026-09-01'],
    [at(2026, 10, 23, 3, 40), 'in 3 hours'],
  ])('%s is %s', (iso, words) => {
    expect(ago(iso, now)).toBe(words);
  });

  it('have days as headings', () => {
    expect(dayOf(at(2026, 10, 22, 22, 0), now)).toBe('Yesterday');
    expect(dayOf(at(2026, 10, 20, 22, 0), now)).toBe('Friday');
    expect(dayOf(at(2026, 8, 1, 12, 0), now)).toBe('2026-09-01, Tuesday');
  });
});
