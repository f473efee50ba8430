import { readFileSync } from 'node:fs';
import { localEmbedder } from '../src/gateway/llm/local/embedder.ts';
import { type Labelled, labelsOf } from '../src/handlers/reasoning/domain/intent/classify.ts';
import { type IntentLabel, intents } from '../src/handlers/reasoning/domain/intent/cues.ts';
import { factsIn } from '../src/handlers/reasoning/domain/intent/facts.ts';
import { goalOf } from '../src/handlers/reasoning/domain/intent/goal.ts';
import { measureCreep } from '../src/handlers/reasoning/domain/scope/scope-creep.ts';
import { judgeFacts } from './facts.ts';
import { type Bench, rounded, table } from './support.ts';

type Problem = { id: string; text: string; labels: IntentLabel[]; primary: IntentLabel; facts: string[] };
type Thought = { id: string; problem: string; thread: string[]; thought: string; drift: boolean };

/** How well problems and drifting thoughts are read, from labelled files with one JSON object a line. */
export const intent: Bench = {
  name: 'intent',
  async run({ problems, thoughts, show }) {
    if (problems === undefined && thoughts === undefined)
      process.stdout.write('Name the labelled files with --problems=file and --thoughts=file.\n');
    if (problems !== undefined) await read(linesOf(problems), show !== undefined);
    if (thoughts !== undefined) drift(linesOf(thoughts), show !== undefined);
  },
};

const linesOf = <Row>(file: string): Row[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));

const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const show1 = (line: string) => process.stdout.write(`${line}\n`);

async function read(rows: Problem[], show: boolean): Promise<void> {
  const vectors = await localEmbedder.embed(rows.map(({ text }) => text));
  const found = rows.map((row, i) => ({
    row,
    labels: labelsOf(row.text, vectors[i]),
    words: labelsOf(row.text),
    facts: factsIn(row.text),
  }));
  const isRight = ({ row }: { row: Problem }, [first]: readonly Labelled[]) =>
    first !== undefined && row.labels.includes(first.label);
  const primary = found.filter((one) => isRight(one, one.labels));
  const byWords = found.filter((one) => isRight(one, one.words));
  const exact = found.filter(({ row, labels }) => labels[0]?.label === row.primary);
  const goal = found.filter(({ row, labels }) =>
    row.labels.some((label) => goalOf([{ label }]) === goalOf(labels)),
  );
  const wanted = found.flatMap(({ row, facts }) =>
    row.facts.map((fact) => ({ row, fact, kept: facts.some(({ text }) => text.includes(flat(fact))) })),
  );
  const told = found.flatMap(({ row, labels }) => labels.map(({ label }) => row.labels.includes(label)));
  const known = found.flatMap(({ row, labels }) =>
    row.labels.map((label) => labels.some((one) => one.label === label)),
  );
  const share = (some: boolean[]) => rounded(some.filter(Boolean).length / Math.max(1, some.length));
  table(`${rows.length} problems`, [
    {
      'first label right': rounded(primary.length / rows.length),
      'by words alone': rounded(byWords.length / rows.length),
      'first is primary': rounded(exact.length / rows.length),
      'goal right': rounded(goal.length / rows.length),
      'labels: precision': share(told),
      'labels: recall': share(known),
      'facts a problem': rounded(found.reduce((sum, { facts }) => sum + facts.length, 0) / rows.length),
    },
  ]);
  table('Facts', [
    judgeFacts(
      found.map(({ row, facts }) => ({
        text: row.text,
        facts: row.facts,
        found: facts.map(({ text }) => text),
      })),
    ),
  ]);
  table(
    'By primary label',
    intents.map((label) => {
      const of = found.filter(({ row }) => row.primary === label);
      return { label, problems: of.length, right: of.filter((one) => primary.includes(one)).length };
    }),
  );
  if (!show) return;
  for (const { row, labels } of found.filter((one) => !primary.includes(one)))
    show1(`${row.id} [${row.labels}] read as ${labels.map(({ label, score }) => `${label} ${score}`)}`);
  for (const { row, fact, kept } of wanted) if (!kept) show1(`${row.id} loses ${JSON.stringify(fact)}`);
}

function drift(rows: Thought[], show: boolean): void {
  const found = rows.map((row) => ({ row, creep: measureCreep(row.thought, row.problem, row.thread) }));
  const right = found.filter(({ row, creep }) => creep.score > 0 === row.drift);
  const count = (drifts: boolean, flagged: boolean) =>
    found.filter(({ row, creep }) => row.drift === drifts && creep.score > 0 === flagged).length;
  table(`${rows.length} thoughts`, [
    {
      accuracy: rounded(right.length / rows.length),
      'drifts found': `${count(true, true)} of ${count(true, true) + count(true, false)}`,
      'honest thoughts flagged': `${count(false, true)} of ${count(false, true) + count(false, false)}`,
    },
  ]);
  if (!show) return;
  for (const { row, creep } of found)
    show1(
      `${row.drift === creep.score > 0 ? ' ' : '!'} ${row.drift ? 'drift ' : 'honest'} ${creep.score.toFixed(1).padStart(5)} ${creep.signs.join('; ')} | ${row.thought.slice(0, 90)}`,
    );
}
