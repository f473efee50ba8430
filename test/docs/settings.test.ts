import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeSettings } from '../../scripts/docs/other-settings.ts';
import { readConfig, variableNames } from '../../src/gateway/config/env.ts';
import { settingGroups } from '../../src/gateway/config/settings.ts';
import { root } from '../support/source.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const settings = settingGroups.flatMap((group) => group.settings);

describe('the settings', () => {
  it('describe every supported variable, once', () => {
    expect(settings.map(({ name }) => name).sort()).toEqual([...variableNames].sort());
  });

  it.each(settings.filter(({ value }) => value !== undefined))(
    '$name=$value is the same as leaving it unset',
    ({ name, value }) => {
      expect(readConfig({ [name]: value })).toEqual(readConfig({}));
    },
  );

  it('that only compose.yaml reads are listed as such', () => {
    const filledIn = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
    const alone = new Set(filledIn.filter((name) => !(variableNames as readonly string[]).includes(name)));
    expect(composeSettings.map(({ name }) => name).sort()).toEqual([...alone].sort());
  });

  it('have the same defaults in compose.yaml as on its page', () => {
    for (const { name, value } of composeSettings)
      expect(read('compose.yaml')).toContain(`\${${name}:-${value}}`);
  });

  it('are in .env.example, each with its default if it has one', () => {
    const example = read('.env.example');
    for (const { name, value } of settings) {
      if (name.startsWith('OTEL_')) continue; // standard variables; the example shows the one that enables them
      expect(example).toMatch(new RegExp(`^#${name}=`, 'm'));
      const given = new RegExp(`^#${name}=(.+)$`, 'm').exec(example)?.[1];
      if (value !== undefined && given !== undefined && !inCompose.has(name)) expect(given).toBe(value);
    }
  });
});

/** Variables that compose.yaml sets differently, as .env.example shows. */
const inCompose = new Set(['DEWEY_ALLOW_ANONYMOUS', 'DEWEY_UPSTREAMS']);
