import { expect, it } from 'vitest';
import eventCorrect from '../../../src/handlers/events/event-correct.ts';
import eventListForRevision from '../../../src/handlers/events/event-list-for-revision.ts';
import { call } from '../../support/call.ts';
import { extractAll, ingest } from '../../support/documents.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
/** Minutes of a week, with a line that stands in all of them. */
const minutes = async (week: number, more: Record<string, unknown> = {}) => {
  const { artifact_uid } = await ingest(lake, {
    source_id: `week-${week}-${JSON.stringify(more)}`,
    title: `Minutes of week ${week}`,
    content: `# Minutes of week ${week}\n\n- Decision: the chair opens and closes meeting ${week}.\n- Decision: we order ${week} new shelves for the cellar.\n`,
    project: 'library',
    ...more,
  });
  await extractAll(lake);
  const { events } = await call(eventListForRevision, { artifact_uid, include_evidence: true }, lake.deps);
  return events as { event_id: string; narrative: string; confidence: number }[];
};
const about = (events: Awaited<ReturnType<typeof minutes>>, words: string) =>
  events.find(({ narrative }) => narrative.includes(words));
const reject = async (events: Awaited<ReturnType<typeof minutes>>) => {
  const event = about(events, 'the chair opens');
  if (event) await call(eventCorrect, { event_id: event.event_id, action: 'reject' }, lake.deps);
  return event !== undefined;
};

it('a line of a template that people reject is no event of later documents of that project, and of no other', async () => {
  const first = await minutes(1);
  expect(about(first, 'the chair opens')).toBeDefined();
  const kept = about(first, 'new shelves');
  await reject(first);
  if (kept) await call(eventCorrect, { event_id: kept.event_id, action: 'confirm' }, lake.deps);
  for (const week of [2, 3]) await reject(await minutes(week));

  const later = await minutes(4);
  expect(about(later, 'the chair opens')).toBeUndefined();
  expect(about(later, 'new shelves')).toBeDefined();
  expect(about(await minutes(4, { project: 'garden' }), 'the chair opens')).toBeDefined();
});

it('what is said of a document that only some may read teaches nothing about the others', async () => {
  for (const week of [11, 12, 13])
    expect(await reject(await minutes(week, { project: 'archive', sensitivity: 'highly_sensitive' }))).toBe(
      true,
    );
  expect(about(await minutes(14, { project: 'archive' }), 'the chair opens')).toBeDefined();
});
