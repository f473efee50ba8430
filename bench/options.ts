import { readFileSync } from 'node:fs';
import { createLog } from '../src/gateway/deps.ts';
import { markOptions } from '../src/gateway/llm/local/options.ts';
import { wordsOf } from '../src/handlers/decisions/domain/options/names/words.ts';
import { namedOption } from '../src/handlers/decisions/domain/options/read.ts';
import { readDecision } from '../src/handlers/decisions/options.ts';

/**
 * How well the options of decisions are read: `npx tsx bench/options.ts <labelled.jsonl>... [--grammar] [--wrong]`, one
 * `{"id", "text", "alternatives", "chosen", "given_up"}` a line, where the last two hold for each option the names that are right for it, or the only one.
 * A name read counts as right where it and a labelled one stand for the same option, or one has the words of the other beside each other. Prints how many of
 * the options read are right, how many of those labelled are found, how many are read the wrong way round (chosen for given up
 * or the reverse), and how many statements are wholly right; `--wrong` lists the others. With `--grammar`, without the local model.
 */
type Labelled = {
  id: string;
  text: string;
  alternatives?: string[];
  chosen: (string | string[])[];
  given_up: (string | string[])[];
};
type Role = 'chosen' | 'rejected';
type Judged = {
  one: Labelled;
  read: { name: string; role: Role }[];
  right: number;
  turned: string[];
  extra: string[];
  missed: string[];
};

const flags = process.argv.slice(2).filter((one) => one.startsWith('--'));
const paths = process.argv.slice(2).filter((one) => !one.startsWith('--'));
if (paths.length === 0) throw new Error('Give files of labelled statements.');

const deps = { markOptions: flags.includes('--grammar') ? undefined : markOptions, log: createLog('warn') };

const normal = (name: string): string =>
  ` ${wordsOf(name)
    .map(({ stem }) => stem)
    .filter((stem) => stem !== '')
    .join(' ')} `;
const same = (a: string, b: string): boolean =>
  namedOption(a).key === namedOption(b).key || normal(a).includes(normal(b)) || normal(b).includes(normal(a));

async function judge(one: Labelled): Promise<Judged> {
  const { options } = await readDecision(
    { statement: one.text, alternatives: one.alternatives },
    deps,
    'stored',
  );
  const read = options.map(({ name, role }) => ({
    name,
    role,
  }));
  const labels = [
    ...one.chosen.map((names) => ({ names: [names].flat(), role: 'chosen' as Role })),
    ...one.given_up.map((names) => ({ names: [names].flat(), role: 'rejected' as Role })),
  ];
  const meets = ({ name }: { name: string }, { names }: { names: string[] }) =>
    names.some((label) => same(label, name));
  const rightly = read.filter((option) =>
    labels.some((label) => label.role === option.role && meets(option, label)),
  );
  const turned = read.filter(
    (option) => !rightly.includes(option) && labels.some((label) => meets(option, label)),
  );
  const extra = read.filter((option) => !rightly.includes(option) && !turned.includes(option));
  const missed = labels.filter(
    (label) => !read.some((option) => option.role === label.role && meets(option, label)),
  );
  const text = ({ name, role }: { name: string; role: Role }) => `${role === 'chosen' ? '+' : '-'}${name}`;
  return {
    one,
    read,
    right: rightly.length,
    turned: turned.map(text),
    extra: extra.map(text),
    missed: missed.map(({ names, role }) => text({ name: names[0] ?? '', role })),
  };
}

const share = (part: number, whole: number) => (whole === 0 ? '   –' : (part / whole).toFixed(3));
const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0);

for (const path of paths) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const judged: Judged[] = [];
  for (const line of lines) if (line.trim() !== '') judged.push(await judge(JSON.parse(line) as Labelled));
  const read = sum(judged.map((one) => one.read.length));
  const labels = sum(judged.map(({ one }) => one.chosen.length + one.given_up.length));
  const found = labels - sum(judged.map(({ missed }) => missed.length));
  const turned = sum(judged.map((one) => one.turned.length));
  const whole = judged.filter((one) => one.turned.length + one.extra.length + one.missed.length === 0).length;
  const [precision, recall] = [sum(judged.map(({ right }) => right)) / read, found / labels];
  process.stdout.write(
    `${path}: ${judged.length} statements, precision ${share(precision, 1)}, recall ${share(recall, 1)}, F1 ${share(2 * precision * recall, precision + recall)}, ` +
      `wrong way round ${turned} of ${labels}, wholly right ${share(whole, judged.length)}\n`,
  );
  if (flags.includes('--wrong'))
    for (const { one, turned: wrongWay, extra, missed } of judged)
      if (wrongWay.length + extra.length + missed.length > 0)
        process.stdout.write(
          `\n${one.id} ${one.text}${(one.alternatives ?? []).length > 0 ? ` {${one.alternatives?.join('; ')}}` : ''}\n   ` +
            `${wrongWay.length > 0 ? `TURNED ${wrongWay.join(', ')}  ` : ''}${extra.length > 0 ? `extra ${extra.join(', ')}  ` : ''}${missed.length > 0 ? `missed ${missed.join(', ')}` : ''}\n`,
        );
}
