import { retireAntipattern, saveAntipattern } from '../../db/decisions/antipatterns.ts';
import { lockDomains } from '../../db/decisions/calibrations.ts';
import { retireSkill, saveSkill, setGenerated, taughtInDomain } from '../../db/decisions/learned.ts';
import {
  labelOf,
  liveOutcome,
  optionTopics,
  outcomesToMove,
  setTopic,
  type TopicMember,
  topicMembers,
  topicsLike,
} from '../../db/decisions/topics.ts';
import type { Sql } from '../../db/postgres/connect.ts';
import type { Deps } from '../tool/deps.ts';
import { termsOf } from './domain/options/names/lexicon.ts';
import { namedOption, readOptions } from './domain/options/read.ts';
import { optionOfTopic } from './domain/options/topic.ts';
import type { Option } from './domain/sentences.ts';
import { contentWords, nearest, verbsOfDeciding } from './domain/similarity.ts';
import { deriveLesson, type Evidence } from './domain/skills.ts';
import { readUnread } from './options.ts';
import { prefixedId } from './shared.ts';

/** The current lesson of a topic. */
export type Taught = { kind: 'skill' | 'antipattern'; id: string; statement: string; confidence: number };

/** An outcome should not wait for the whole of an old lake to be read; `dewey decisions learn` reads the rest. */
const mostReadAtOnce = 2000;

/** The domain of lessons that hold across domains. */
export const everywhere = 'all';

/**
 * The topics of a completed decision: those of its options; without options, that of the nearest statement in its domain,
 * else a new one. Leader clustering: one pass in the order of outcomes; the first decision of a topic is its leader.
 */
export async function topicsFor(
  tx: Sql,
  decision: { id: string; statement: string; stems: readonly string[] },
  domain: string,
): Promise<string[]> {
  await readUnread(tx, domain, mostReadAtOnce);
  const topics = await optionTopics(tx, decision.id);
  if (topics.length > 0) return topics;
  const leaders = await topicsLike(tx, domain, decision.statement, verbsOfDeciding);
  const candidates = leaders.map(({ topic, stems }) => ({ topic, words: contentWords(stems) }));
  return [nearest(contentWords(decision.stems), candidates)?.topic ?? decision.id];
}

/**
 * Derives the lessons of topics again, in their domain and, where no single domain has one, across domains. The first is
 * that of the first topic.
 */
export async function learnTopics(
  tx: Sql,
  domain: string,
  topics: readonly string[],
  deps: Deps,
): Promise<(Taught | undefined)[]> {
  const taught = [];
  for (const topic of topics) taught.push(await learnTopic(tx, domain, topic, deps));
  // Taken last by every transaction, so that none waits in a circle.
  await lockDomains(tx, [everywhere]);
  for (const [i, topic] of topics.entries()) taught[i] ??= await learnEverywhere(tx, topic, deps);
  return taught;
}

/** Derives the lesson of a topic in one domain again: creates, updates or retires its skill and its antipattern. */
export async function learnTopic(
  tx: Sql,
  domain: string,
  topic: string,
  deps: Deps,
): Promise<Taught | undefined> {
  return await teach(tx, domain, topic, await topicMembers(tx, domain, topic), deps);
}

/** Derives the lesson of an option across domains, if no single domain has taught one; otherwise retires it. */
export async function learnEverywhere(tx: Sql, topic: string, deps: Deps): Promise<Taught | undefined> {
  const members = (await optionOf(tx, topic)) ? await topicMembers(tx, undefined, topic) : [];
  const several = new Set(members.map(({ domain }) => domain)).size > 1;
  const alone = several && !(await taughtInDomain(tx, topic, everywhere));
  return await teach(tx, everywhere, topic, alone ? members : [], deps);
}

async function teach(
  tx: Sql,
  domain: string,
  topic: string,
  members: readonly TopicMember[],
  deps: Deps,
): Promise<Taught | undefined> {
  const lesson = deriveLesson(members.map(toEvidence), domain, await optionOf(tx, topic));
  if (lesson?.kind !== 'skill') await retireSkill(tx, domain, topic);
  if (lesson?.kind !== 'antipattern') await retireAntipattern(tx, domain, topic);
  const id = lesson && (await save(tx, domain, topic, lesson, deps));
  await setGenerated(
    tx,
    { domain, topic },
    members.map(({ outcomeId }) => outcomeId),
    id,
  );
  return lesson && id
    ? { kind: lesson.kind, id, statement: lesson.statement, confidence: lesson.confidence }
    : undefined;
}

/** The option of a topic; undefined for a topic of similar statements. */
async function optionOf(tx: Sql, topic: string): Promise<Option | undefined> {
  const option = optionOfTopic(topic);
  if (!option) return undefined;
  const { stance, key } = option;
  const name = await labelOf(tx, key);
  return { name, stance, terms: termsOf(key, name, stance), isNamed: (one) => namedOption(one).key === key };
}

type OfOutcome = { domain: string; topics: string[] };

/** The domain and the topics of the outcome of a decision; locks its domain. */
export async function topicsOfOutcome(tx: Sql, decisionId: string): Promise<OfOutcome | undefined> {
  const outcome = await liveOutcome(tx, decisionId);
  if (!outcome) return undefined;
  await lockDomains(tx, [outcome.domain]);
  return { domain: outcome.domain, topics: [outcome.topic, ...(await optionTopics(tx, decisionId))] };
}

/** Learns again after the options of a completed decision were corrected: what it belonged to, and what it does now. */
export async function learnAgain(tx: Sql, decisionId: string, before: OfOutcome, deps: Deps): Promise<void> {
  const outcome = await liveOutcome(tx, decisionId);
  const now = await optionTopics(tx, decisionId);
  const topic = now[0] ?? decisionId;
  if (outcome) await setTopic(tx, outcome.id, topic);
  await learnTopics(tx, before.domain, [...new Set([...now, topic, ...before.topics])], deps);
}

/** Moves outcomes recorded before options were read to the topics of their options. */
export async function moveOutcomes(tx: Sql, domain: string): Promise<void> {
  await readUnread(tx, domain);
  for (const { id, decisionId } of await outcomesToMove(tx, domain)) {
    const [topic] = await optionTopics(tx, decisionId);
    if (topic !== undefined) await setTopic(tx, id, topic);
  }
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
  failure: finalStatus === 'failure',
  subject: readOptions(member.statement, member.alternatives).subject,
});
