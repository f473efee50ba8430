import type { Command } from 'commander';
import { anchor, table } from './markdown.ts';

/** `docs/reference/commands.md`: the commands of the program with their arguments and options. */
export function commandsPage(program: Command): string {
  const commands = leaves(program);
  return `${[
    '# Commands',
    'This page is generated from the definitions of the commands by `npm run docs:generate`. `dewey <command> --help` prints the same text.',
    'In a checkout, `node dist/main.cjs` is `dewey`. In containers, use `docker compose run --rm dewey <command>`. With `DEWEY_URL` set, client commands go [through that gateway](../operate/containers.md#commands-through-a-gateway).',
    'Exit codes: 0 success, 1 failure, 2 wrong usage. Data goes to standard output, logs and errors to standard error.',
    table(
      ['Command', 'What it does'],
      commands.map((command) => [
        `[\`${nameOf(command)}\`](#${anchor(nameOf(command))})`,
        command.description(),
      ]),
    ),
    ...commands.map(section),
  ].join('\n\n')}\n`;
}

/** Commands without subcommands, in order of definition. */
const leaves = (command: Command): Command[] =>
  command.commands.flatMap((inner) => (inner.commands.length > 0 ? leaves(inner) : [inner]));

const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

function section(command: Command): string {
  const args = command.registeredArguments.map((argument) => [
    `\`${argument.name()}${argument.variadic ? '…' : ''}\``,
    argument.description + (argument.required ? '' : ' (optional)') + given(argument.defaultValue),
  ]);
  const options = command.options.map((option) => [
    `\`${option.flags}\``,
    option.description + given(option.defaultValue),
  ]);
  return [
    `## ${nameOf(command)}`,
    `${sentence(command.description())}`,
    `\`\`\`text\n${usage(command)}\n\`\`\``,
    ...(args.length > 0 ? [table(['Argument', 'Meaning'], args)] : []),
    ...(options.length > 0 ? [table(['Option', 'Meaning'], options)] : []),
  ].join('\n\n');
}

const usage = (command: Command): string =>
  [
    nameOf(command),
    ...(command.options.length > 0 ? ['[options]'] : []),
    ...command.registeredArguments.map((argument) => {
      const text = `${argument.name()}${argument.variadic ? '…' : ''}`;
      return argument.required ? `<${text}>` : `[${text}]`;
    }),
  ].join(' ');

const given = (value: unknown): string => (value === undefined ? '' : `; default \`${value}\``);

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
