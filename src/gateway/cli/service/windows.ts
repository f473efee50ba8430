import { win32 } from 'node:path';
import { description, type Manager, type Service } from './service.ts';
import { escapeXml } from './xml.ts';

const task = 'Dewey';

/** One word of a command line, as Windows programs read it: before a quote, backslashes count twice. */
function quoted(word: string): string {
  let result = '"';
  let backslashes = 0;
  for (const character of word) {
    if (character === '"') result += '\\'.repeat(backslashes + 1);
    backslashes = character === '\\' ? backslashes + 1 : 0;
    result += character;
  }
  return `${result}${'\\'.repeat(backslashes)}"`;
}

/** A task has no environment: Node reads one from a file. `cmd` carries the output into the log. */
const argumentsOf = ({ command: [program = '', ...words], envFile, logFile }: Service): string =>
  `/d /s /c "${[program, `--env-file=${envFile}`, ...words].map(quoted).join(' ')} >> ${quoted(logFile)} 2>&1"`;

export const windowsTask = (service: Service): string => `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>${escapeXml(description)}</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <Enabled>true</Enabled>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Hidden>true</Hidden>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>10</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>cmd.exe</Command>
      <Arguments>${escapeXml(argumentsOf(service))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;

/** As Node's --env-file reads it: within quotes, nothing but the quote itself has a meaning. */
export const envFile = (env: Record<string, string>): string =>
  Object.entries(env)
    .map(([name, value]) => {
      const quote = ["'", '"', '`'].find((mark) => !value.includes(mark)) ?? "'";
      return `${name}=${quote}${value}${quote}\n`;
    })
    .join('');

export function windows(service: Service): Manager {
  const xml = win32.join(win32.dirname(service.envFile), 'service.xml');
  const call = (...words: string[]) => ['schtasks.exe', ...words, '/TN', task];
  return {
    name: 'the Task Scheduler',
    files: [
      { path: xml, text: `\ufeff${windowsTask(service)}`, encoding: 'utf16le' },
      { path: service.envFile, text: envFile(service.env), encoding: 'utf8' },
    ],
    register: [call('/Create', '/F', '/XML', xml)],
    start: [call('/Run')],
    remove: [call('/End'), call('/Delete', '/F')],
    afterwards: [],
    status: call('/Query', '/V', '/FO', 'LIST'),
    logs: [
      'powershell.exe',
      '-NoProfile',
      '-Command',
      `Get-Content -Tail 100 -LiteralPath '${service.logFile.replaceAll("'", "''")}'`,
    ],
  };
}
