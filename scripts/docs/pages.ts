import { createProgram } from '../../src/gateway/cli/commands.ts';
import { catalog } from '../../src/handlers/index.ts';
import { commandsPage } from './commands.ts';
import { configurationPage } from './configuration.ts';
import { withIncludes } from './includes.ts';
import { toolsPage } from './tools.ts';

/** The pages that are generated, or include files, by their path under `docs/`. */
export const pages = (): Record<string, string> => ({
  'reference/tools.md': toolsPage(catalog),
  'reference/commands.md': commandsPage(createProgram({}).program),
  'reference/configuration.md': configurationPage(),
  'develop/add-a-tool.md': withIncludes('develop/add-a-tool.md'),
});
