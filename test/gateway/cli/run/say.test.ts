import { describe, expect, it } from 'vitest';
import { jsonText } from '../../../../src/gateway/cli/run/say.ts';
import { sourceFiles } from '../../../support/source.ts';

describe('what a command prints', () => {
  it('is JSON with the same values on a terminal, without what could change it, and as it is for programs', () => {
    const value = { title: 'a\u001b[2J\u007f\u009b31m\u061c\u202eb\u2069', 'k\u0085': ['ü', 1] };
    const shown = jsonText(value, 0, { isTTY: true });
    expect(shown).toBe('{"title":"a\\u001b[2J\\u007f\\u009b31m\\u061c\\u202eb\\u2069","k\\u0085":["ü",1]}');
    expect(JSON.parse(shown)).toEqual(value);
    expect(jsonText(value, 0, { isTTY: false })).toBe(JSON.stringify(value));
  });

  it('goes through what makes it harmless, unless nothing of it is stored', () => {
    const own = [
      'cli/completion/command.ts',
      'cli/demo.ts',
      'cli/help/help.ts',
      'cli/hook-settings.ts',
      'cli/mcp.ts', // messages of the protocol, read by a client
      'cli/people/open.ts',
      'cli/reindex.ts', // names of collections
      'cli/run/say.ts',
      'cli/run/signals.ts',
      'cli/setup-report.ts', // settings of the person who runs it
      'cli/setup.ts',
      'cli/terminal/page.ts', // what `answer` made
      'cli/uninstall.ts',
    ].map((path) => `src/gateway/${path}`);
    const printing = sourceFiles().filter(
      ({ path, code }) => path.startsWith('src/gateway/cli/') && /\bstd(out|err)\.write\(/.test(code),
    );
    expect(printing.map(({ path }) => path).filter((path) => !own.includes(path))).toEqual([]);
  });
});
