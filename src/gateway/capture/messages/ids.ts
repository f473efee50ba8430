import { createHash } from 'node:crypto';
import { storable } from '../../../handlers/tool/text.ts';

/** Ids become index keys, whose size is limited. In bytes. */
const longest = 500;

/** An id as it can be stored: one that is too long is replaced by its hash. */
export function storableId(id: string): string {
  const safe = storable(id);
  if (Buffer.byteLength(safe) <= longest) return safe;
  return `${safe.slice(0, 20).toWellFormed()}…${createHash('sha256').update(safe).digest('hex')}`;
}
