import { afterEach, describe, it } from 'vitest';
import { forget } from '../support/capture.ts';
import { useCommands } from '../support/command.ts';
import { useDataDirs } from '../support/datadir.ts';
import { useLake } from '../support/lake.ts';
import { movesOver } from '../support/moves/check.ts';
import { webExportMovesOver } from '../support/moves/check-web.ts';
import { makers } from '../support/moves/makers.ts';
import { unifiedMovesOver } from '../support/moves/unified.ts';
import { chatgptExport } from '../support/moves/web-chatgpt.ts';
import { claudeExport } from '../support/moves/web-claude.ts';

const lake = useLake();
const { dewey } = useCommands(lake);
const dataDir = useDataDirs();

afterEach(async () => {
  await forget(lake);
  await lake.db.sql`delete from memories`;
});

describe('a store of 10,000 records of another product moves over whole, once', () => {
  it.each(Object.entries(makers))('%s', async (_, make) => {
    await movesOver(lake, dewey, await make(await dataDir(), 10_000));
  });

  it('data.db of the Unified MCP server', async () => {
    await unifiedMovesOver(lake, dewey, await dataDir(), 10_000);
  });

  it('the data export of claude.ai', async () => {
    await webExportMovesOver(lake, dewey, await dataDir(), claudeExport(10_000));
  });

  it('the data export of ChatGPT', async () => {
    await webExportMovesOver(lake, dewey, await dataDir(), chatgptExport(10_000));
  });
});
