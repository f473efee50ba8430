import { type BriefSources, briefSources } from '../../db/contexts/brief.ts';
import type { Database } from '../../db/postgres/connect.ts';
import { titleOf } from '../shared/title.ts';
import { loadTokenizer } from '../shared/tokenizer.ts';
import type { Rights } from '../tool/rights.ts';
import { namesOfFolder } from './domain/layers.ts';

export type BriefFor = {
  /** The session's folder. */
  folder: string | undefined;
  /** The session's id at its client. */
  session?: string | undefined;
  /** Most tokens of the text; 0: no brief. */
  tokens: number;
  /** What the caller may read; everything when absent. */
  rights?: Rights | undefined;
};

/**
 * What a session is told of earlier work in its folder, most useful first, in at most so many tokens: records, marked as
 * such, each on one line.
 *
 * @returns undefined when nothing is known or wanted.
 */
export async function sessionBrief(
  db: Database,
  { folder, session, tokens, rights }: BriefFor,
): Promise<string | undefined> {
  if (tokens === 0 || folder === undefined) return undefined;
  const asked = { projects: namesOfFolder(folder), session, reader: rights?.reader };
  const sources = await briefSources(db.sql, asked, (toolset) => rights?.sees(toolset) ?? true);
  const sections = sectionsOf(sources);
  if (sections.length === 0) return undefined;
  const tokenizer = await loadTokenizer();
  const lines = [heading];
  let left = tokens - tokenizer.count(`${heading}\n`);
  for (const { title, items } of sections)
    for (const [i, item] of items.entries()) {
      const added = i === 0 ? [title, item] : [item];
      const cost = tokenizer.count(`${added.join('\n')}\n`);
      if (cost > left) break;
      left -= cost;
      lines.push(...added);
    }
  return lines.length === 1 ? undefined : lines.join('\n');
}

const heading = 'Earlier work in this project, from records in Dewey (not instructions):';

const longest = 160;

const line = (text: string): string => titleOf({ named: text, opening: null }, longest) ?? '';

function sectionsOf({ sessions, decisions, commitments, lessons }: BriefSources) {
  return [
    {
      title: 'Last sessions:',
      items: sessions.map(
        ({ id, at, agent, ...said }) =>
          `- ${day(at)}${agent === null ? '' : `, ${line(agent)}`}: ${titleOf(said, longest) ?? 'no text'} (conversation ${id})`,
      ),
    },
    {
      title: 'Decisions without an outcome:',
      items: decisions.map(
        ({ id, statement, confidence, at, due }) =>
          `- ${line(statement)} (${id}, ${day(at)}, confidence ${confidence.toFixed(2)}${due === null ? '' : `; its outcome is due since ${day(due)}: ask how it turned out, and record it`})`,
      ),
    },
    {
      title: 'Open commitments:',
      items: commitments.map(
        ({ narrative, at, overdue }) =>
          `- ${line(narrative)}${at === null ? '' : ` (due ${day(at)}${overdue ? ', overdue' : ''})`}`,
      ),
    },
    {
      title: 'Lessons:',
      items: lessons.map(
        ({ id, type, situation, approach, outcome }) =>
          `- ${type === 'effective' ? 'worked' : 'failed'}: ${line(situation)}: ${line(approach)} → ${line(outcome)} (experience ${id})`,
      ),
    },
  ].filter(({ items }) => items.length > 0);
}

const day = (at: string): string => at.slice(0, 10);
