import { field, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import { textOf } from './format.ts';

/** A call of a tool as Cursor keeps it, with its result once there is one. */
export type CursorCall = {
  id: string | undefined;
  name: string;
  input: unknown;
  result: { text: string; isError: true | undefined; interrupted: true | undefined } | undefined;
};

/** States in which the arguments of a call may still be written. */
const unfinished = ['loading', 'pending', 'streaming', 'running'];

/** @returns undefined when there is no call, or one of which the arguments are not complete. */
export function callIn(data: unknown): CursorCall | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const tool = field(data, 'tool');
  const name =
    textField(data, 'name') || (typeof tool === 'number' ? `tool ${tool}` : textField(data, 'tool'));
  const status = textField(data, 'status') ?? '';
  const isUnfinished = unfinished.includes(status);
  const given = [field(data, 'rawArgs'), field(data, 'params')].find(
    (one) => one !== undefined && one !== '',
  );
  const input = typeof given === 'string' ? parse(given) : given;
  if (!name || (isUnfinished && input === undefined)) return undefined;
  return {
    id: textField(data, 'toolCallId') || undefined,
    name,
    input: input ?? given ?? {},
    result: isUnfinished ? undefined : resultIn(data, status),
  };
}

function resultIn(data: unknown, status: string): CursorCall['result'] {
  const error = said(field(data, 'error'));
  const text = said(field(data, 'result')) || error;
  const isRejected = textField(data, 'userDecision') === 'rejected';
  const isInterrupted = isRejected || /^(?:cancelled|canceled|aborted|rejected)$/.test(status);
  if (text === '' && status === '') return undefined;
  return {
    text,
    isError: status === 'error' || error !== '' ? true : undefined,
    interrupted: isInterrupted ? true : undefined,
  };
}

/** Where the results of the tools of Cursor and of MCP servers have their text. */
const places = ['output', 'contents', 'clientVisibleErrorMessage', 'result', 'content'];

/** The text of a result, or its JSON when it has several parts. */
function said(result: unknown): string {
  if (typeof result === 'object' && result !== null) return said(JSON.stringify(result));
  if (typeof result !== 'string') return '';
  const value = parse(result);
  const found = places.map((place) => field(value, place)).find((one) => one !== undefined);
  const text = typeof found === 'string' ? textOf(field(parse(found), 'content')) || found : textOf(found);
  return text || result;
}
