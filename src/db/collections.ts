import { chunks } from './artifacts/collection.ts';
import { messages } from './conversations/collection.ts';
import { decisions } from './decisions/collection.ts';
import { events } from './events/collection.ts';
import { experiences } from './experience/collection.ts';
import { results } from './fiedler/collection.ts';
import { memories } from './memory/collection.ts';
import type { Collection } from './search/collection/collection.ts';

/** Every collection of the product. */
export const collections: readonly Collection<never>[] = [
  messages,
  decisions,
  experiences,
  chunks,
  events,
  memories,
  results,
];
