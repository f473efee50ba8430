import { readFileSync } from 'node:fs';
import * as z from 'zod';
import storeMessagesBulk from '../src/handlers/conversations/store-messages-bulk.ts';
import type { Deps } from '../src/handlers/tool/deps.ts';

const dataset = z.object({
  conversations: z.array(
    z.object({
      id: z.string(),
      turns: z.array(
        z.object({ dia_id: z.string(), speaker: z.string(), text: z.string(), session: z.number() }),
      ),
      questions: z.array(
        z.object({ question: z.string(), evidence: z.array(z.string()), category: z.number().optional() }),
      ),
    }),
  ),
});

type Dialogues = z.output<typeof dataset>['conversations'];

export type Asked = {
  session: string;
  question: string;
  /** The external ids of the turns that answer it. */
  evidence: Set<string>;
  category: number | undefined;
  tuned: boolean;
};

/** Reads dialogues in the format of LoCoMo. */
export const readDialogues = (path: string): Dialogues =>
  dataset.parse(JSON.parse(readFileSync(path, 'utf8'))).conversations;

/** The first dialogue and every other question of the middle ones are for tuning. */
export const questionsOf = (dialogues: Dialogues): Asked[] =>
  dialogues.flatMap(({ id, questions }, c) =>
    questions.map(({ question, evidence, category }, i) => ({
      session: id,
      question,
      evidence: new Set(evidence.map((turn) => `${id} ${turn}`)),
      category,
      tuned: c === 0 || (c < dialogues.length - 1 && i % 2 === 0),
    })),
  );

/** Each session of a dialogue is a conversation; those of one dialogue share its session id. */
export async function storeDialogues(deps: Deps, dialogues: Dialogues): Promise<void> {
  for (const { id, turns } of dialogues)
    for (const session of new Set(turns.map((turn) => turn.session))) {
      const reply = await storeMessagesBulk.call(
        {
          session_id: id,
          messages: turns
            .filter((turn) => turn.session === session)
            .map((turn) => ({
              role: 'user',
              content: `${turn.speaker}: ${turn.text}`,
              external_id: `${id} ${turn.dia_id}`,
            })),
        },
        deps,
      );
      if (!reply.ok) throw reply.error;
    }
}

export type Score = { recall: number[]; reciprocal: number; empty: boolean };

/** Recall among the first 5, 10 and 20 and the reciprocal rank of the first hit. */
export function scoreOf(found: readonly string[], evidence: ReadonlySet<string>): Score {
  const first = found.findIndex((id) => evidence.has(id));
  return {
    recall: [5, 10, 20].map((k) => found.slice(0, k).filter((id) => evidence.has(id)).length / evidence.size),
    reciprocal: first < 0 ? 0 : 1 / (first + 1),
    empty: found.length === 0,
  };
}

/** R@5 / R@10 / R@20 / MRR. */
export const scoreCell = (part: readonly Score[]): string =>
  [...[0, 1, 2].map((k) => mean(part.map((r) => r.recall[k] ?? 0))), mean(part.map((r) => r.reciprocal))]
    .map((value) => value.toFixed(3).replace(/^0/, ''))
    .join(' / ');

export const emptyCell = (part: readonly Score[]): string =>
  `${Math.round(100 * mean(part.map((r) => Number(r.empty))))} %`;

export const mean = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
