import type { ExitCode } from '../run/program.ts';
import { oneLine } from '../terminal/harmless.ts';
import { table } from '../terminal/table.ts';
import { ago } from '../terminal/when.ts';
import { hues, plural, projectName } from './conversation.ts';
import { roomyColumns } from './list.ts';
import { count } from './options.ts';
import { answer, type Desk, type Json } from './run.ts';

export type DecisionsOptions = Json & {
  project?: string;
  status?: string;
  domain?: string;
  option?: string;
  person?: string;
  text?: string;
  since?: string;
  limit: string;
  /** Only those whose review date has come. */
  due?: boolean;
  days?: string;
};

type Listed = {
  decisions: {
    decision_id: string;
    statement: string;
    confidence: number;
    module: string;
    status: string;
    outcome: string | null;
    project: string | null;
    created_at: string;
  }[];
  total: number;
};

/** Lists decisions, newest first; those without an outcome that are due for review, or at least `days` old, oldest first. */
export function decisions(env: NodeJS.ProcessEnv, options: DecisionsOptions): Promise<ExitCode> {
  const due = options.due === true || options.days !== undefined;
  return answer(
    env,
    'dewey decisions',
    options,
    ({ client }) =>
      client.post<Listed>('/browse/browse_decisions', {
        called: options.project,
        status: options.status,
        domain: options.domain,
        option: options.option,
        person: options.person,
        text: options.text,
        since: options.since,
        due: due && options.days === undefined,
        limit: count(options.limit, '--limit'),
        due_days:
          options.days === undefined ? undefined : count(options.days, '--days', { least: 0, most: 36_500 }),
      }),
    (found, desk) => listText(found, desk, due),
  );
}

function listText({ decisions: found, total }: Listed, { screen, now }: Desk, due: boolean): string {
  if (found.length === 0)
    return due
      ? 'No decision waits for its outcome.'
      : 'No decisions match. Agents record them with membria_capture_decision.';
  const hue = hues(screen);
  const text = table(
    screen,
    [
      { head: 'ID', paint: hue.id },
      { head: 'MADE' },
      { head: 'PROJECT', paint: hue.project, flexible: true },
      { head: 'DOMAIN', paint: hue.agent },
      { head: 'SURE', align: 'right' },
      { head: due ? '' : 'OUTCOME', paint: outcomeHue(hue) },
      { head: 'DECISION', flexible: true },
    ],
    found.map((one) => [
      one.decision_id,
      ago(one.created_at, now),
      projectName(one.project),
      screen.width >= roomyColumns ? one.module : '',
      `${Math.round(one.confidence * 100)} %`,
      due ? '' : (one.outcome ?? one.status),
      oneLine(one.statement),
    ]),
  );
  const notes = [
    ...(total > found.length ? [`${found.length} of ${plural(total, 'decision')}; --limit shows more`] : []),
    ...(due
      ? [
          'record how one turned out with the tool membria_record_outcome, or confirm what its signals suggest with "dewey decisions confirm"',
        ]
      : []),
  ];
  return notes.length > 0 && screen.terminal ? `${text}\n${hue.faint(notes.join(' · '))}` : text;
}

const outcomeHue = (hue: ReturnType<typeof hues>) => (text: string) =>
  text.startsWith('success') ? hue.good(text) : text.startsWith('fail') ? hue.bad(text) : hue.faint(text);
