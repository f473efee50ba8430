import type { Command } from 'commander';

/** What may follow a command. */
export type Node = {
  /** Such as `decisions list`; empty for the program itself. */
  path: string;
  description: string;
  commands: { name: string; description: string }[];
  options: { names: string[]; description: string; choices: readonly string[]; takesValue: boolean }[];
  /** Words that an argument may be. */
  words: readonly string[];
};

/** The commands as completion needs them. */
export function treeOf(command: Command, path = ''): Node[] {
  const commands = command.commands.map((inner) => ({
    name: inner.name(),
    description: inner.description(),
  }));
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map((option) => ({
      names: [option.short, option.long].filter((name) => name !== undefined),
      description: option.description,
      choices: option.argChoices ?? [],
      takesValue: option.required || option.optional,
    }));
  const help = { names: ['-h', '--help'], description: 'show help', choices: [], takesValue: false };
  return [
    {
      path,
      description: command.description(),
      commands,
      options: [...options, help],
      words: command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
    },
    ...command.commands.flatMap((inner) =>
      treeOf(inner, path === '' ? inner.name() : `${path} ${inner.name()}`),
    ),
  ];
}
