import { createTwoFilesPatch } from 'diff';
import { redactText } from '../../redaction/index.ts';
import type { Change, Plan } from './plan.ts';

/** The difference that a change makes, as lines with + and -. Secrets, ours and those beside them, are not shown. */
export function diffOf({ before, after }: Change): string {
  const patch = createTwoFilesPatch(before.path, before.path, before.text ?? '', after ?? '', '', '', {
    context: 2,
  });
  const [, ...lines] = patch.trimEnd().split('\n');
  return redactText(lines.join('\n'), {});
}

/** One line for each file. */
export function summaryOf({ changes, same, refused }: Plan): string[] {
  return [
    ...changes.map(
      ({ client, what, before, after }) =>
        `${after === undefined ? 'remove' : before.text === undefined ? 'create' : 'change'}  ${client.name}, ${what}: ${before.path}`,
    ),
    ...same.map(({ client, path }) => `as is   ${client.name}: ${path}`),
    ...refused.map(({ client, problem }) => `left    ${client.name}: ${problem}`),
  ];
}
