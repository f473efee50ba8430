import { afterEach, it } from 'vitest';
import { forget } from '../../support/capture.ts';
import { useCommands } from '../../support/command.ts';
import { useDataDirs } from '../../support/datadir.ts';
import { useLake } from '../../support/lake.ts';
import { webExportMovesOver } from '../../support/moves/check-web.ts';
import { chatgptExport } from '../../support/moves/web-chatgpt.ts';
import { claudeExport, type WebExport } from '../../support/moves/web-claude.ts';

const lake = useLake();
const { dewey } = useCommands(lake);
const dataDir = useDataDirs();

afterEach(async () => {
  await forget(lake);
  await lake.db.sql`delete from memories`;
});

it.each<[string, (count: number) => WebExport]>([
  ['claude.ai', claudeExport],
  ['ChatGPT', chatgptExport],
])('everything in the export of %s is stored once, or named', async (_, make) => {
  await webExportMovesOver(lake, dewey, await dataDir(), make(150));
});
