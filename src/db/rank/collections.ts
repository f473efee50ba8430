import type { Collection } from './collection.ts';
import { messages } from './messages.ts';

/** Every collection of the product, by the shelf number in its triggers. */
export const collections: readonly Collection<never>[] = [messages];
