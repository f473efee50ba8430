import { join } from 'node:path';
import { description, type Manager, type Service } from './service.ts';

const unit = 'dewey.service';

/** Quotes a word as systemd reads it: % begins a specifier, and in commands $ a variable. */
const quoted = (word: string): string =>
  `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('%', '%%')}"`;
const argument = (word: string): string => quoted(word).replaceAll('$', '$$$$');

/**
 * The unit of a user. Only the server itself is told to stop: it stops PostgreSQL, unless another process still uses it,
 * which systemd would not ask.
 */
export const systemdUnit = ({ command, env }: Service): string => `[Unit]
Description=${description}

[Service]
Type=exec
ExecStart=${command.map(argument).join(' ')}
${Object.entries(env)
  .map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}\n`)
  .join('')}Restart=on-failure
RestartSec=5
KillMode=process
TimeoutStopSec=60

[Install]
WantedBy=default.target
`;

export function systemd(service: Service, configFolder: string): Manager {
  const call = (...words: string[]) => ['systemctl', '--user', ...words];
  return {
    name: 'systemd',
    files: [
      { path: join(configFolder, 'systemd', 'user', unit), text: systemdUnit(service), encoding: 'utf8' },
    ],
    register: [call('daemon-reload'), call('enable', unit)],
    start: [call('restart', unit)],
    remove: [call('disable', '--now', unit)],
    afterwards: [call('daemon-reload')],
    status: call('status', '--no-pager', unit),
    logs: ['journalctl', '--user', '--unit', unit, '--no-pager', '--lines', '100'],
  };
}
