import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedMessages } from '../../../src/gateway/capture/messages/stored.ts';
import { parse } from '../../../src/gateway/capture/transcripts/decode/json.ts';
import { type FoundFile, findFiles } from '../../../src/gateway/capture/transcripts/find-files.ts';
import { importFiles } from '../../../src/gateway/capture/transcripts/import.ts';
import { verifyFiles } from '../../../src/gateway/capture/transcripts/verify.ts';
import { fixture, forget, storeOf } from '../../support/capture.ts';
import { useLake } from '../../support/lake.ts';
import { chatgptExport } from '../../support/moves/web-chatgpt.ts';
import { claudeExport } from '../../support/moves/web-claude.ts';

const lake = useLake();
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dewey-hostile-'));
});
afterEach(async () => {
  await rm(root, { recursive: true });
  await forget(lake);
});

/** A seeded generator, so that a failing file can be made again. */
function below(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** Values of another kind than a reader expects, or at the edge of what can be stored. */
const strange = () => [
  null,
  0,
  -1,
  1e300,
  true,
  '',
  'x',
  [],
  {},
  [[]],
  [null],
  { text: null },
  'NUL \0 and half a pair \ud800',
  'i'.repeat(5000),
  '+275760-09-13T00:00:00.000Z',
  '2026-02-31T10:00:00Z',
  'May 5',
  JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`),
];

/** The value with some of its parts replaced or left out. */
function spoilt(value: unknown, random: (most: number) => number, one: number): unknown {
  if (random(one) === 0) return strange()[random(strange().length)];
  if (Array.isArray(value)) return value.map((item) => spoilt(item, random, one));
  if (typeof value === 'string' && /^[[{]/.test(value)) {
    const inner = parse(value);
    return inner === undefined ? value : JSON.stringify(spoilt(inner, random, one));
  }
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(() => random(4 * one) !== 0);
  return Object.fromEntries(kept.map(([key, item]) => [key, spoilt(item, random, one)]));
}

const spoiltText = (path: string, text: string, random: (most: number) => number, one: number): string => {
  const whole = path.endsWith('.json') ? parse(text) : undefined;
  if (whole !== undefined) return JSON.stringify(spoilt(whole, random, one));
  return text
    .split('\n')
    .map((line) => {
      const value = parse(line);
      return value === undefined ? line : JSON.stringify(spoilt(value, random, one));
    })
    .join('\n');
};

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => /\.jsonl?$/.test(name));

/** The folder of a fixture, or one with the files of whole web exports. */
async function folderOf(history: string): Promise<string> {
  if (history !== webExports) return fixture(history);
  const folder = join(root, 'made');
  for (const files of [claudeExport(40).files, chatgptExport(40).files])
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
  return folder;
}

const webExports = 'web exports';

describe.each([
  webExports,
  'claude-code',
  'other-agents',
  ...[
    'codex',
    'gemini',
    'qwen-code',
    'copilot-cli',
    'vscode-chat',
    'cline',
    'roo-code',
    'cline-sessions',
    'opencode-files',
    'cursor-agent',
  ].map((agent) => `agents/${agent}`),
])('a history of %s with values of other kinds', (history) => {
  it('is stored as far as it can be read, counted otherwise, and verified', {
    timeout: 120_000,
  }, async () => {
    const random = below(history.length);
    const from = await folderOf(history);
    const names = await filesIn(from);
    expect(names.length).toBeGreaterThan(0);
    let sum = 0;
    for (const one of [400, 100, 25, 8]) {
      const folder = join(root, String(one));
      await cp(from, folder, { recursive: true });
      for (const name of names) {
        const text = await readFile(join(folder, name), 'utf8');
        await writeFile(join(folder, name), spoiltText(name, text, random, one));
      }
      const found: FoundFile[] = await findFiles([folder]);
      const stored = storedMessages(lake.db.sql);
      const memory = { stored, remember: async () => true };
      const report = await importFiles(found, storeOf(lake), { memory });
      expect(report.failed).toEqual([]);
      sum += report.stored;
      const again = await importFiles(found, storeOf(lake), { memory });
      expect(again).toMatchObject({ stored: 0, failed: [] });
      for (const product of Object.values(again.products ?? {})) expect(product.stored).toBe(0);
      await verifyFiles(found, stored);
      await forget(lake);
    }
    expect(sum).toBeGreaterThan(10);
  });
});
