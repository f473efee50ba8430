import type { Shelf } from '../catalog.ts';
import deleteStartupContext from './delete-startup-context.ts';
import getStartupContext from './get-startup-context.ts';
import listStartupContexts from './list-startup-contexts.ts';
import setStartupContext from './set-startup-context.ts';

const shelf: Shelf = {
  name: 'contexts',
  title: 'Startup contexts',
  tools: [getStartupContext, setStartupContext, listStartupContexts, deleteStartupContext],
};

export default shelf;
