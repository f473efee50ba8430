import { expect, it } from 'vitest';
import { sourceFiles } from '../../support/source.ts';

it('every statement that reads texts of messages reads the packed ones as well', () => {
  const readers = sourceFiles()
    .filter(({ path }) => !path.startsWith('src/gateway/capture/transcripts/')) // messages of other programs
    .flatMap(({ path, code }) => code.split('`').map((text) => ({ path, text })))
    .filter(({ text }) => /\b(?:from|join) messages\b/.test(text) && /\bcontent\b(?! text\b)/.test(text));
  expect(readers.length).toBeGreaterThan(10);
  for (const { path, text } of readers)
    expect(text, path).toMatch(/\$\{(?:textOf|hasText)\(|\bpacked_texts\b/);
  const direct = sourceFiles().filter(
    ({ code }) => /\bm\.content\b/.test(code) && /\bpacked_at\b/.test(code),
  );
  // Nobody else names the column of messages: those that read packed texts, and those that write, pack and unpack them.
  expect(direct.map(({ path }) => path).sort()).toEqual([
    'src/db/conversations/follow-ups.ts',
    'src/db/conversations/packed-texts.ts',
    'src/db/postgres/delegated.ts',
    'src/db/retention/pack.ts',
  ]);
});
