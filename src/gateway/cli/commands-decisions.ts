import type { Command } from 'commander';
import type { ExitCode } from './run/program.ts';
import type { Json } from './run/say.ts';

const asJson = ['--json', 'print the result as JSON, as without a terminal'] as const;

type Dismissal = Json & { reason?: string; decision?: string; domain?: string; undo?: boolean };
type Noted = Json & { note?: string };
type FromEvent = Json & { confidence?: string; alternative?: string[]; module?: string };

/** `dewey decisions rules`, `dismiss`, `confirm`, `reject`, `from-event` and `acknowledge`: what a person settles. */
export function addDecisionCare(
  decisions: Command,
  env: NodeJS.ProcessEnv,
  ended: (code: ExitCode) => void,
): void {
  decisions
    .command('rules')
    .description('list the rules that warn, with what each caught and how that turned out')
    .option(...asJson)
    .action(async (options: Json) => {
      ended(await (await import('./decision-care.ts')).rules(env, options));
    });
  decisions
    .command('dismiss')
    .description('dismiss a warning of one decision, or silence its rule')
    .argument('<rule>', 'id of the rule, from the warning')
    .option('--reason <text>', 'why it does not apply; required without --undo')
    .option('--decision <id>', 'only for this decision')
    .option('--domain <domain>', 'in this domain; default: everywhere')
    .option('--undo', 'let the rule warn again')
    .option(...asJson)
    .action(async (rule: string, options: Dismissal) => {
      ended(await (await import('./decision-care.ts')).dismiss(env, rule, options));
    });
  for (const verdict of ['confirm', 'reject'] as const)
    decisions
      .command(verdict)
      .description(`${verdict} the outcome that the signals of a decision suggest`)
      .argument('<decision_id>', 'the decision')
      .option('--note <text>', 'why')
      .option(...asJson)
      .action(async (id: string, options: Noted) => {
        ended(await (await import('./decision-care.ts')).settle(env, id, verdict, options));
      });
  decisions
    .command('from-event')
    .description('record the decision that an event of a document tells of, with its quotes')
    .argument('<event_id>', 'the event')
    .option('--confidence <number>', 'how sure you are that it will turn out well, from 0 to 1; required')
    .option('--alternative <text...>', 'what was turned down; default: do nothing')
    .option('--module <module>', 'the domain; default: general')
    .option(...asJson)
    .action(async (id: string, options: FromEvent) => {
      ended(await (await import('./decide-event.ts')).decideFrom(env, id, options));
    });
  decisions
    .command('acknowledge')
    .description('take an anomaly off the list')
    .argument('<anomaly_id>', 'the anomaly, from membria://anomalies/current')
    .option('--note <text>', 'what was found')
    .option(...asJson)
    .action(async (id: string, options: Noted) => {
      ended(await (await import('./decision-care.ts')).acknowledge(env, id, options));
    });
}
