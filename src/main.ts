#!/usr/bin/env node
import { hook } from './gateway/capture/hooks/command.ts';
import { collectEarly } from './gateway/runtime/heap.ts';

/**
 * The `dewey` command. A hook holds up the agent's screen: `npm run build` puts what it needs, and no more, into the one
 * CommonJS file `dist/main.cjs`, which Node starts in half the time modules take. All other commands are loaded from
 * their modules.
 */
const [, , command, event, option, folder] = process.argv;
if (command === 'import' || command === 'verify') collectEarly();
const ended =
  command === 'hook' && event !== undefined && !event.startsWith('-')
    ? hook(event, option === '--data-dir' ? { ...process.env, DEWEY_DATA_DIR: folder } : process.env)
    : import('./gateway/cli/commands.js').then(({ runCommand }) => {
        // The reader of the output, such as `head`, has closed the pipe.
        process.stdout.on('error', () => process.exit(1));
        return runCommand(process.argv, process.env);
      });
void ended.then((code) => {
  process.exitCode = code;
});
