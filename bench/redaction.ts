import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { redactText } from '../src/gateway/redaction/index.ts';
import * as commands from './redaction/commands.ts';
import * as files from './redaction/files.ts';
import { filled, leaks } from './redaction/fill.ts';
import * as plain from './redaction/plain.ts';
import * as spoken from './redaction/spoken.ts';
import { formats, fresh } from './redaction-formats.ts';
import { type Bench, rounded, table } from './support.ts';

/** Random values per format. */
const values = 40;

/** Recall for secrets of known formats, false positives in code, and speed. */
export const redaction: Bench = {
  name: 'redaction',
  async run({ code, places }) {
    recall(places !== undefined);
    recallByPlace();
    const lines = await falseMarks(
      code === undefined ? ['node_modules'] : code.split(','),
      places !== undefined,
    );
    speed(lines);
  },
};

/** Every second format is held back: rules are developed only with the others. */
function recall(places: boolean): void {
  const rows = formats.map(([name, text], i) => {
    let found = 0;
    for (let n = 0; n < values; n += 1) {
      const made = fresh(text);
      if (!redactText(made.text, {}).includes(made.secret)) found += 1;
    }
    return { name, held: i % 2 === 1, share: found / values };
  });
  const of = (chosen: typeof rows) => ({
    formats: chosen.length,
    recall: rounded(chosen.reduce((sum, { share }) => sum + share, 0) / chosen.length, 3),
    'missed in part or whole': chosen
      .filter(({ share }) => share < 0.9)
      .map(({ name }) => name)
      .join(', '),
  });
  table('Secrets found', [
    { half: 'looked at', ...of(rows.filter(({ held }) => !held)) },
    {
      half: 'held back',
      ...of(rows.filter(({ held }) => held)),
      ...(places
        ? {}
        : {
            'missed in part or whole': `${rows.filter(({ held, share }) => held && share < 0.9).length} formats`,
          }),
    },
    { half: 'all', ...of(rows), 'missed in part or whole': '' },
  ]);
}

/** Recall by where a secret stands: every second format is held back. */
function recallByPlace(): void {
  const rows = Object.entries({ ...files, ...commands, ...spoken, ...plain }).map(([place, list]) => {
    const shares = list.map((format) => {
      let found = 0;
      for (let n = 0; n < values; n += 1) {
        const { text, secrets } = filled(format);
        const result = redactText(text, {});
        if (!secrets.some((secret) => leaks(secret, result))) found += 1;
      }
      return found / values;
    });
    const mean = (held: number) => {
      const half = shares.filter((_, i) => i % 2 === held);
      return rounded(half.reduce((sum, share) => sum + share, 0) / half.length, 3);
    };
    return { place, formats: list.length, 'looked at': mean(0), 'held back': mean(1) };
  });
  table('Secrets found, by place', rows);
}

const kinds =
  /\.(?:[cm]?[jt]sx?|py|java|go|rs|rb|php|c|h|cc|cpp|cs|kt|swift|scala|sh|sql|css|html|xml|ya?ml|json|toml|ini|md|rst|txt|properties)$/;
const largest = 300_000;
const mostBytes = 60_000_000;

async function* filesIn(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((x, y) => (x.name < y.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== '.git') yield* filesIn(path);
    else if (entry.isFile() && kinds.test(entry.name)) yield path;
  }
}

/** False positives in public code; this is an upper bound, since real secrets there count too. */
async function falseMarks(folders: string[], places: boolean): Promise<string[]> {
  const texts: string[] = [];
  const rows = [];
  for (const folder of folders) {
    let bytes = 0;
    let lines = 0;
    const found: Record<string, number> = {};
    for await (const path of filesIn(resolve(folder))) {
      const text = await readFile(path, 'utf8');
      if (text.length > largest || bytes > mostBytes) continue;
      bytes += text.length;
      lines += text.split('\n').length;
      texts.push(text);
      if (!places) {
        redactText(text, found);
        continue;
      }
      for (const line of redactText(text, found).split('\n'))
        if (line.includes('[redacted:') && !text.includes(line))
          process.stdout.write(`${path}: ${line.slice(0, 240)}\n`);
    }
    const marks = Object.values(found).reduce((sum, each) => sum + each, 0);
    rows.push({
      folder,
      lines,
      marks,
      'in 10,000 lines': rounded((marks / lines) * 10_000),
      kinds: JSON.stringify(found),
    });
  }
  table('Marks in code', rows);
  return texts;
}

function speed(texts: string[]): void {
  const sample = texts.slice(0, 2000);
  const bytes = sample.reduce((sum, text) => sum + text.length, 0);
  for (const text of sample.slice(0, 200)) redactText(text, {});
  // CPU time, which other processes on the machine do not affect.
  const begun = process.cpuUsage();
  for (const text of sample) redactText(text, {});
  const { user, system } = process.cpuUsage(begun);
  const ms = (user + system) / 1000;
  table('Speed', [{ megabytes: rounded(bytes / 1e6), 'MB/s': rounded(bytes / 1000 / ms, 1) }]);
}
