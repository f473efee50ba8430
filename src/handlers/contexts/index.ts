import type { Shelf } from '../catalog.ts';
import deleteStartupContext from './delete-startup-context.ts';
import getStartupContext from './get-startup-context.ts';
import listStartupContexts from './list-startup-contexts.ts';
import { contextResources } from './resources.ts';
import setStartupContext from './set-startup-context.ts';
import startSession from './start-session-prompt.ts';

const shelf: Shelf = {
  name: 'contexts',
  title: 'Startup contexts',
  tools: [getStartupContext, setStartupContext, listStartupContexts, deleteStartupContext],
  resources: contextResources,
  prompts: [startSession],
};

export default shelf;
