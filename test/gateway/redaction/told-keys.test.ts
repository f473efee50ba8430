import { expect, test } from 'vitest';
import { clean } from '../../../src/gateway/redaction/deep.ts';

const removed = (text: string, secret: string): void => {
  const found = {};
  expect(clean(text, found)).not.toContain(secret);
  expect(found).not.toEqual({});
};

test.each([
  [
    'Voici la clé de l’API des horaires que la mairie nous a donnée, 4be1c09d-Qm7tYw2LpZx8RkTe, valable un an.',
    '4be1c09d-Qm7tYw2LpZx8RkTe',
  ],
  [
    'Der Schlüssel für den Kartendienst ist da, du kannst ihn eintragen: RTQWMUkzPeLmdGxKj4fQ7u2HBv9.',
    'RTQWMUkzPeLmdGxKj4fQ7u2HBv9',
  ],
  [
    'assistant: Do you have an API key for the tides?\nuser: sure, 5f0c2d9a71e84b36a0d7c19e2b48f603',
    '5f0c2d9a71e84b36a0d7c19e2b48f603',
  ],
  ['La clave de la API del tiempo, para las pruebas, sería h7Wq2LmX9pRt4VzKc3.', 'h7Wq2LmX9pRt4VzKc3'],
])('a key that a sentence tells is removed: %s', (text, secret) => removed(text, secret));

test.each([
  'Use the API key of the branch at commit 5f0c2d9a71e84b36a0d7c19e2b48f6035f0c2d9a.',
  'request_id=494f25a6-636d-4678-a423-62d74d4b7459 status=401 msg="missing bearer token"',
  'The api key was rotated; the checksum of the new bundle is 5f0c2d9a71e84b36a0d7c19e2b48f603.',
  'Your key is stored under 494f25a6-636d-4678-a423-62d74d4b7459 in the vault.',
])('what is random and no key stays: %s', (text) => {
  expect(clean(text, {})).toBe(text);
});

test.each([
  ['ldapsearch -x -H ldaps://dc1.example -D cn=reader -w Holunderblatt -b dc=example', 'Holunderblatt'],
  ['ipmitool -I lanplus -H 10.9.0.4 -U ADMIN -P KWNBLTTFQX chassis status', 'KWNBLTTFQX'],
  ['redis-cli -h cache -a marmalade ping', 'marmalade'],
  [
    'kubectl -n shop create secret generic pay --from-literal=shop=4412 --from-literal=hmac=a040eb063d49121fb04ccaa7cfdb02c9',
    'a040eb063d49121fb04ccaa7cfdb02c9',
  ],
  ['ansible_user: ops\nansible_password: Sl@teRoof', 'Sl@teRoof'],
  ['PGPASSWORD=Juniper.73 psql -h db -U reports', 'Juniper.73'],
  ['const SIGNING_KEY: &[u8] = b"k404PhL4hXdg9fqrYW0tp8WjgXlt337Q";', 'k404PhL4hXdg9fqrYW0tp8WjgXlt337Q'],
  [
    'helm upgrade mq ./mq --set auth.erlangCookie=qrQPLK64CP129JRrJsfAC3xsRtfTIDt6',
    'qrQPLK64CP129JRrJsfAC3xsRtfTIDt6',
  ],
  ['{"username":"reader","key":"dd08924c1bf4a99c6c039eccbb91448d"}', 'dd08924c1bf4a99c6c039eccbb91448d'],
  [
    'BitLocker asks for the recovery key. My note says 482713-095216-660374-118932-540067-237119-701448-359623.',
    '660374-118932',
  ],
  ['| host | user | password |\n|---|---|---|\n| grafana | ops | meadow-Lk |', 'meadow-Lk'],
  [
    "define( 'AUTH_KEY', '$KOnwReo_7K8J4Ap0J51qfGfLZClgA0WZ7ioK3F?wq24t5U3M$Ef@sJrIHvU=ZVQ' );",
    'KOnwReo_7K8J4Ap0J',
  ],
  ['ssh.connect("192.168.3.4", username="wartung", password="waldkauz")', 'waldkauz'],
  [
    "app.use(session({\n  resave: false,\n  secret: 'four herons on the weir',\n}));",
    'four herons on the weir',
  ],
  ['enc.setPassword("hedgerow");', 'hedgerow'],
  ['users.users.ida = {\n  isNormalUser = true;\n  initialPassword = "pflaumenbaum";\n};', 'pflaumenbaum'],
  ['snmp-server community watzmann-rw RW', 'watzmann-rw'],
  [
    'ansible-playbook -i hosts site.yml -e "ansible_become_pass=lodestar db_admin_pw=EOSmEdKr3BrrAmky"',
    'lodestar',
  ],
  ['sudo mount -t cifs //nas/a /mnt/a -o username=ida,password=quince4jelly,vers=3.0', 'quince4jelly'],
  ['mqtt_user: home\nlatitude: 47.8\nalarm_code: "662915"', '662915'],
  ['| Ort | User | Passwort |\n|---|---|---|\n| Zentrale | wartung | 481902 |', '481902'],
])('a secret in its usual place is removed: %s', (text, secret) => removed(text, secret));

test.each([
  'redis-cli -h cache -a password ping',
  'ldapsearch -x -w "$LDAP_PASSWORD" -b dc=example',
  'providers: [{ provide: PASSWORD, useClass: password@Input }]',
  'password: user@example.org',
  'kubectl create configmap site --from-literal=digest=a040eb063d49121fb04ccaa7cfdb02c9',
  "EMAIL_USER='<office365_emailAddress>'\n# With 2FA you need to provision an App Password.",
  'API key   sk_live_••••••••••••4f2a   (created 3 May)',
  'snmp-server community public RO',
  'export SLACK_BOT_TOKEN=xoxb-your-token-here',
  '"new-password": "Új jelszó",',
  '# Put the output of "rake secret" here\nAPP_SECRET_TOKEN=REPLACE_ME_SOON!',
  'user.setPassword("password")',
  'login({ username: "reader", password: "secret" })',
])('a placeholder or a reference stays: %s', (text) => {
  expect(clean(text, {})).toBe(text);
});

test.each([
  ['The admin password is now harebell-9finch so update your notes.', 'harebell-9finch'],
  [
    'Your login for the portal: username ida.m, password ElevenKettles!. You will be asked to change it.',
    'ElevenKettles!',
  ],
  [
    'My GPG passphrase on the build box is "nine herons crossed the harbour wall" in case it asks.',
    'nine herons crossed',
  ],
  ['Pour le wifi des invités, le code est 48291736 et le réseau s’appelle Moulin.', '48291736'],
  [
    "Pour les visiteurs, le wifi s'appelle « Cave » et le code est « hirondelle-verte-31 ».",
    'hirondelle-verte',
  ],
  ['La contraseña del servidor de copias es lluvias-de-marzo; el usuario sigue igual.', 'lluvias-de-marzo'],
])('a password of words is removed where a sentence says that it is one: %s', (text, secret) =>
  removed(text, secret),
);

test.each([
  'The password is out-of-date and must be changed.',
  'The password is base64-encoded.',
  'The passphrase is "what you enter when the key is made".',
  'The password is end-to-end encrypted.',
])('what is said of a password stays: %s', (text) => {
  expect(clean(text, {})).toBe(text);
});
