import type { Command } from 'commander';
import { examples } from '../../src/gateway/cli/help/examples.ts';
import { pathOf } from '../../src/gateway/cli/help/help.ts';
import { anchor, table } from './markdown.ts';

/** `docs/reference/commands.md`: the commands with their arguments and options. */
export function commandsPage(program: Command): string {
  const commands = leaves(program);
  return `${[
    '# Commands',
    'This page is generated from the command definitions by `npm run docs:generate`. `dewey <command> --help` prints the same text.',
    'In a checkout, run `node dist/main.cjs <command>`; in containers, `docker compose run --rm dewey <command>`. With `DEWEY_URL` set, client commands work [through that gateway](../operate/containers.md#commands-through-a-gateway).',
    'Exit codes: 0 on success, 1 on failure, 2 on incorrect usage. Data is written to standard output; logs and errors are written to standard error.',
    table(
      ['Command', 'Description'],
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
    ...exampleLines(command),
    ...(args.length > 0 ? [table(['Argument', 'Description'], args)] : []),
    ...(options.length > 0 ? [table(['Option', 'Description'], options)] : []),
  ].join('\n\n');
}

const exampleLines = (command: Command): string[] => {
  const own = examples[pathOf(command)];
  return own
    ? [`\`\`\`text\n${own.map(([call, purpose]) => `# ${purpose}\ndewey ${call}`).join('\n')}\n\`\`\``]
    : [];
};

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
