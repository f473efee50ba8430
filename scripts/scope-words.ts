/**
 * Counts which words public projects use of mending and which of making something new, from the kinds of their commits
 * (`fix: …`, `feat: …`), and writes them beside the judgement of digressions:
 *
 *     npx tsx scripts/scope-words.ts folder-with-repositories
 *
 * Every folder below it with a `.git`, or that is one, is read. Only words and their weights are kept: the logarithm of how
 * much commoner a word is on one side, each project counting alike. The same repositories give the same file.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { weighedWords } from '../src/handlers/reasoning/domain/scope/slant.ts';

const mending = new Set(['fix', 'perf', 'test', 'revert', 'bugfix', 'hotfix', 'security']);
const making = new Set(['feat', 'feature', 'docs', 'doc', 'style', 'refactor', 'i18n', 'design', 'ui']);
/** A project counts with at most so many commits of each side, and only with at least so many. */
const mostCommits = 800;
const leastCommits = 40;
/** A word in fewer projects is one of theirs. */
const leastProjects = 8;
const leastCount = 12;
const smoothing = 4;
const leastWeight = 0.25;
const mostWeight = 1.5;
const step = 0.25;

type Side = { commits: number; words: Map<string, number> };
const side = (): Side => ({ commits: 0, words: new Map() });
const add = (words: Map<string, number>, word: string, count: number) =>
  words.set(word, (words.get(word) ?? 0) + count);

const trailer =
  /^\s*(?:co-authored|signed-off|reviewed|closes|fixes|https?:|#|\*? *(?:feat|fix|chore|docs|test|refactor)\b)/i;
const plain = (text: string) => text.replaceAll(/https?:\/\/\S+|`[^`]*`|\S*[/_.]\S+|#\d+/g, ' ');

function sidesOf(folder: string): [Side, Side] {
  const log = execFileSync('git', ['-C', folder, 'log', '--no-merges', '--format=%s%x00%b%x01'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const sides: [Side, Side] = [side(), side()];
  for (const entry of log.split('\u0001')) {
    const [subject = '', body = ''] = entry.trim().split('\u0000');
    const [, kind = '', title = ''] = /^(\w{2,12})(?:\([^)]*\))?!?: (.*)/.exec(subject) ?? [];
    const of = mending.has(kind.toLowerCase())
      ? sides[0]
      : making.has(kind.toLowerCase())
        ? sides[1]
        : undefined;
    if (!of) continue;
    const lines = body.split('\n').filter((line) => !trailer.test(line));
    of.commits += 1;
    for (const word of weighedWords(plain(`${title} ${lines.join('\n').slice(0, 800)}`)).keys())
      add(of.words, word, 1);
  }
  return sides;
}

const [from = ''] = process.argv.slice(2);
const folders = readdirSync(from)
  .flatMap((name) => [join(from, name), join(from, name, 'repo')])
  .filter((folder) => existsSync(join(folder, '.git')) || existsSync(join(folder, 'HEAD')))
  .sort();
const totals: [Side, Side] = [side(), side()];
const projects = new Map<string, number>();
let read = 0;
for (const folder of folders) {
  const sides = sidesOf(folder);
  if (sides.some(({ commits }) => commits < leastCommits)) continue;
  read += 1;
  for (const [i, { commits, words }] of sides.entries()) {
    const share = Math.min(1, mostCommits / commits);
    const total = totals[i] ?? side();
    total.commits += commits * share;
    for (const [word, count] of words) add(total.words, word, count * share);
  }
  for (const word of new Set(sides.flatMap(({ words }) => [...words.keys()]))) add(projects, word, 1);
}

const [mended, made] = totals;
const buckets = new Map<string, string[]>();
for (const [word, count] of [...projects].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const [mends = 0, makes = 0] = [mended.words.get(word), made.words.get(word)];
  if (count < leastProjects || mends + makes < leastCount) continue;
  const odds = ({ commits }: Side, times: number) =>
    Math.log((times + smoothing) / (commits + 2 * smoothing));
  const weight = odds(made, makes) - odds(mended, mends);
  if (Math.abs(weight) < leastWeight) continue;
  const rounded = Math.sign(weight) * Math.min(mostWeight, Math.round(Math.abs(weight) / step) * step);
  const name = rounded.toFixed(2);
  buckets.set(name, [...(buckets.get(name) ?? []), word]);
}
const weights = Object.fromEntries(
  [...buckets].sort(([a], [b]) => Number(a) - Number(b)).map(([weight, words]) => [weight, words.join(' ')]),
);
const to = new URL('../src/handlers/reasoning/domain/scope/words.json', import.meta.url);
writeFileSync(to, `${JSON.stringify({ weights }, null, 2)}\n`);
process.stdout.write(
  `${[...buckets.values()].flat().length} words of ${read} projects, ${Math.round(mended.commits)} and ${Math.round(made.commits)} commits\n`,
);
