#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { hook } from './gateway/capture/hooks/command.ts';

/**
 * The `dewey` command. A hook holds up the agent's screen: `npm run build` puts what it needs, and no more, into the one
 * CommonJS file `dist/main.cjs`, which Node starts in half the time modules take. All other commands are loaded from
 * their modules.
 */
const [, , command, event, option, folder] = process.argv;
// These read much and keep little. The space for new objects stays as small as it is now, 2 MB in place of 48: 30 to 40 MB less,
// and a twentieth slower. Set once the modules are loaded, it would stay at the 16 MB that loading them takes.
if (command === 'import' || command === 'verify') setFlagsFromString('--semi-space-growth-factor=1');
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
