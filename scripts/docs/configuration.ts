import type { NamedSetting } from '../../src/gateway/config/setting.ts';
import { settingGroups } from '../../src/gateway/config/settings.ts';
import { table } from './markdown.ts';
import { composeSettings, standardSettings } from './other-settings.ts';

/** `docs/reference/configuration.md`: every environment variable, grouped by subject. */
export function configurationPage(): string {
  return `${[
    '# Configuration',
    'Dewey is configured by environment variables. This page is generated from the settings table in the code by `npm run docs:generate`. [.env.example](../../.env.example) lists the same settings in a file that you can copy.',
    'An empty variable counts as unset. If a value is invalid, Dewey does not start and prints a one-line error that names the variable.',
    ...settingGroups.flatMap(({ title, settings }) => [`## ${title}`, rows(settings)]),
    '## Variables read by dependencies',
    'Node.js and the libraries that Dewey uses read these directly.',
    rows(standardSettings),
    '## Variables used only by compose.yaml',
    'Compose substitutes these in `compose.yaml`; Dewey itself does not read them.',
    rows(composeSettings),
  ].join('\n\n')}\n`;
}

const rows = (settings: readonly NamedSetting[]): string =>
  table(
    ['Variable', 'Value', 'Default', 'Description'],
    settings.map(({ name, type, value, initial, description }) => [
      `\`${name}\``,
      type,
      value === undefined ? (initial ?? '') : `\`${value}\``,
      description,
    ]),
  );
