import { sql } from 'drizzle-orm';
import { startupContexts } from '../schema/index.ts';

/** Whether sessions receive the context: every session, or those of its project. */
export const isActive = sql<boolean>`(${startupContexts.isActive} or ${startupContexts.activeInProject})`;
