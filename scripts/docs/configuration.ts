import { type NamedSetting, settingGroups } from '../../src/gateway/config/settings.ts';
import { table } from './markdown.ts';
import { composeSettings, standardSettings } from './other-settings.ts';

/** `docs/reference/configuration.md`: every environment variable, by subject. */
export function configurationPage(): string {
  return `${[
    '# Configuration',
    'Dewey is configured by environment variables. This page is generated from the table of settings in the code by `npm run docs:generate`; [.env.example](../../.env.example) has the same settings as a file to copy.',
    'An empty variable counts as unset. A bad value stops the start with one line that names the variable.',
    ...settingGroups.flatMap(({ title, settings }) => [`## ${title}`, rows(settings)]),
    '## Variables of other programs',
    'Libraries inside Dewey read these themselves.',
    rows(standardSettings),
    '## Only in compose.yaml',
    'These fill in `compose.yaml`; Dewey itself does not read them.',
    rows(composeSettings),
  ].join('\n\n')}\n`;
}

const rows = (settings: readonly NamedSetting[]): string =>
  table(
    ['Variable', 'Value', 'Default', 'Meaning'],
    settings.map(({ name, type, value, initial, description }) => [
      `\`${name}\``,
      type,
      value === undefined ? (initial ?? '') : `\`${value}\``,
      description,
    ]),
  );
