import { describe, expect, it } from 'vitest';
import { redactText } from '../../../src/gateway/redaction/index.ts';

/** A line of a file or command, and the part of it that must not be left. */
const set: [text: string, secret: string][] = [
  ['[client]\nuser=app\npassword = graue Katze 12\n', 'graue Katze 12'],
  ['wpa_passphrase=Kies 9/12 grob\nwpa=2', 'Kies 9/12 grob'],
  ['Server=s;User ID=u;Pwd=Hochsitz 7b;', 'Hochsitz 7b'],
  ["wget --password='dusty Cellar 4' https://x.example/a", 'dusty Cellar 4'],
  ["smtp_user: post\nsmtp_pass: 'Kies''n''Sand'", "Kies''n''Sand"],
  ["$dbpass = 'Dachs7Bau';", 'Dachs7Bau'],
  ['bind_credentials: maple-Trout-9', 'maple-Trout-9'],
  ['auth_pass maple-Trout-9', 'maple-Trout-9'],
  ['credential:\n  login: me\n  secret: sommerregen\n', 'sommerregen'],
  ["root_password: 'sommerregen'", 'sommerregen'],
  ['MYSQL_ROOT_PASSWORD: "sommerregen"', 'sommerregen'],
  ['KEYPAD_PIN=90133\nMODE=1', '90133'],
  ['pg.example:5432:stats:stats:quarry-Pebbles', 'quarry-Pebbles'],
  ['sudo dscl . -passwd /Users/build acorn-Cap-33', 'acorn-Cap-33'],
  ['restic --password-command "echo three lazy ravens" check', 'three lazy ravens'],
  ["ALTER ROLE app WITH LOGIN PASSWORD 'Pfifferling';", 'Pfifferling'],
  ['jaas required username="flow" password="Uhu-im-Moor";', 'Uhu-im-Moor'],
  ['kcat -X sasl.password=p0nton.dijk -L', 'p0nton.dijk'],
  ['API_PASS = "peppercorn-dune".freeze', 'peppercorn-dune'],
  ['constexpr char kPsk[] = "3AE7917E313CE9E7B18C756462426198";', '3AE7917E313CE9E7B18C756462426198'],
  ['new AuthStub("terminal-12", "sV9pL2mQe4");', 'sV9pL2mQe4'],
  ['deepl.Translator("13744977-7f8e-4716-8995-c4bfdde6ecc9:fx")', '13744977-7f8e-4716-8995-c4bfdde6ecc9'],
  ['connect.sid=s%3A9dKfj2LsPq0ZxMv3TbRw7YhNc5Ug8Ei1.Zk3j29dkfL0aQpW', '9dKfj2LsPq0ZxMv3TbRw7YhNc5Ug8Ei1'],
  [
    'https://calendar.example/ical/team/private-0ff8b92ab86fee205dad3d972bb85fb0/basic.ics',
    '0ff8b92ab86fee205dad3d972bb85fb0',
  ],
  ['Camera\n    User      admin\n    Password  Barn.owls', 'Barn.owls'],
  ['backup codes for the root user, keep them:\n2291 0476\n8830 5512', '8830 5512'],
  ['Product key: QX7P9-9LMV2-2K4TX-88RWB', 'QX7P9-9LMV2-2K4TX-88RWB'],
  ['set MAPTOKEN to x7ZoaEPha7xdC4n5TkwtupRtHVBezxwD in your shell', 'x7ZoaEPha7xdC4n5TkwtupRtHVBezxwD'],
];

const harmless: string[] = [
  'PIN_LENGTH=6\nPIN_COUNT=12345',
  'password=required 8 chars',
  '"password": "At least 8 characters"',
  'passwordHint=Name of your cat 2',
  'PASSWORD_LABEL="Password 2"',
  'password: "Enter password 2"',
  'db_password: see vault entry 12',
  "title: 'Password', subtitle: 'Step 2 of 3'",
  'msg.password=Wrong password, 3 attempts left',
  "reset_password: 'Kennwortwechsel'",
  'con <- dbConnect(p(), password = keyring::key_get("pg", "app"))',
  'license: Apache-2.0',
  'use the key 2b568212a49d in the index',
  '"passport-saml@^3.2.4":\n  version "3.2.4"',
];

describe('secrets in settings and commands', () => {
  it.each(set)('are found: %j', (text, secret) => {
    const once = redactText(text, {});
    expect(once).toContain('[redacted:');
    expect(once).not.toContain(secret);
    expect(redactText(once, {})).toBe(once);
  });

  it('are not found in labels, messages, rules and references', () => {
    expect(harmless.filter((text) => redactText(text, {}) !== text)).toEqual([]);
  });
});
