import type { Category } from '../../domain/event.ts';
import { isPersonal } from './looks.ts';
import type { Mention } from './mention.ts';
import type { Registry } from './registry.ts';

/** What is decided upon: "Redis has been approved", "we move to PostgreSQL". */
export function isMatter(
  { name, place, word }: Mention,
  category: Category,
  { text, form, person, registry }: { text: string; form: string; person: string; registry: Registry },
): boolean {
  if (!deeds.has(category) || isPersonal(name, registry)) return false;
  if (category === 'Decision' && form === 'passive') return /^(?:subject|opener)$/.test(place);
  return (
    person === 'we' &&
    /^(?:to|on|onto|with|for|over)$/.test(word || place) &&
    /^[*_`"”)\]]{0,3}[.!]?$/.test(text.slice(text.lastIndexOf(name) + name.length).trim())
  );
}
const deeds: ReadonlySet<Category> = new Set(['Decision', 'Commitment', 'Execution', 'Change']);
