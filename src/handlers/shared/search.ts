import { createLoneSearch, type Search } from '../../db/conversations/search.ts';
import type { Deps } from '../tool/deps.ts';

/** Text search for this call: the gateway's shared one, or one that lasts only for the call. */
export const searchOf = ({ db, search }: Pick<Deps, 'db' | 'search'>): Search =>
  search ?? createLoneSearch(db.sql);
