import { join } from 'node:path';
import type { Manager, Service } from './service.ts';
import { escapeXml } from './xml.ts';

const label = 'io.winni.dewey';

const string = (text: string): string => `<string>${escapeXml(text)}</string>`;

/** The agent of a user. What it started lives on without it, as PostgreSQL does while another process uses it. */
export const launchdPlist = ({
  command,
  env,
  logFile,
}: Service): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  ${string(label)}
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    ${string(word)}`).join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${Object.entries(env)
  .map(([name, value]) => `    <key>${escapeXml(name)}</key>\n    ${string(value)}\n`)
  .join('')}  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>AbandonProcessGroup</key>
  <true/>
  <key>ExitTimeOut</key>
  <integer>60</integer>
  <key>StandardOutPath</key>
  ${string(logFile)}
  <key>StandardErrorPath</key>
  ${string(logFile)}
</dict>
</plist>
`;

export function launchd(service: Service, home: string, uid: number): Manager {
  const path = join(home, 'Library', 'LaunchAgents', `${label}.plist`);
  const domain = `gui/${uid}`;
  return {
    name: 'launchd',
    files: [{ path, text: launchdPlist(service), encoding: 'utf8' }],
    // An agent in this folder is registered at the next login.
    register: [],
    start: [['launchctl', 'bootstrap', domain, path]],
    remove: [['launchctl', 'bootout', `${domain}/${label}`]],
    afterwards: [],
    status: ['launchctl', 'print', `${domain}/${label}`],
    logs: ['tail', '-n', '100', service.logFile],
  };
}
