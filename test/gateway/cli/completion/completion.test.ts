import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../../../src/gateway/cli/commands.ts';
import { bashScript, fishScript, zshScript } from '../../../../src/gateway/cli/completion/scripts.ts';
import { treeOf } from '../../../../src/gateway/cli/completion/tree.ts';
import { harmless } from '../../../../src/gateway/cli/terminal/harmless.ts';

const nodes = treeOf(createProgram({}).program);
const scripts = { bash: bashScript(nodes), zsh: zshScript(nodes), fish: fishScript(nodes) };
type Shell = keyof typeof scripts;

const folder = mkdtempSync(join(tmpdir(), 'dewey-completion-'));
beforeAll(() => {
  for (const [shell, text] of Object.entries(scripts)) writeFileSync(join(folder, `dewey.${shell}`), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder, TERM: 'xterm' },
  });

const installed = (shell: Shell): boolean => {
  try {
    run(shell, ['-c', 'true']);
    return true;
  } catch {
    return false;
  }
};

/** Presses Tab after a line in an interactive zsh, and prints what its terminal shows. */
const zshDriver = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT= ; autoload -U compinit; compinit -u -D; source $1"
zpty -w shell 'shown() { print -r -- "<end>" }; zle -N shown; bindkey "^X" shown; print rea"dy"'
zpty -r -m shell out '*ready*'
zpty -w -n shell "$2"$'\\t\\x18'
zpty -r -m shell out '*<end>*'
print -r -- "$out"
zpty -d shell
`;

const bashDriver = `
source "$1"
read -ra COMP_WORDS <<< "$2"
[[ "$2" == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_dewey
printf '%s\\n' "\${COMPREPLY[@]}"
`;

/** What Tab offers at the end of a line. */
const complete: Record<Shell, (line: string) => string> = {
  bash: (line) => run('bash', ['--norc', '-c', bashDriver, 'bash', join(folder, 'dewey.bash'), line]),
  zsh: (line) => harmless(run('zsh', ['-f', '-c', zshDriver, 'zsh', join(folder, 'dewey.zsh'), line])),
  fish: (line) =>
    run('fish', [
      '--no-config',
      '-c',
      `source ${join(folder, 'dewey.fish')}; complete -C ${JSON.stringify(line)}`,
    ]),
};

describe.each(['bash', 'zsh', 'fish'] as const)('completion for %s', (shell) => {
  // Without the shell there is nothing to test: the scripts are only text.
  it.skipIf(!installed(shell)).each([
    ['dewey dec', /\bdecisions\b/, /\bsearch\b/],
    ['dewey decisions ', /\bdue\b/, /\bexport\b/],
    ['dewey search --ro', /--role\b/, /--json\b/],
    ['dewey search --role ', /\bassistant\b/, /\bdue\b/],
    ['dewey completion ', /\bfish\b/, /\bdue\b/],
  ])('completes "%s"', (line, offered, other) => {
    const found = complete[shell](line);
    expect(found).toMatch(offered);
    expect(found).not.toMatch(other);
  });
});
