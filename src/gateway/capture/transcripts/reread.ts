import { setImmediate as breath } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { addFacts } from '../../../db/capture/facts.ts';
import {
  type RawConversation,
  type RawLines,
  rawAfter,
  rawBytes,
  rawConversations,
} from '../../../db/capture/raw.ts';
import type { Pool } from '../../../db/postgres/connect.ts';
import type { Secrets } from '../../config/redaction.ts';
import type { About } from '../messages/captured.ts';
import { groupBySource, Tally } from '../messages/group-by-source.ts';
import { again } from '../messages/store.ts';
import { parse } from './decode/json.ts';
import type { Format, Parser } from './formats/format.ts';
import { formats } from './formats/index.ts';
import { longestLineBytes } from './read-lines.ts';
import { addReread, emptyReread, nameTo, type RereadReport } from './reread-report.ts';

const unpack = promisify(gunzip);

const firstId = '00000000-0000-0000-0000-000000000000';
const pageSize = 50;
/** Facts stored in one transaction. */
const factsAtOnce = 500;
/** Characters parsed before yielding to the event loop. */
const charactersAtOnce = 200_000;

/**
 * Reads the raw lines of stored conversations again and stores what they say about them: titles, branches, models, tokens
 * and costs. Messages stay as they are. Idempotent; needs no state but the place of the last call.
 *
 * @param after the conversation to resume after; starts at the first one when omitted.
 * @param options `ms`: time limit of one call in milliseconds, checked between conversations.
 * @returns what was read, and where to resume; null when all is read.
 */
export async function rereadLake(
  sql: Pool,
  after: string | undefined,
  { secrets, ms }: { secrets: Secrets; ms: number },
): Promise<{ report: RereadReport; next: string | null }> {
  const report = emptyReread();
  if (after === undefined) report.total_bytes = await rawBytes(sql);
  const begun = performance.now();
  for (let last = after ?? firstId; ; ) {
    const page = await rawConversations(sql, last, pageSize);
    for (const conversation of page) {
      addReread(report, await rereadConversation(sql, conversation, secrets));
      last = conversation.id;
      if (performance.now() - begun > ms) return { report, next: last };
    }
    if (page.length < pageSize) return { report, next: null };
  }
}

async function rereadConversation(
  sql: Pool,
  conversation: RawConversation,
  secrets: Secrets,
): Promise<RereadReport> {
  const report: RereadReport = { ...emptyReread(), conversations: 1 };
  const format = formats.find(
    ({ name, live }) => live && conversation.keys.some((key) => key.startsWith(`${name}:`)),
  );
  let facts: About[] = [];
  const save = async () => {
    if (await saveAll(sql, facts, secrets)) report.filled = 1;
    facts = [];
  };
  let parser: Parser | undefined;
  let before = { fingerprint: '', start: 0 };
  for (;;) {
    const raw = await rawAfter(sql, conversation.id, before);
    if (!raw) break;
    if (raw.fingerprint !== before.fingerprint) parser = format && parserOf(format, raw, conversation);
    before = raw;
    report.bytes += raw.end - raw.start;
    const lines = await linesOf(raw);
    const named = (line: number | null) => ({ conversation_id: conversation.id, offset: raw.start, line });
    if (!lines || !parser) {
      report.damaged += 1;
      nameTo(report, named(null));
      continue;
    }
    report.lines += lines.length;
    let characters = 0;
    for (const [i, line] of lines.entries()) {
      const found = await factsOf(parser, line);
      if (found) facts.push(...found);
      else {
        report.unreadable += 1;
        nameTo(report, named(i + 1));
      }
      characters += line.length;
      if (characters < charactersAtOnce) continue;
      characters = 0;
      await breath();
    }
    if (facts.length >= factsAtOnce) await save();
  }
  await save();
  return report;
}

const parserOf = (format: Format, { start }: RawLines, { sessionId }: RawConversation): Parser =>
  format.parser({}, start > 0 && sessionId !== null ? format.within?.(sessionId) : undefined);

/** Undefined for data that cannot be unpacked. */
async function linesOf({ data }: RawLines): Promise<string[] | undefined> {
  const text = await unpack(data, { maxOutputLength: 2 * longestLineBytes }).catch(() => undefined);
  return text?.toString('utf8').split('\n');
}

/** Undefined for a line that is not JSON, or at which its reader fails. */
async function factsOf(parser: Parser, line: string): Promise<About[] | undefined> {
  const value = parse(line);
  if (value === undefined) return undefined;
  try {
    return (await parser.push(value)).filter((item) => item.type === 'about');
  } catch {
    return undefined; // counted and named by the caller
  }
}

async function saveAll(sql: Pool, facts: readonly About[], secrets: Secrets): Promise<boolean> {
  let changed = false;
  for (const group of await groupBySource(facts, new Tally(), { secrets })) {
    const { source, facts: found } = group;
    if (found && (await again(() => addFacts(sql, source, found)))) changed = true;
  }
  return changed;
}
