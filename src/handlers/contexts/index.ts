import type { Toolset } from '../tool/catalog.ts';
import deleteStartupContext from './delete-startup-context.ts';
import getStartupContext from './get-startup-context.ts';
import listStartupContexts from './list-startup-contexts.ts';
import { contextResources } from './resources.ts';
import setStartupContext from './set-startup-context.ts';
import startSession from './start-session-prompt.ts';

const toolset: Toolset = {
  name: 'contexts',
  title: 'Startup contexts',
  tools: [getStartupContext, setStartupContext, listStartupContexts, deleteStartupContext],
  resources: contextResources,
  prompts: [startSession],
};

export default toolset;
