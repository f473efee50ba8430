import colors from 'picocolors';
import type { DestinationStream } from 'pino';

const levels: Readonly<Record<number, readonly [string, (text: string) => string]>> = {
  10: ['trace', colors.dim],
  20: ['debug', colors.dim],
  30: ['info ', colors.green],
  40: ['warn ', colors.yellow],
  50: ['error', colors.red],
  60: ['fatal', colors.red],
};

type Line = { level?: number; time?: string; msg?: string; err?: unknown } & Record<string, unknown>;

/**
 * A log for a terminal: one line a message, as `14:02:07 info  listening  url=http://…`. Everywhere else lines are JSON.
 */
export const readableLog = (out: { write(text: string): unknown }): DestinationStream => ({
  write: (json) => {
    out.write(readable(json));
  },
});

/** A JSON log line as text; anything else unchanged. */
export function readable(json: string): string {
  let line: Line;
  try {
    line = JSON.parse(json);
  } catch {
    return json;
  }
  const { level = 30, time = '', msg = '', err, ...rest } = line;
  const [name, paint] = levels[level] ?? ['', colors.dim];
  const about = [...Object.entries(rest), ...errorFields(err)].map(
    ([field, value]) => `${colors.dim(`${field}=`)}${valueText(value)}`,
  );
  return `${[colors.dim(localTime(time)), paint(name), [msg, ...about].join('  ')].join(' ')}\n`;
}

/** The stack stays in the JSON; what a person can act on is the message. */
function errorFields(err: unknown): [string, unknown][] {
  if (typeof err !== 'object' || err === null) return [];
  return Object.entries(err).filter(([field]) => field === 'message' || field === 'code');
}

const valueText = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[^\s"]+$/.test(text) || typeof value !== 'string' ? text : JSON.stringify(text);
};

function localTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? '' : at.toTimeString().slice(0, 8);
}
