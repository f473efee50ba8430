import { readFileSync } from 'node:fs';
import { createDangerReader } from '../src/gateway/llm/local/danger-reader.ts';
import { openModel, readFitted } from '../src/gateway/llm/local/model-file.ts';
import { risksIn } from '../src/handlers/decisions/domain/risks/judgement/read.ts';
import { cuesOf } from '../src/handlers/decisions/domain/risks/polarity.ts';

/**
 * How well the firewall's pack tells risky statements from others: `npx tsx bench/firewall.ts <labelled.jsonl> [--wrong] [--words]`,
 * one `{"text", "risky", "area"}` or `{"statement", "dangerous", "kind"}` a line. Prints precision, recall and F1, and recall by area; `--wrong` lists the errors,
 * `--words` leaves the local model out.
 */
const [path, ...flags] = process.argv.slice(2);
if (path === undefined) throw new Error('Give a file of labelled statements.');

type Labelled = { text: string; risky: boolean; area: string | null; mentions?: string | null };
type Stated = { statement: string; dangerous: boolean; kind: string };
const labelOf = (line: Labelled | Stated): Labelled =>
  'text' in line
    ? line
    : { text: line.statement, risky: line.dangerous, area: line.kind === 'none' ? null : line.kind };
const reader = flags.includes('--words')
  ? undefined
  : createDangerReader(await readFitted('dangers'), await openModel('all-minilm-l6-v2'));
const labelled = readFileSync(path, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => labelOf(JSON.parse(line)))
  .map((one) => ({ ...one, rules: risksIn(one.text, '', reader?.read(one.text)) }));

const print = (line: string) => process.stdout.write(`${line}\n`);
const share = (part: number, whole: number) => (whole === 0 ? '   –' : (part / whole).toFixed(2));

function figures(name: string, of: typeof labelled): string {
  const hit = of.filter(({ risky, rules }) => risky && rules.length > 0).length;
  const flagged = of.filter(({ rules }) => rules.length > 0).length;
  const risky = of.filter((one) => one.risky).length;
  const f1 = share(2 * hit, flagged + risky);
  return `${name.padEnd(30)} n ${String(of.length).padStart(3)}  precision ${share(hit, flagged)}  recall ${share(hit, risky)}  F1 ${f1}`;
}

print(figures('all', labelled));
const areas = [...new Set(labelled.map(({ area, mentions }) => area ?? mentions ?? 'ordinary'))].sort();
for (const area of areas)
  print(
    figures(
      area,
      labelled.filter((one) => (one.area ?? one.mentions ?? 'ordinary') === area),
    ),
  );
const cues = (text: string) =>
  cuesOf(text)
    .found.map(({ name, polarity }) => `${name}${polarity === 1 ? '+' : polarity === 0 ? '0' : '-'}`)
    .join(' ');
if (flags.includes('--wrong'))
  for (const { text, risky, rules } of labelled.filter((one) => one.risky !== one.rules.length > 0))
    print(
      `\n${risky ? 'missed' : 'false '} ${text}\n       ${rules.map(({ id }) => id).join(' ')}\n       ${cues(text)}`,
    );
