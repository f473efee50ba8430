import { afterEach, describe, expect, it } from 'vitest';
import { useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';
import { eventually } from '../support/waiting.ts';
import { browserPath, expectSound, useBrowser, violationsOf } from './browser.ts';

const hebrew = `השינוי מוכן.

- ראשון
- שני

> ציטוט

The tests pass, but see below.

\`\`\`ts
const total = sum(1, 2);
\`\`\`
`;

/** How a part of a page is laid out: where it is read from, and on which side its text stands. */
const layoutOf = (selector: string) => `
  (() => {
    const found = document.querySelector(${JSON.stringify(selector)});
    const range = document.createRange();
    range.selectNodeContents(found);
    const { left, right } = range.getBoundingClientRect();
    const box = found.getBoundingClientRect();
    const style = getComputedStyle(found);
    return {
      direction: style.direction,
      atLeft: left - box.left < box.right - right,
      bar: [style.borderLeftWidth, style.borderRightWidth].map(parseFloat),
      room: [style.paddingLeft, style.paddingRight].map(parseFloat),
    };
  })()`;
type Layout = { direction: string; atLeft: boolean; bar: number[]; room: number[] };

describe.skipIf(browserPath === undefined)('the look of the viewer', () => {
  const lake = useLake();
  const server = useServer(lake);
  const { visit, closeAll } = useBrowser();
  afterEach(closeAll);
  const call = async (tool: string, input: object): Promise<Record<string, string>> => {
    const response = await fetch(`${server.url}/tools/${tool}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, string>;
  };

  it('reads a text from the right, and its code and English from the left', async () => {
    const { conversation_id } = await call('dewey_store_messages_bulk', {
      messages: [
        { role: 'assistant', content: hebrew },
        { role: 'tool', content: 'שלום = "hello";\n', metadata: { kind: 'tool_result' } },
      ],
    });
    const visitor = await visit({ viewport: { width: 360, height: 740 } });
    const { page } = visitor;
    // The thread that formats texts starts with the first page.
    await eventually(async () => {
      await page.goto(`${server.url}/sessions/${conversation_id}`);
      return (await page.locator('.prose ul').count()) > 0;
    });
    const layout = (selector: string) => page.evaluate<Layout>(layoutOf(selector));
    expect(await layout('.prose > p:first-child')).toMatchObject({ direction: 'rtl', atLeft: false });
    expect(await layout('.prose > p:last-of-type')).toMatchObject({ atLeft: true });
    expect(await layout('.prose pre')).toMatchObject({ direction: 'ltr', atLeft: true });
    const { room } = await layout('.prose ul');
    expect([room[0], Number(room[1]) > 0]).toEqual([0, true]);
    const quote = await layout('.prose blockquote');
    expect([quote.bar, quote.room[0]]).toEqual([[0, 2], 0]);
    await page.locator('.call summary').click();
    expect(await layout('.call pre')).toMatchObject({ direction: 'ltr', atLeft: true });
    await expectSound(visitor, `/sessions/${conversation_id}`);
  });

  it('leaves the text of a select box its whole height', async () => {
    const { page } = await visit();
    await page.goto(`${server.url}/documents`);
    const [inner, line] = await page.evaluate<[number, number]>(`
      (() => {
        const one = document.querySelector('.filters select');
        const { paddingTop, paddingBottom, fontSize } = getComputedStyle(one);
        return [one.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom), 1.5 * parseFloat(fontSize)];
      })()`);
    expect(inner).toBeGreaterThanOrEqual(line);
  });

  it('asks before it deletes a memory, without JavaScript too', async () => {
    const memory = { type: 'fact', content: 'The atlas is in the east wing.', confidence: 0.9 };
    await call('memory_store', memory);
    const visitor = await visit({ javaScriptEnabled: false });
    const { page } = visitor;
    await page.goto(`${server.url}/memory`);
    await page.getByRole('link', { name: 'Delete' }).click();
    expect(await page.textContent('h1')).toBe('Delete this memory for good?');
    await page.getByRole('link', { name: 'Keep it' }).click();
    expect(await page.textContent('main')).toContain(memory.content);
    await page.getByRole('link', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.waitForURL(/said=deleted/);
    expect(await page.textContent('main')).not.toContain(memory.content);
  });

  it('returns by Back to the sessions where a reader was', async () => {
    for (let i = 0; i < 45; i += 1)
      await call('dewey_store_message', { role: 'user', content: `Question ${i}`, session_id: `s-${i}` });
    const visitor = await visit();
    const { page } = visitor;
    await page.goto(`${server.url}/sessions`);
    await page.getByRole('link', { name: 'Earlier sessions' }).click();
    await page.waitForURL(/cursor=/);
    await page.getByRole('link', { name: 'Question 2', exact: true }).click();
    await page.waitForURL(/\/sessions\/[0-9a-f-]+$/);
    await page.goBack();
    await page.getByRole('link', { name: 'Question 2', exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await expectSound(visitor, '/sessions');
  });
});
