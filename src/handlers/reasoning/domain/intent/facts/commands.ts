import type { Fact } from './kinds.ts';
import { bare } from './token.ts';
import { isFunction } from './vocabulary.ts';

const programs = new Set(
  'ansible-playbook apt apt-get artisan aws az bash brew bundle cargo cat awk cd certbot chmod chown choco cmake composer conda cp crontab curl deno dig docker docker-compose dotnet echo flutter gcc gcloud gem gh git go gradle grep grunt gulp helm java javac iptables jest journalctl kubectl ln ls lsof make mkdir mv mvn mysql netstat nohup node npm npx nvm occ openssl php ping pip pip3 pnpm podman poetry psql pytest python python3 rails rake redis-cli rm ruby rsync rustc scp sed service sh ssh sudo systemctl tail tar terraform tsc ufw unzip uv valgrind vim wget yarn'.split(
    ' ',
  ),
);
/** What may follow a program without anything that a sentence would not have. */
const subcommands = new Set(
  'add apply audit build bundle check ci clean clone commit compose config create delete deploy describe diff down exec fetch generate get help info init inspect install list log login logs merge migrate new outdated ps publish pull push rebase reload remove renew reset restart restore run serve show start stash status stop sync test uninstall up update upgrade version'.split(
    ' ',
  ),
);
const mostArguments = 14;
/** An argument rather than a word of the sentence. */
const argument = /^(?:-|\.{0,2}\/|<|>|\||&&|\$|[\w.-]*[\d/@=:.\\_][^\s]*$)/;
const marked = /[-./\\=|<>@:_$\d]/;

/** A line behind the prompt of a shell. */
const prompt = /^(?:\S{1,60}[@:]\S{0,100}[#$%] |\$ )/;
const flag = /^--?[A-Za-z]/;
const mostLine = 300;

/** Whole lines that a shell was given: behind its prompt, or with several flags. */
function commandLines(text: string): Fact[] {
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.length < 2) return [];
  return lines.flatMap((line): Fact[] => {
    const given = line.replace(prompt, '');
    const words = given.split(/\s+/);
    const behind = given !== line && words.length > 1;
    const flagged =
      /^[a-z./][\w./-]*$/.test(words[0] ?? '') && words.filter((word) => flag.test(word)).length > 2;
    return (behind || flagged) && given.length <= mostLine ? [{ kind: 'command', text: given }] : [];
  });
}

/** Commands in a text: whole lines, and those within sentences. */
export const commands = (text: string): Fact[] => [...commandLines(text), ...commandsWithin(text)];

/** Runs of words that begin with a program and go on with its arguments, through pipes. */
function commandsWithin(text: string): Fact[] {
  const all = text.split(
    /[\s，。；：？！、（）「」]+|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])(?=[a-z])/u,
  );
  return all.flatMap((word, at): Fact[] => {
    const program = word.replace(/^[`"'($#>]+/, '');
    const begins = programs.has(program) || /^\.\/[\w.-]+$/.test(program) || /^\\[a-z]$/.test(program);
    if (!begins && !(/^[a-z][a-z\d-]{1,20}$/.test(program) && isOption(all[at + 1]) && !isFunction(program)))
      return [];
    // A client's own commands take one argument.
    if (program.startsWith('\\')) return [{ kind: 'command', text: bare(`${program} ${all[at + 1] ?? ''}`) }];
    const taken = [program];
    let last = program;
    for (const next of all.slice(at + 1, at + 1 + mostArguments)) {
      // A dot by itself is a folder.
      const end = next !== '.' && /[.,;:!?)`"”»]$/.test(next);
      const inner = end ? next.slice(0, -1) : next;
      if (!argument.test(inner) && !follows(inner, last, taken.length)) break;
      taken.push(inner);
      last = inner;
      if (end) break;
    }
    const [given = ''] = taken.slice(1);
    if (!(marked.test(given) || subcommands.has(given) || programs.has(given)) || /^v?\d[\d.]*$/.test(given))
      return [];
    const whole = taken.join(' ');
    return [{ kind: 'command', text: last === '.' ? whole : bare(whole) }];
  });
}

/** A word in front of a long option is a command, whatever it is: `export --format csv`. */
const isOption = (word = ''): boolean => /^--[a-z][a-z-]{2,30}$/.test(word);

/** Without a mark of their own: subcommands, programs behind a pipe, and values of flags. */
const follows = (word: string, last: string, taken: number): boolean =>
  /^[\w.-]{1,40}$/.test(word) &&
  (/^(?:\||&&)$/.test(last) ||
    /^-{1,2}[A-Za-z]/.test(last) ||
    (taken === 1 && (subcommands.has(word) || programs.has(word))) ||
    (taken === 2 &&
      (programs.has(last) || subcommands.has(last)) &&
      (subcommands.has(word) || programs.has(word))) ||
    (taken === 3 && programs.has(last) && subcommands.has(word)) ||
    (taken > 1 && last === 'install' && !isFunction(word) && /^[a-z][\w.-]{2,40}$/.test(word)));
