import { contentWords } from '../cues/concepts.ts';

/** Words of one meaning. */

/** Words of one meaning in talk about software; each group counts as one word. */
const groups = `slow latency lag delay performance speed fast throughput bottleneck duration seconds minutes
cache memory ram heap leak buffer
crash error exception failure fail failing broken bug fault panic
login session cookie token jwt auth authentication signin account credential password
database postgres postgresql mysql mongodb sql schema query table row column dump restore backup
node pod cluster kubernetes autoscaler scaler instance machine server host worker container vm capacity
test suite flaky cypress playwright assertion ci spec coverage
bill cost price dollars budget spend expensive bytes scan
deploy release rollout rollback version upgrade migrate migration cutover
queue message event consumer producer broker kafka retry
file path folder directory disk storage upload download
network request response http api endpoint timeout connection socket
eval parser grammar expression evaluator ast formula sandbox function
lock deadlock race concurrent thread transaction mutex
log trace monitor metric alert observability
encrypt key secret certificate tls hash
css style layout colour color font button page design
user customer client person people member
search index ranking relevance result
import export load parse convert format
gpu card driver cuda device
frontend react vue component state store redux render
memory consumption footprint size
email mail notification message
schedule cron job nightly batch timer`
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

const groupsOf = new Map<string, number[]>();
for (const [number, words] of groups.entries())
  for (const word of words) groupsOf.set(stem(word), [...(groupsOf.get(stem(word)) ?? []), number]);

/** A crude stemmer, enough to match "queries" with "query". */
export function stem(word: string): string {
  const bare = word.replace(/('s|ies|ing|ed|es|s)$/, (ending) => (ending === 'ies' ? 'y' : ''));
  return (bare.length >= 3 ? bare : word).slice(0, 8);
}

export const stemsOf = (text: string): Set<string> => new Set(contentWords(text).map(stem));

/** The groups of meaning that a stem belongs to. */
export const meaningsOf = (word: string): readonly number[] => groupsOf.get(word) ?? [];
