import { type Command, Help } from 'commander';
import { type Colors, type Screen, screenOf } from '../terminal/screen.ts';
import { type Example, examples, firstExamples } from './examples.ts';
import { groupNames, groupOf, placeOf, summaries } from './groups.ts';

/** The name of a command without the program's, such as `decisions list`. */
export const pathOf = (command: Command): string =>
  command.parent ? [pathOf(command.parent), command.name()].filter(Boolean).join(' ') : '';

/**
 * Gives every command help with examples, groups the commands, and words errors as all others are.
 *
 * @param env as `process.env`.
 */
export function addHelp(program: Command, env: NodeJS.ProcessEnv): void {
  const screen = screenOf(env);
  const errors = screenOf(env, process.stderr);
  program
    .helpCommand(false)
    .configureHelp({ sortSubcommands: false })
    .addHelpText('after', () =>
      [
        section(firstExamples, screen.paint),
        '\nEvery command has --help with examples. "dewey tools" lists what agents can call.',
      ].join('\n'),
    );
  for (const command of all(program)) {
    const own = examples[pathOf(command)];
    if (own) command.addHelpText('after', () => section(own, screen.paint));
    styled(command, screen, errors);
  }
  const inOrder = [...program.commands].toSorted(
    (a, b) =>
      groupNames.indexOf(groupOf(a.name())) - groupNames.indexOf(groupOf(b.name())) ||
      placeOf(a.name()) - placeOf(b.name()),
  );
  for (const command of inOrder) {
    command.helpGroup(groupOf(command.name()));
    const summary = summaries[command.name()];
    if (summary !== undefined) command.summary(summary);
  }
  program.configureHelp({
    ...program.configureHelp(),
    visibleCommands: () => inOrder,
    // Otherwise in the order in which the commands were defined.
    groupItems: (_, visible, group) => new Help().groupItems([...visible], [...visible], group),
    subcommandTerm: (command) => command.name(),
  });
}

const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

const section = (list: readonly Example[], paint: Colors): string => {
  const width = Math.max(...list.map(([call]) => call.length));
  return [
    `\n${paint.bold('Examples:')}`,
    ...list.map(([call, purpose]) =>
      width > widest
        ? `  ${paint.dim(`# ${purpose}`)}\n  dewey ${call}`
        : `  dewey ${call.padEnd(width)}  ${paint.dim(purpose)}`,
    ),
  ].join('\n');
};

/** Longer examples stand on lines of their own. */
const widest = 36;

function styled(command: Command, { paint, width, terminal }: Screen, errors: Screen): void {
  command
    .configureHelp({
      ...command.configureHelp(),
      styleTitle: (text) => paint.bold(text),
      styleCommandText: (text) => paint.cyan(text),
      styleSubcommandText: (text) => paint.cyan(text),
      styleOptionText: (text) => paint.yellow(text),
      styleArgumentText: (text) => paint.yellow(text),
    })
    .configureOutput({
      writeErr: (text) => process.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, errors.paint.red('dewey: '))),
      getOutHelpWidth: () => (terminal ? Math.min(width, 100) : 80),
      getOutHasColors: () => paint.isColorSupported,
      getErrHasColors: () => errors.paint.isColorSupported,
    })
    .showHelpAfterError(
      `"dewey ${[pathOf(command), '--help'].filter(Boolean).join(' ')}" shows what there is.`,
    )
    .showSuggestionAfterError(true)
    .exitOverride();
}
