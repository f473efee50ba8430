import type { Catalog } from '../../handlers/tool/catalog.ts';
import { nearest } from './nearest.ts';

/** Words that a name may lack, and have too many: clients write the server's name in front. */
const most = { missing: 1, spare: 2 };
const mostNamed = 3;

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** The tools that a wrong name may mean: those of the same words but for one in front, or the one it is most like. */
function toolsMeant(name: string, { tools }: Pick<Catalog, 'tools'>): string[] {
  const names = tools.map((tool) => tool.name);
  const asked = new Set(wordsOf(name));
  const near = names
    .map((one) => {
      const own = new Set(wordsOf(one));
      const missing = [...own].filter((word) => !asked.has(word)).length;
      const spare = [...asked].filter((word) => !own.has(word)).length;
      return { one, missing, spare };
    })
    .filter(({ missing, spare }) =>
      spare === 0 ? missing <= most.missing : missing === 0 && spare <= most.spare,
    )
    .toSorted((a, b) => a.missing + a.spare - b.missing - b.spare);
  if (near.length > 0) return near.slice(0, mostNamed).map(({ one }) => one);
  return [nearest(wordsOf(name).join('_'), names) ?? []].flat();
}

/** `Did you mean …?` with the tools that a wrong name may mean and a space behind it, or nothing. */
export function toolQuestion(name: string, catalog: Pick<Catalog, 'tools'>): string {
  const meant = toolsMeant(name.slice(0, 200), catalog);
  return meant.length === 0 ? '' : `Did you mean ${meant.join(' or ')}? `;
}
