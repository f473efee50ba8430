import { describe, expect, it } from 'vitest';
import * as commands from '../../../bench/redaction/commands.ts';
import * as files from '../../../bench/redaction/files.ts';
import { filled, leaks } from '../../../bench/redaction/fill.ts';
import * as plain from '../../../bench/redaction/plain.ts';
import * as spoken from '../../../bench/redaction/spoken.ts';
import { fresh } from '../../../bench/redaction-formats.ts';
import { clean, redactText } from '../../../src/gateway/redaction/index.ts';
import { chance } from '../../support/chance.ts';

describe('secrets recognised by what surrounds them', () => {
  it.each([
    // Values that resemble a path, a word or a property.
    'ENCRYPTION_KEY=/{b30}+/{b12}',
    'password: Meadowcopper{n3}!\nname: x',
    'DB_PASSWORD={w10}x{w8}',
    'otpauth://totp/Lib:kim?secret={u32}&issuer=Lib',
    'kind: Secret\ndata:\n  password: {b20}',
    'client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJ{b200}',
    // Two fields or lines.
    '- name: DB_PASSWORD\n  value: "{p14}"',
    '[{"name": "API_TOKEN", "value": "{w32}"}]',
    '<property><name>store.password</name><value>{p14}</value></property>',
    'machine ftp.example.org login kim password {p14}',
    'machine ftp.example.org\n  login kim\n  password {p14}\n',
    'db.example.org:5432:app:app_rw:{w18}',
    // Statements and connection strings.
    "CREATE USER kim WITH PASSWORD '{w14}';",
    "ALTER USER kim IDENTIFIED BY '{w14}';",
    'requirepass {p18}\nappendonly yes',
    'DRIVER={ODBC};UID=kim;PWD={{w14}};',
    'jdbc:oracle:thin:scott/{w14}@//ora:1521/X',
    'smtp://kim@example.org:{w14}@smtp.example.org:587',
    "define('NONCE_SALT',       '{w20}#~!{w10}%^&*{w8}?=#~!|{w6}');",
    'Authorization: GenieKey {uuid}',
    'Authorization: token "{s22}"',
    'Authorization: key=AAAA:{s140}',
    // Commands and configuration.
    'keytool -list -keystore a.jks -storepass {w12}',
    'scanner -Dscan.login={h40}',
    'tunnel config add-authtoken {s48}',
    'ConvertTo-SecureString "{p14}" -AsPlainText',
    'psk="Violetmeadow{n4}#"',
    '10.0.0.1 : PSK "{w24}"',
    'enable secret 0 {w14}',
    '7z a -p{w14} x.7z docs',
    'echo "kim:{w14}" | chpasswd',
    'connect("db", "kim", "{w14}")',
    '{"kty":"OKP","crv":"Ed25519","d":"{s43}","x":"abc"}',
    'Private-Lines: 1\n{b44}\nPrivate-MAC: 0',
    'Unseal Key 3: {b44}',
    'https://chat.example.org/hooks/{l26}',
    'https://fn.example.org/api/run?code={s40}==',
    'kim:$2y$10$.{w52}',
    'Backup codes:\n{h5}-1{h5}\n{h5}-2{h5}\n',
    // Prose.
    'Hi, the password is Meadowcopper{n3}x and the host is example.org.',
    'I changed the root password to {w14} last night',
    'Das Passwort für den Server lautet {w14}, bitte nicht weitergeben.',
    'Le mot de passe est {w14}, merci.',
    'La contraseña del servidor es {w14}.',
    'my api key is {w32} why do I get 401?',
    'You can log in with admin / {w14} here',
    'can you try this token? {s40}',
  ])('are found in %s', (text) => {
    const random = chance(11);
    const times = 20;
    const missed: string[] = [];
    for (let i = 0; i < times; i += 1) {
      const made = fresh(text, random);
      const result = redactText(made.text, {});
      if (result.includes(made.secret)) missed.push(made.text);
      expect(redactText(result, {})).toBe(result);
      expect(result).not.toContain('[redacted:[');
    }
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(2);
  });

  it.each([
    'Use the passphrase "copper tundra orchid lantern timber" for the disk.',
    'MNEMONIC="copper tundra orchid lantern timber velvet anchor quill ember saffron glacier ripple"',
    'The PIN for the safe is 609015.',
  ])('are removed as words or digits in %s', (text) => {
    expect(clean(text, {})).toContain('[redacted:');
  });

  it.each([
    'arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db/password-2f0TKp',
    'AWS_ACCESS_KEY_ID=AKIAXXXXXXXXXXXXXXXX',
    'field_order = ["old_password", "new_password1", "new_password2"]',
    "{{ 'QQBuAHMAaQBiAGwAZQAgAC0AIABPMIkwaDBGMGsA' | b64decode(encoding='utf-16-le') }}",
    'the password is hashed with argon2id, the token is base64-encoded, the key is 256 bits',
    'password: sha256, pwd=req.body.pwd, <Login password={user.password} />',
    'const keyPath = "/Users/kim/Library/Keychains/login.keychain-db"',
    "throw new SyntaxError('Invalid token ' + token(text)); const passwordField = 'x';",
    'Log in with your account and open Settings / Security.',
    'client.connect("localhost", "users", { password })',
    'at 12:30:45:12:abc and src/a.ts:120:14: error',
    'The recovery codes are printed once. Enter your passphrase to go on.',
    'passPhrase: "please enter the pass phrase for this key"',
  ])('are not found in %s', (text) => {
    const found = {};
    expect(clean(text, found)).toBe(text);
    expect(found).toEqual({});
  });

  it.each(Object.entries({ ...files, ...commands, ...spoken, ...plain }))(
    'are found in nine of ten texts of %s, and redaction is idempotent',
    (_, formats) => {
      const random = chance(5);
      const missed: string[] = [];
      for (const format of formats) {
        const { text, secrets } = filled(format, random);
        const result = redactText(text, {});
        if (secrets.some((secret) => leaks(secret, result))) missed.push(format);
        expect(redactText(result, {}), format).toBe(result);
      }
      expect(missed.length / formats.length, missed.join('\n')).toBeLessThan(0.1);
    },
  );

  it.each([
    'docker run -u 1000 -p 8080:80 nginx:1.27 && ssh -l deploy -p 2222 host01.example.net',
    'the password is at least 12 characters; the verification code expires in 10 minutes, exit code is 137',
    '| password | string | required | min 8 |\n| token | varchar(255) | NOT NULL |',
    '$ ls secrets\ndb-password-2.txt\n$ cat password.ts\nexport const a1 = 2;',
    'crypto.createHmac("sha256", key); createCipheriv("aes-256-cbc", key, iv); jwt.sign(payload, key)',
    'community: https://example.org/abc123, token: colors.blue500, password: "auth.login.password.label"',
    '[Peer]\nPublicKey = R5Ya7dm82v7z3bz6z5MDrFv2W1iGYtii0kcbThluYGQ=\n',
    'pk_live_HwJgHFM7AfBVcDBpiE18VsOy may be seen by everyone',
    'MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJRTESMBAGA1UEChMJ',
    'PASS src/auth/login2.test.ts\nuse admin/settings2 to change the theme, use sha256 as the password hash',
    '密码：至少8位, пароль: минимум 8 символов, contraseña: mínimo 8 caracteres',
    'The passphrase is used to decrypt your private key file; the password is in vault kv/db2',
    // Names and placeholders of plain words.
    'password=userpassword\nsecret=app-secrets\nDB_PASSWORD=changeme\n',
    'existingSecret: shop-orders-frontend\nsecretName: orchard-velvet\nimagePullSecrets:\n  - name: regcred\n',
    'properties:\n  password:\n    type: string\npassword: required\ntoken: optional\n',
    'login:\n  user: Benutzername\n  password: Kennwort eingeben\n  forgot_password: vergessen',
    'def login(user, password=anonymous):\n    password = somevariable\n    return connect(password)\n',
    'interface Login {\n  password: SecretText;\n  secret: keyof Vault\n}',
    'const { password: typedletters, secret: othervariable } = form;',
    'tool login --password string --passphrase stdin --token environment\n',
    'Your API key is required.\nREADME.md\nsrc/index.ts\n',
    'Initial password:\nsee above\n\nAccess token\nhttps://example.org/tokens\n',
    'docker run --user node:node -u www-data:www-data nginx; npm login user token',
    'your password must be case-sensitive, end-to-end encrypted and well-known',
    '"encoded": "aGVsbG8gd29ybGQgaG93IGFyZSB5b3U=", "auth": "bearer"',
  ])('are not found where only their words stand: %s', (text) => {
    expect(clean(text, {})).toBe(text);
  });

  it('are marked once when a token is the user of a command', () => {
    const made = fresh('curl https://example.org -u live_{h35}:', chance(3));
    expect(redactText(made.text, {})).toBe('curl https://example.org -u [redacted:lob_key]:');
  });
});
