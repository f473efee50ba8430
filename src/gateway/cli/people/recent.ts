import type { ExitCode } from '../run/program.ts';
import { cutTo, widthOf } from '../terminal/screen.ts';
import { clockOf, dayOf } from '../terminal/when.ts';
import { type Conversation, hues, projectName, shortId, titleText } from './conversation.ts';
import { browse, type Listed, type ListOptions, nothing } from './list.ts';
import { answer, type Desk } from './run.ts';

/** Lists what was worked on lately, by day. */
export function recent(env: NodeJS.ProcessEnv, options: ListOptions): Promise<ExitCode> {
  return answer(env, 'dewey recent', options, (desk) => browse(desk, options), recentText);
}

function recentText({ conversations, total }: Listed, { screen, now }: Desk): string {
  if (conversations.length === 0) return nothing(total);
  const hue = hues(screen);
  // What an agent started on its own is part of the conversation that started it.
  const own = conversations.filter((one) => one.parent_id === null);
  const width = Math.min(24, Math.max(...own.map((one) => widthOf(projectName(one.project)))));
  const line = (one: Conversation) => {
    const name = cutTo(projectName(one.project), width);
    const about = `${clockOf(one.updated_at)}  ${shortId(one.id)}  ${name.padEnd(name.length + width - widthOf(name))}`;
    const title = cutTo(titleText(one), screen.width - widthOf(about) - 4);
    return `  ${hue.faint(clockOf(one.updated_at))}  ${hue.id(shortId(one.id))}  ${hue.project(name)}${' '.repeat(width - widthOf(name))}  ${title}`;
  };
  const days: { day: string; lines: string[] }[] = [];
  for (const one of own) {
    const day = dayOf(one.updated_at, now);
    if (days.at(-1)?.day !== day) days.push({ day, lines: [] });
    days.at(-1)?.lines.push(line(one));
  }
  return days.map(({ day, lines }) => [hue.strong(day), ...lines].join('\n')).join('\n\n');
}
