import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import bulk from '../../../src/handlers/conversations/store-messages-bulk.ts';
import { call } from '../../support/call.ts';
import { useServer } from '../../support/gateway.ts';
import { hostileShapes } from '../../support/hostile-input.ts';
import { useLake } from '../../support/lake.ts';
import { pageOf, sendForm, shownAt } from '../../support/viewer.ts';

const lake = useLake();
const server = useServer(lake);
const guarded = useServer(lake, { DEWEY_API_KEYS: 'owner:admin:secret-of-the-owner' });

describe('a session of hostile texts', () => {
  it('is shown, and holds up no other call while it is rendered', async () => {
    const shapes = [...Object.values(hostileShapes), '[a](', '*a **b ', '`a``b', '> ', '|a|b\n|-|-\n'];
    const texts = shapes.map((shape) => shape.repeat(20_000 / shape.length));
    const code = ['markdown', 'typescript', 'java', 'css'].flatMap((language) =>
      ['[a](', 'a', '{', '"'].map(
        (shape) => `\`\`\`${language}\n${shape.repeat(7000 / shape.length)}\n\`\`\``,
      ),
    );
    const messages = [...code, ...texts].map((content) => ({ role: 'user', content }));
    const { conversation_id } = await call(bulk, { session_id: 'hostile', messages }, lake.deps);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const page = await shownAt(server, `/sessions/${conversation_id}`);
    delay.disable();

    expect(page.match(/<li id="t\d+"/g)?.length).toBeGreaterThan(code.length + 5);
    expect(page).toContain('[a]([a](');
    // Rendered in the server's thread it takes 30 seconds; other tests share the machine.
    expect(delay.max / 1e6).toBeLessThan(1000);
  }, 60_000);

  it('has its next page rendered with Markdown again', async () => {
    const messages = [{ role: 'assistant', content: 'Some **bold** text\n\n```ts\nconst a = 1;\n```' }];
    const { conversation_id } = await call(bulk, { session_id: 'calm', messages }, lake.deps);
    const page = await shownAt(server, `/sessions/${conversation_id}`);
    expect(page).toContain('<strong>bold</strong>');
    expect(page).toContain('<span class="hljs-keyword">const</span>');
  });
});

describe('a form', () => {
  it('that is larger than a login needs is refused before it is read', async () => {
    const refused = await sendForm(guarded, '/login', { key: 'k'.repeat(20_000) });
    expect(refused.status).toBe(413);
    expect((await pageOf(guarded, '/login')).status).toBe(200);
  });
});
