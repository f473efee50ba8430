import type { Node } from './tree.ts';

/** Single-quoted for all three shells. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Inside of a fish or zsh word: descriptions need no quotes of their own. */
const plain = (text: string): string => text.replaceAll(/['"\\$`:[\]]/g, '');

/** The choices of options by the option, as lines of a `case`. */
const choiceCases = (nodes: readonly Node[], line: (pattern: string, choices: readonly string[]) => string) =>
  nodes.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ names, choices }) => line(names.map((name) => quoted(`${path} ${name}`)).join('|'), choices)),
  );

/** The words typed so far that are commands, as both bash and zsh find them. */
const walk = (nodes: readonly Node[]) => `case "$path$sep$word" in
      ${nodes
        .filter(({ path }) => path !== '')
        .map(({ path }) => quoted(path))
        .join('|')}) path="$path$sep$word"; sep=' ';;
    esac`;

export function bashScript(nodes: readonly Node[]): string {
  const wordsOf = ({ commands, words }: Node) => [...commands.map(({ name }) => name), ...words].join(' ');
  const optionsOf = ({ options }: Node) => options.flatMap(({ names }) => names).join(' ');
  return `# Completion of dewey for bash: dewey completion bash >> ~/.bashrc
_dewey() {
  local path='' sep='' word i cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    ${walk(nodes)}
  done
  COMPREPLY=()
  case "$path $prev" in
    ${choiceCases(nodes, (pattern, choices) => `${pattern}) COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$cur")); return;;`).join('\n    ')}
  esac
  local words='' options=''
  case "$path" in
    ${nodes.map((node) => `${quoted(node.path)}) words=${quoted(wordsOf(node))}; options=${quoted(optionsOf(node))};;`).join('\n    ')}
  esac
  if [[ "$cur" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
}
complete -o default -F _dewey dewey
`;
}

export function zshScript(nodes: readonly Node[]): string {
  const entries = (list: readonly (readonly [string, string])[]) =>
    list
      .map(([name, description]) => quoted(description === '' ? name : `${name}:${plain(description)}`))
      .join(' ');
  const wordsOf = ({ commands, words }: Node) =>
    entries([
      ...commands.map(({ name, description }) => [name, description] as const),
      ...words.map((word) => [word, ''] as const),
    ]);
  const optionsOf = ({ options }: Node) =>
    entries(options.flatMap(({ names, description }) => names.map((name) => [name, description] as const)));
  return `#compdef dewey
# Completion of dewey for zsh: dewey completion zsh > "\${fpath[1]}/_dewey"
_dewey() {
  local path='' sep='' word prev="\${words[CURRENT-1]}"
  local -a found
  for word in "\${words[@]:1:$((CURRENT - 2))}"; do
    ${walk(nodes)}
  done
  case "$path $prev" in
    ${choiceCases(nodes, (pattern, choices) => `${pattern}) compadd -- ${choices.map(quoted).join(' ')}; return;;`).join('\n    ')}
  esac
  if [[ "$PREFIX" == -* ]]; then
    case "$path" in
      ${nodes.map((node) => `${quoted(node.path)}) found=(${optionsOf(node)});;`).join('\n      ')}
    esac
    _describe option found
  else
    case "$path" in
      ${nodes.map((node) => `${quoted(node.path)}) found=(${wordsOf(node)});;`).join('\n      ')}
    esac
    (( \${#found} )) && _describe command found || _files
  fi
}
if [[ "\${funcstack[1]}" == _dewey ]]; then _dewey "$@"; else compdef _dewey dewey; fi
`;
}

export function fishScript(nodes: readonly Node[]): string {
  const lines = nodes.flatMap((node) => {
    const at = condition(node);
    return [
      ...node.commands.map(
        ({ name, description }) =>
          `complete -c dewey -n ${at} -f -a ${quoted(name)} -d ${quoted(plain(description))}`,
      ),
      ...node.words.map((word) => `complete -c dewey -n ${at} -f -a ${quoted(word)}`),
      ...node.options.map(
        ({ names, description, choices, takesValue }) =>
          `complete -c dewey -n ${at} ${names.map(fishName).join(' ')}${takesValue ? ' -r' : ''}${choices.length > 0 ? ` -f -a ${quoted(choices.join(' '))}` : ''} -d ${quoted(plain(description))}`,
      ),
    ];
  });
  return `# Completion of dewey for fish: dewey completion fish > ~/.config/fish/completions/dewey.fish\n${lines.join('\n')}\n`;
}

const fishName = (name: string): string =>
  name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`;

/** Holds where the words typed so far are this command, without one below it. */
function condition({ path, commands }: Node): string {
  const [first, second] = path.split(' ');
  const below = commands.map(({ name }) => name).join(' ');
  if (!first) return quoted('__fish_use_subcommand');
  const seen = [first, ...(second ? [second] : [])].map((word) => `__fish_seen_subcommand_from ${word}`);
  return quoted([...seen, ...(below ? [`not __fish_seen_subcommand_from ${below}`] : [])].join('; and '));
}
