import { afterEach, describe, it } from 'vitest';
import { forget } from '../../support/capture.ts';
import { useCommands } from '../../support/command.ts';
import { useDataDirs } from '../../support/datadir.ts';
import { useLake } from '../../support/lake.ts';
import { movesOver } from '../../support/moves/check.ts';
import { makers } from '../../support/moves/makers.ts';
import { unifiedMovesOver } from '../../support/moves/unified.ts';

const lake = useLake();
const { dewey } = useCommands(lake);
const dataDir = useDataDirs();

afterEach(async () => {
  await forget(lake);
  await lake.db.sql`delete from memories`;
});

describe('a store of another product moves over whole, once', () => {
  it.each(Object.entries(makers))('%s', async (_, make) => {
    await movesOver(lake, dewey, await make(await dataDir(), 120));
  });

  it('data.db of the Unified MCP server', async () => {
    await unifiedMovesOver(lake, dewey, await dataDir(), 1100);
  });
});
