import artifacts from './artifacts/index.ts';
import contexts from './contexts/index.ts';
import conversations from './conversations/index.ts';
import decisions from './decisions/index.ts';
import events from './events/index.ts';
import experience from './experience/index.ts';
import fiedler from './fiedler/index.ts';
import memory from './memory/index.ts';
import reasoning from './reasoning/index.ts';
import { createCatalog } from './tool/catalog.ts';
import workflow from './workflow/index.ts';

/** The catalog of all toolsets. */
export const catalog = createCatalog([
  conversations,
  contexts,
  fiedler,
  decisions,
  experience,
  reasoning,
  workflow,
  artifacts,
  events,
  memory,
]);
