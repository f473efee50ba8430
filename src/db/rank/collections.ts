import { chunks } from './chunks.ts';
import type { Collection } from './collection.ts';
import { decisions } from './decisions.ts';
import { events } from './events.ts';
import { experiences } from './experiences.ts';
import { memories } from './memories.ts';
import { messages } from './messages.ts';

/** Every collection of the product. */
export const collections: readonly Collection<never>[] = [
  messages,
  decisions,
  experiences,
  chunks,
  events,
  memories,
];
