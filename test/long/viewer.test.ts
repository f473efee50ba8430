import { describe, expect, it } from 'vitest';
import { useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';
import { browserPath, useBrowser } from '../web/browser.ts';
import { phone, storePages, unsoundAmong } from '../web/every-page.ts';

describe.skipIf(browserPath === undefined)('the viewer in a browser', () => {
  const lake = useLake();
  const server = useServer(lake, { DEWEY_DECISION_LIMITS: 'off' });
  const { visit } = useBrowser();

  it('is found sound by axe on every page, in a wide and in a narrow window', async () => {
    const paths = await storePages(lake, server.url);
    const visitors = [await visit(), await visit(phone)] as const;
    expect(await unsoundAmong(server.url, [...paths, '/memory/new'], visitors, 'each')).toEqual([]);
    expect(visitors.flatMap(({ problems }) => problems)).toEqual([]);
  });
});
