import { retireAntipattern, saveAntipattern } from '../../db/decisions/antipatterns.ts';
import { retireSkill, saveSkill, setGenerated } from '../../db/decisions/learned.ts';
import { type TopicMember, topicMembers, topicsLike } from '../../db/decisions/topics.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import type { Deps } from '../tool/deps.ts';
import { contentWords, nearest, verbsOfDeciding } from './domain/similarity.ts';
import { deriveLesson, type Evidence } from './domain/skills.ts';
import { prefixedId } from './shared.ts';

/** The current lesson of a topic. */
export type Taught = { kind: 'skill' | 'antipattern'; id: string; statement: string; confidence: number };

/**
 * Assigns a completed decision to a topic: that of the nearest topic leader in its domain, else a new one. Leader
 * clustering: one pass in the order of outcomes; the first decision of a topic is its leader.
 */
export async function topicOf(
  tx: Sql,
  decision: { id: string; statement: string; stems: readonly string[] },
  domain: string,
): Promise<string> {
  const leaders = await topicsLike(tx, domain, decision.statement, verbsOfDeciding);
  const candidates = leaders.map(({ topic, stems }) => ({ topic, words: contentWords(stems) }));
  return nearest(contentWords(decision.stems), candidates)?.topic ?? decision.id;
}

/** Derives the lesson of a topic again: creates, updates or retires its skill and its antipattern. */
export async function learnTopic(
  tx: Sql,
  domain: string,
  topic: string,
  deps: Deps,
): Promise<Taught | undefined> {
  const members = await topicMembers(tx, domain, topic);
  const lesson = deriveLesson(members.map(toEvidence), domain);
  if (lesson?.kind !== 'skill') await retireSkill(tx, domain, topic);
  if (lesson?.kind !== 'antipattern') await retireAntipattern(tx, domain, topic);
  const id = lesson && (await save(tx, domain, topic, lesson, deps));
  await setGenerated(
    tx,
    members.map(({ outcomeId }) => outcomeId),
    id,
  );
  return lesson && id
    ? { kind: lesson.kind, id, statement: lesson.statement, confidence: lesson.confidence }
    : undefined;
}

const save = (
  tx: Sql,
  domain: string,
  topic: string,
  lesson: NonNullable<ReturnType<typeof deriveLesson>>,
  deps: Deps,
): Promise<string> =>
  lesson.kind === 'skill'
    ? saveSkill(tx, { ...lesson, id: prefixedId('sk', deps), domain, topic })
    : saveAntipattern(tx, {
        ...lesson,
        id: prefixedId('ap', deps),
        domain,
        topic,
        pattern: lesson.statement,
        successRate: lesson.confidence,
      });

const toEvidence = ({ finalStatus, stems, ...member }: TopicMember): Evidence => ({
  ...member,
  words: contentWords(stems),
  success: finalStatus === 'success',
});
