import type { Toolset } from '../tool/catalog.ts';
import eventCorrect from './event-correct.ts';
import eventGet from './event-get.ts';
import eventListForRevision from './event-list-for-revision.ts';
import eventReextract from './event-reextract.ts';
import eventSearch from './event-search.ts';
import jobStatus from './job-status.ts';

const toolset: Toolset = {
  name: 'events',
  title: 'Events',
  tools: [eventSearch, eventGet, eventListForRevision, eventCorrect, eventReextract, jobStatus],
};

export default toolset;
