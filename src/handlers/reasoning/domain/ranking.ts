import type { Priority, Source } from './context.ts';
import { relevanceOf, sameSituation } from './relevance/by-words.ts';
import { likelyRelated } from './relevance/model.ts';

/** One ranking of texts of all kinds, by relevance to the problem and by evidence. */

/** What supports a text: nothing, an outcome, or an outcome that came again. */
export type Evidence = 'none' | 'some' | 'strong';
export type Lesson = { situation: string; type: 'effective' | 'ineffective' };

export type Ranked = {
  kind: string;
  id: string;
  title: string;
  text: string;
  evidence: Evidence;
  weight: number;
  lesson?: Lesson;
  project?: string | null;
  /** RFC 3339; said in the title. */
  createdAt?: string;
  /** The cosine of its meaning with that of the problem, and its meaning, where both are known. */
  likeness?: number;
  vector?: Float32Array;
};

/** A text as relevant as this, beside the best one, answers the problem. */
const closely = 0.6;

/** The related texts, most important first. Experiences of one situation with opposite results name each other. */
export function rankSources(problem: string, candidates: readonly Ranked[]): Source[] {
  const relevance = byMeaningToo(problem, relevanceOf(problem, candidates.map(readAs)), candidates);
  const kept = candidates
    .map((one, i) => ({
      one,
      relevance: Math.round((relevance[i] ?? 0) * 20) / 20,
      exact: relevance[i] ?? 0,
    }))
    .filter(({ exact }) => exact > 0)
    .sort((a, b) => b.relevance - a.relevance || b.one.weight - a.one.weight || b.exact - a.exact);
  return kept.map(({ one, exact }) => {
    const against = kept.filter(({ one: other }) => contradict(one, other)).map(({ one: { id } }) => id);
    const facts = [
      one.title,
      dayOf(one),
      against.length > 0 && `contradicted by experience ${against.join(', ')}`,
    ];
    const title = facts.filter((fact) => fact !== false).join(', ');
    return { kind: one.kind, id: one.id, title, text: one.text, priority: priorityOf(one.evidence, exact) };
  });
}

/** Without its day, "tomorrow" or "the new one" in a text says nothing; the title of a message has its time. */
const dayOf = ({ kind, createdAt }: Ranked): string | false =>
  kind !== 'message' && createdAt !== undefined && createdAt.slice(0, 10);

/** How likely texts with a known meaning are to be related; the others keep what words say. */
function byMeaningToo(problem: string, words: readonly number[], candidates: readonly Ranked[]): number[] {
  const meant = candidates.flatMap(({ likeness, vector, ...one }, i) =>
    likeness === undefined || vector === undefined
      ? []
      : [{ i, kind: one.kind, text: readAs(one), project: one.project ?? null, likeness, vector }],
  );
  const likely = likelyRelated(problem, meant);
  const byPlace = new Map(meant.map(({ i }, at) => [i, likely[at] ?? 0]));
  return words.map((byWords, i) => byPlace.get(i) ?? byWords);
}

/** The title of a document is its own; those of other kinds say what they are. */
const readAs = ({ kind, title, text }: Pick<Ranked, 'kind' | 'title' | 'text'>): string =>
  kind === 'artifact' ? `${title}\n${text}` : text;

function priorityOf(evidence: Evidence, relevance: number): Priority {
  if (evidence === 'strong' && relevance >= closely) return 'critical';
  if (evidence !== 'none') return 'high';
  return 'medium';
}

const contradict = ({ lesson: a }: Ranked, { lesson: b }: Ranked): boolean =>
  a !== undefined && b !== undefined && a.type !== b.type && sameSituation(a.situation, b.situation);
