import { expect, it } from 'vitest';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';
import { sendForm, shownAt } from '../../support/viewer.ts';

const lake = useLake();
const server = useServer(lake);

it('a context of a project is written, compared version by version and taken back on its page', async () => {
  const store = async (fields: Record<string, string>) => {
    const sent = await sendForm(server, '/memory/contexts', { name: 'shop', ...fields });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/memory/contexts/shop?said=stored']);
  };
  const changed = async (query: string) => {
    const html = await shownAt(server, `/memory/contexts/shop${query}`);
    return [...html.matchAll(/<span class="(added|removed)">(.*?)\n?<\/span>/gs)].map(([, , line]) => line);
  };
  await store({ content: 'Prices are in cents.\nShips on Mondays.', active: '1', project: 'shop' });
  expect(await shownAt(server, '/memory/contexts/shop')).toContain('for shop, active');
  await store({ content: 'Prices are in euros.\nShips on Mondays.', active: '1' });
  await store({ content: 'Prices are in euros.\nShips on Fridays.', active: '1' });

  expect(await changed('?version=2')).toEqual(['-Prices are in cents.', '+Prices are in euros.']);
  expect(await changed('')).toEqual(['-Ships on Mondays.', '+Ships on Fridays.']);
  expect(await changed('?version=3&against=1')).toEqual([
    '-Prices are in cents.',
    '-Ships on Mondays.',
    '+Prices are in euros.',
    '+Ships on Fridays.',
  ]);
  await store({ version: '1' });
  expect(await changed('?version=4&against=1')).toEqual([]);
  const told = await shownAt(server, '/memory?folder=/home/ada/shop');
  expect(told).toContain('Prices are in cents.');
  expect(await shownAt(server, '/memory?folder=/home/ada/desk')).not.toContain('Prices are in cents.');
});
