import { allBut, isIn, type Runs, word } from './alphabets.ts';
import { lookOf } from './look.ts';
import { markBegin, type Span } from './marks.ts';
import { isPlaceholder } from './values.ts';

const argument = allBut('"\'`;|<>()&');
/** Longest part of a command that is examined. */
const longestCommand = 600;

type Command = {
  name: string;
  /** Options whose argument is a secret. */
  options: readonly string[];
  /** The argument is `user:password`; the user is kept. */
  pair?: boolean;
  /** The secret is joined to the option: `-psecret`. */
  joined?: boolean;
};

const known: readonly Command[] = [
  { name: 'curl', options: ['-u', '--user', '-U', '--proxy-user'], pair: true },
  { name: 'mysql', options: ['-p'], joined: true },
  { name: 'mysqldump', options: ['-p'], joined: true },
  { name: 'mysqladmin', options: ['-p'], joined: true },
  { name: 'mariadb', options: ['-p'], joined: true },
  { name: 'sshpass', options: ['-p'] },
  { name: 'sshpass', options: ['-p'], joined: true },
  { name: 'redis-cli', options: ['-a', '--pass'] },
  { name: 'docker login', options: ['-p'] },
  { name: 'podman login', options: ['-p'] },
  { name: 'az login', options: ['-p'] },
  { name: 'ldapsearch', options: ['-w'] },
  { name: 'mongosh', options: ['-p'] },
  { name: 'mongodump', options: ['-p'] },
  { name: 'sqlcmd', options: ['-P'] },
  { name: 'smbclient', options: ['-U'], pair: true },
  { name: 'zip', options: ['-P', '--password'] },
  { name: 'unzip', options: ['-P'] },
  { name: '7z', options: ['-p'], joined: true },
  { name: '7za', options: ['-p'], joined: true },
  { name: 'rar', options: ['-p', '-hp'], joined: true },
  { name: 'unrar', options: ['-p'], joined: true },
  { name: 'snmpwalk', options: ['-c', '-A', '-X'] },
  { name: 'snmpget', options: ['-c', '-A', '-X'] },
  { name: 'snmpset', options: ['-c', '-A', '-X'] },
  { name: 'plink', options: ['-pw'] },
  { name: 'pscp', options: ['-pw'] },
  { name: 'ldapadd', options: ['-w'] },
  { name: 'ldapmodify', options: ['-w'] },
  { name: 'ipmitool', options: ['-P'] },
  { name: 'twine upload', options: ['-p'] },
  { name: 'helm registry login', options: ['-p'] },
  { name: 'crane auth login', options: ['-p'] },
  { name: 'influx', options: ['-t'] },
  { name: 'skopeo', options: ['--creds', '--src-creds', '--dest-creds'], pair: true },
  { name: 'kubeadm', options: ['--token'] },
  { name: 'http', options: ['-a'], pair: true },
];

/** Names of commands whose options take secrets. */
export const commandNames: readonly string[] = [...new Set(known.map(({ name }) => name))];

/**
 * Finds secrets among the arguments of a command, which ends with its line unless a backslash continues it.
 *
 * @param at index of the command's name.
 */
export function commandSecret({ text }: Runs, at: number): Span | undefined {
  if (at > 0 && (isIn(word, text, at - 1) || '-.'.includes(text[at - 1] ?? ''))) return undefined;
  const commands = known.filter(
    ({ name }) => text.startsWith(name, at) && ' \t'.includes(text[at + name.length] ?? '.'),
  );
  const most = Math.min(text.length, at + longestCommand);
  for (const { name, options, pair, joined } of commands)
    for (let i = at + name.length; i < most; i += 1) {
      const c = text[i];
      if ((c === '\n' && text[i - 1] !== '\\') || c === '|' || c === ';') break;
      // Another occurrence of the command is examined by itself.
      if (i > at + name.length && text.startsWith(name, i)) break;
      if (c !== '-' || (text[i - 1] !== ' ' && text[i - 1] !== '\t')) continue;
      const option = options.find((candidate) => text.startsWith(candidate, i));
      if (option === undefined) continue;
      const span = secretAt(text, i + option.length, pair ?? false, joined ?? false);
      if (span) return span;
    }
  return undefined;
}

function secretAt(text: string, at: number, pair: boolean, joined: boolean): Span | undefined {
  let from = at;
  if (!joined) {
    if (!' \t='.includes(text[from] ?? '.')) return undefined;
    while (' \t='.includes(text[from] ?? '.') && from < at + 4) from += 1;
  }
  const quote = text[from] === '"' || text[from] === "'" ? text[from] : undefined;
  if (quote !== undefined) from += 1;
  let end = from;
  const most = Math.min(text.length, from + 300);
  while (
    end < most &&
    (quote === undefined ? isIn(argument, text, end) : text[end] !== quote && text[end] !== '\n')
  )
    end += 1;
  if (pair) {
    // The user is a token, which was removed already.
    if (text.startsWith(markBegin, from)) return undefined;
    const separator = text.slice(from, end).search(/[:%]/);
    if (separator < 0) return undefined;
    from += separator + 1;
  }
  const value = text.slice(from, end);
  if (value.length < 4 || isPlaceholder(value) || value.startsWith(markBegin) || value.startsWith('-'))
    return undefined;
  const look = lookOf(value);
  if (!pair && look.digits + look.symbols === 0 && look.changes < 0.3) return undefined;
  return { start: from, end, kind: 'command_secret' };
}
