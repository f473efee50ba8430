import { field, textField } from '../../messages/captured.ts';
import { timeOf } from './facts.ts';

/** Messages have the text that was typed; chats of older versions have it under other names, too. */
export const textIn = (value: unknown): string =>
  textField(value, 'text') || textField(value, 'rawText') || textField(value, 'initText') || '';

export function thinkingIn(value: unknown): string {
  const thinking = field(value, 'thinking');
  return typeof thinking === 'string' ? thinking : (textField(thinking, 'text') ?? '');
}

export function modelIn(value: unknown): string | undefined {
  const name = textField(field(value, 'modelInfo'), 'modelName') ?? textField(value, 'modelType');
  return name === 'default' ? undefined : name || undefined;
}

/** Times of a process that are counted from its start are no times. */
const earliest = Date.UTC(2020);

export function timeIn(value: unknown): string | undefined {
  const timing = field(value, 'timingInfo');
  const times = [
    field(value, 'createdAt'),
    field(value, 'startedAtMs'),
    field(timing, 'clientRpcSendTime'),
    field(timing, 'clientStartTime'),
  ];
  for (const time of times) {
    const found = typeof time === 'string' ? Date.parse(time) : time;
    if (typeof found === 'number' && found > earliest) return timeOf(found);
  }
  return undefined;
}

/** Pictures of a prompt by name, as they are not text. */
export function picturesIn(value: unknown): string {
  const pictures = [field(value, 'images'), field(field(value, 'context'), 'selectedImages')];
  const count = Math.max(...pictures.map((list) => (Array.isArray(list) ? list.length : 0)));
  return Array.from({ length: count }, () => '[image]').join('\n');
}

/** Whether Cursor itself put a message in place of a prompt, as when a task in the background has ended. */
export const isSimulated = (value: unknown, listed: unknown): boolean =>
  [value, field(listed, 'grouping')].some((one) => field(one, 'isSimulatedMsg') === true);
