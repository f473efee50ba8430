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
])('a secret in its usual place is removed: %s', (text, secret) => removed(text, secret));

test.each([
  'redis-cli -h cache -a password ping',
  'ldapsearch -x -w "$LDAP_PASSWORD" -b dc=example',
  'providers: [{ provide: PASSWORD, useClass: password@Input }]',
  'password: user@example.org',
  'kubectl create configmap site --from-literal=digest=a040eb063d49121fb04ccaa7cfdb02c9',
])('a placeholder or a reference stays: %s', (text) => {
  expect(clean(text, {})).toBe(text);
});
