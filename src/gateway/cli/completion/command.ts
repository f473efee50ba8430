import { Argument, type Command } from 'commander';
import type { ExitCode } from '../run/program.ts';
import { bashScript, fishScript, zshScript } from './scripts.ts';
import { treeOf } from './tree.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
type Shell = keyof typeof scripts;

/** `dewey completion <shell>`: made from the definitions, so that completing a word starts no process. */
export function addCompletion(program: Command, ended: (code: ExitCode) => void): void {
  program
    .command('completion')
    .description('print the completion of commands and options for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
    .action((shell: Shell) => {
      process.stdout.write(scripts[shell](treeOf(program)));
      ended(0);
    });
}
