import { PassThrough, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { clients } from '../../../../src/gateway/cli/setup/clients/index.ts';
import { askingAnswers, Cancelled, fixedAnswers } from '../../../../src/gateway/cli/setup/questions.ts';

const keys = { enter: '\r', down: '\u001b[B', space: ' ', no: 'n', ctrlC: '\u0003' };
const some = clients.slice(0, 3);

/** A terminal at which a person presses a key whenever the next question is shown. */
function terminal(...pressed: (keyof typeof keys)[]) {
  const shown: string[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const waiting = [...pressed];
  const output = Object.assign(
    new Writable({
      write(chunk: Buffer, _, done) {
        shown.push(chunk.toString());
        done();
        const next = waiting.shift();
        if (next !== undefined) setImmediate(() => input.write(keys[next]));
      },
    }),
    { isTTY: true, columns: 80, rows: 24 },
  );
  return { streams: { input, output }, shown: () => shown.join('') };
}
const asked = (at: ReturnType<typeof terminal>, options: { service?: boolean } = {}) =>
  askingAnswers(options, at.streams);

it('setup offers all clients that it found, and takes those that stay chosen', async () => {
  const all = terminal('enter');
  expect(await asked(all).clients(some)).toEqual(some);
  for (const { name } of some) expect(all.shown()).toContain(name);
  expect(await asked(terminal('space', 'enter')).clients(some)).toEqual(some.slice(1));
  expect(await asked(terminal('down', 'space', 'enter')).clients(some)).toEqual([some[0], some[2]]);
  expect(await asked(terminal()).clients([])).toEqual([]);
});

it('setup shows what it would write, and writes it only after a yes', async () => {
  const yes = terminal('enter');
  const diff = '~/.cursor/mcp.json\n+ "dewey"';
  expect(await asked(yes).write([diff])).toBe(true);
  expect(yes.shown()).toContain('+ "dewey"');
  expect(yes.shown()).toContain('Write these changes?');
  expect(await asked(terminal('no')).write([])).toBe(false);
});

it('setup asks for the service and the history, unless an option has answered', async () => {
  expect(await asked(terminal('enter')).service()).toBe(true);
  expect(await asked(terminal('no')).service()).toBe(false);
  expect(await asked(terminal(), { service: true }).service()).toBe(true);
  const history = terminal('no');
  expect(await asked(history).import('3 sessions of Codex')).toBe(false);
  expect(history.shown()).toContain('Found 3 sessions of Codex. Import them?');
});

it('Ctrl-C at any question ends setup with nothing written', async () => {
  const problems = await Promise.all(
    [
      asked(terminal('ctrlC')).clients(some),
      asked(terminal('ctrlC')).service(),
      asked(terminal('ctrlC')).write([]),
      asked(terminal('ctrlC')).import('one session'),
    ].map((answer) => answer.catch((error: unknown) => error)),
  );
  for (const problem of problems) expect(problem).toBeInstanceOf(Cancelled);
});

it('--yes asks nothing, and installs the service only where it is named', async () => {
  expect(await fixedAnswers({}).service()).toBe(false);
  expect(await fixedAnswers({ service: true }).service()).toBe(true);
  expect(await fixedAnswers({}).clients(some)).toEqual(some);
});
