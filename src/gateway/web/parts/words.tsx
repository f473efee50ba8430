import { visible } from '../text/visible.ts';

/** Numbers and times as every page writes them. */

export const number = (value: number): string => Math.round(value).toLocaleString('en');

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let left = value;
  let unit = 0;
  while (left >= 1000 && unit < units.length - 1) {
    left /= 1000;
    unit += 1;
  }
  return `${left.toLocaleString('en', { maximumFractionDigits: left < 10 && unit > 0 ? 1 : 0 })} ${units[unit]}`;
}

/** Four bytes of English text or code are about one token of current models. */
export const tokensOf = (textBytes: number): number => Math.round(textBytes / 4);

export function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.round(ms / 1000))} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.round(hours / 24)} days`;
}

/** A time in UTC, such as `2026-02-12 10:30`. */
export const minute = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)}`;

export const Time = ({ at, form = 'minute' }: { at: string; form?: 'minute' | 'day' | 'clock' }) => (
  <time datetime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
    {form === 'day' ? at.slice(0, 10) : form === 'clock' ? at.slice(11, 16) : minute(at)}
  </time>
);

/** A day with its name, such as `Tuesday 2026-11-24`: people remember days by their names. */
export const dayName = (day: string): string =>
  `${new Date(`${day}T00:00:00Z`).toLocaleString('en', { weekday: 'long', timeZone: 'UTC' })} ${day}`;

/** The date after a date such as `2026-02-12`. */
export const nextDay = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** How long ago, roughly: the exact time is in its title. */
export const Ago = ({ at, now }: { at: string; now: Date }) => {
  const minutes = Math.floor((now.getTime() - Date.parse(at)) / 60_000);
  const hours = Math.floor(minutes / 60);
  const words =
    minutes < 1
      ? 'now'
      : minutes < 60
        ? `${minutes} min ago`
        : hours < 24
          ? `${hours} h ago`
          : hours < 72
            ? `${Math.floor(hours / 24)} d ago`
            : at.slice(0, 10);
  return (
    <time datetime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      {words}
    </time>
  );
};

/** The agents that Dewey reads, by the name of their source. */
export const agents: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  'claude-ai': 'Claude.ai',
  chatgpt: 'ChatGPT',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  'qwen-code': 'Qwen Code',
  'copilot-cli': 'Copilot CLI',
  'vscode-chat': 'VS Code Copilot Chat',
  cursor: 'Cursor',
  'cursor-agent': 'Cursor CLI',
  cline: 'Cline',
  'roo-code': 'Roo Code',
  opencode: 'OpenCode',
  kilo: 'Kilo',
  'mimo-code': 'MiMo Code',
  goose: 'Goose',
  zed: 'Zed',
  aider: 'Aider',
  proxy: 'MCP proxy',
};

export const agentName = (agent: string | null | undefined): string =>
  agent === null || agent === undefined ? 'stored by tools' : (agents[agent] ?? visible(agent).slice(0, 40));

/** Who said something, as the pages call it. */
export const roleName = (role: string): string => (role === 'assistant' ? 'agent' : role);

/** A category of events as people write it: `QualityRisk` is `Quality risk`. */
export const categoryName = (name: string): string =>
  name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The end of a path, by which people know their projects; the whole is in the title. */
export const Project = ({ name }: { name: string | null }) => {
  if (name === null) return <span class="quiet">no project</span>;
  const whole = visible(name);
  const parts = whole.split(/[\\/]/).filter((part) => part !== '');
  return <bdi title={whole}>{parts.slice(-2).join('/').slice(-60) || whole.slice(0, 60)}</bdi>;
};

/** A path with parameters; those that are undefined or empty are left out. */
export function link(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]))}`;
}

/** A stored text that is a link on its own: only addresses of the web become one. */
export const OutLink = ({ url }: { url: string }) =>
  /^https?:\/\//i.test(url) ? (
    <a href={url} rel="noopener noreferrer nofollow">
      {visible(url)}
    </a>
  ) : (
    <span>{visible(url)}</span>
  );
