import { describe, expect, it } from 'vitest';
import { clean, redactText } from '../../../src/gateway/redaction/index.ts';

/** Texts with the secrets that must go; everything else must stay. */
const secrets: [string, string, string[]][] = [
  [
    'a table of Markdown',
    '| Host | User | Password |\n|---|---|---|\n| nas-01 | admin | Copper-Valley-15 |\n| nas-02 | kim | **J?hUa_6EdB.d** |\n\nDone.',
    ['Copper-Valley-15', 'J?hUa_6EdB.d'],
  ],
  [
    'a table in German, with alignment',
    '| Zugang | Benutzer | Passwort |\n|:--|:-:|--:|\n| VPN | mmeier | `Regenbogen!4711` |',
    ['Regenbogen!4711'],
  ],
  [
    'a framed table of a terminal',
    '+------+----------+\n| user | password |\n+------+----------+\n| root | Tr0ub4dor&3 |\n| app | zaphodBeeble42 |\n+------+----------+',
    ['Tr0ub4dor&3', 'zaphodBeeble42'],
  ],
  [
    'the output of psql',
    ' id | login  |    api_secret\n----+--------+------------------\n  7 | vendor | WoEgNlNgaOYYaom7\n(1 row)',
    ['WoEgNlNgaOYYaom7'],
  ],
  [
    'comma-separated values with quotes',
    'name,"Root PW",note\nsrv1,"Kx93,mdPlq","first, old"\nsrv2,vanillaRocket51,new\n',
    ['Kx93,mdPlq', 'vanillaRocket51'],
  ],
  ['semicolons', 'Login;Passwort;Rolle\nanna;Sonnenblume77;Admin\n', ['Sonnenblume77']],
  ['tabs', 'SSID\tBand\tPSK\nDepot\t5\tkJTW439XFzc\n', ['kJTW439XFzc']],
  ['aligned columns', 'NAME    PASSWORD     ROLE\nbob     hunter2xx    admin\n', ['hunter2xx']],
  [
    'inserted rows',
    "INSERT INTO users (name, password, role) VALUES\n('bob', 'Plum-Stone-88x', 'a'),\n('amy', 'rainyDay77x', 'b');",
    ['Plum-Stone-88x', 'rainyDay77x'],
  ],
  [
    'a list below its heading',
    'Credentials for staging:\n- bob: Plum-Stone-88x (admin)\n- amy: rainyDay77x\n',
    ['Plum-Stone-88x', 'rainyDay77x'],
  ],
  [
    'the users of a pooler',
    '"app_rw" "snweHDcNwxaq9kJEpzoHTxt2"\n"app_ro" "SCRAM-SHA-256$4096:abc=$def=:ghi="\n',
    ['snweHDcNwxaq9kJEpzoHTxt2', 'SCRAM-SHA-256$4096:abc=$def=:ghi='],
  ],
];

describe('secrets that are named once for many rows', () => {
  it.each(secrets)('are removed from %s, and nothing else is', (_, text, values) => {
    const kept = values.reduce((rest, value) => rest.replace(value, '[redacted:secret_field]'), text);
    expect(clean(text, {})).toBe(kept);
    expect(redactText(kept, {})).toBe(kept);
  });

  it.each([
    '| Parameter | Type | Required |\n|---|---|---|\n| password | string | yes |\n| port2 | number | no |',
    '| Option | Password | Token |\n|---|---|---|\n| Storage | hashed with bcrypt | signed JWT |\n| v2.1 | SHA-256 | RS256 |',
    '| Method | Password | Passkey |\n|---|---|---|\n| Works offline | yes | no |\n| Since | 2019-04 | 2023-10 |',
    'username, password, and email are required,\nso tell them, 2fa1 is next, and go on',
    'INSERT INTO users (name, password_hash, n) VALUES (?, ?, 3), (?, ?, 4);',
    'function login(user, password) {\n  return call(user1, secret2);\n}',
    '  --user      name\n  --password  of the user\n  --port1     number\n',
    'SHA256:yY78CggJqArLUw7Ie0jz4l84RhBmRE8tAgnM8LynniA is the key fingerprint',
    'STRIPE_SECRET_KEY=sk_live_xxxxxxxxxxxxxxxxxxxxxxxx',
    'db_password: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n',
  ])('leave %s alone', (text) => {
    expect(clean(text, {})).toBe(text);
  });
});

describe('secrets announced before them', () => {
  it.each([
    [
      'the old database password was ladderSpinach16, the new one is h3lm3t_953#.',
      ['ladderSpinach16', 'h3lm3t_953#'],
    ],
    [
      'Here is the API key for the weather service:\n\n607c6ac1aaa533274906658a220d3a73\n\nRegards',
      ['607c6ac1aaa533274906658a220d3a73'],
    ],
    [
      "Enter passphrase for key '/home/kim/.ssh/id': violet walrus ribbon meadow\nIdentity added",
      ['violet walrus ribbon meadow'],
    ],
    ['client.basic_auth("indexer", Some("mFcamgbDNxmf1MsaM7Xhw"))', ['mFcamgbDNxmf1MsaM7Xhw']],
    ['snmp-server community enrbggs1rn RO', ['enrbggs1rn']],
    [
      '~ resource "random_password" "db" {\n  ~ result = "v2V86.Mj10k?40H" -> (known after apply)\n}',
      ['v2V86.Mj10k?40H'],
    ],
    ['Das Passwort für den Drucker: Papierstau_2291', ['Papierstau_2291']],
  ])('are removed from %s', (text, values) => {
    const result = clean(text, {});
    for (const value of values) expect(result).not.toContain(value);
  });
});
