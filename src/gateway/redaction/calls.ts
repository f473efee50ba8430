import { isGiven, isRandom } from './checks.ts';
import type { Context } from './context.ts';
import { isTechnical } from './phrases.ts';

const logins = [
  'getconnection',
  'sequelize',
  'pdo',
  'mysqli',
  'mysql_connect',
  'mysqli_connect',
  'connect',
  'createconnection',
  'login',
  'basicauth',
  'httpbasicauth',
  'networkcredential',
  'passwordauthentication',
  'usernamepasswordcredentials',
  'usernamepasswordtoken',
  'plainauth',
  'setbasicauth',
  'basic_auth',
  'auth=',
  'auth',
  'wifi.begin',
  'credentials.basic',
  'authenticate',
  'credentials',
  'ftp',
  'ftp.open',
  'ftp.new',
  'smtp.start',
  'imap',
  'ssh.start',
  'ldap_bind',
  'bind',
  'createuser',
  'adduser',
  'register',
  'signin',
  'sign_in',
];
/** The calls above, up to their arguments. */
const call = String.raw`(?:getconnection|sequelize|pdo|mysqli|mysqli_connect|mysql_connect|connect|createconnection|login|basicauth|httpbasicauth|networkcredential|passwordauthentication|usernamepasswordcredentials|usernamepasswordtoken|plainauth|setbasicauth|basic_auth|auth=|auth|wifi\.begin|credentials\.basic|authenticate|credentials|ftp|ftp\.open|ftp\.new|sftp|smtp\.start|imap|ssh\.start|ldap_bind|bind|createuser|adduser|register|sign_?in)\(\s{0,20}`;
const one = String.raw`(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[\w.$]{1,40}),\s{0,20}`;
const clients = [
  'twilio',
  'algoliasearch',
  'wallet',
  'client',
  'signer',
  'privatekeytoaccount',
  'from_key',
  'login',
  'run',
  'bot',
];

/** A name with the bracket that begins its arguments, so that other uses of the name are not examined. */
const opened = (name: string): string => `${name}(`;

const isLogin = (value: string): boolean =>
  value.length >= 8 && (isGiven(value) || /^[a-z]{4}(?: [a-z]{4}){3}$/.test(value));
const isKey = (value: string): boolean =>
  value.length >= 8 && isGiven(value) && !isTechnical(value) && !/^[a-z]+$/.test(value);

/** Calls that take a user and a password, an account and its key, or the key of an algorithm. */
export const calls: readonly Context[] = [
  { anchors: logins.map(opened), lead: new RegExp(`${call}(?:${one}){2}(?=["'])`, 'iy'), check: isLogin },
  {
    anchors: logins.map(opened),
    lead: new RegExp(`${call}${one}(?:some\\(\\s{0,8})?(?=["'])`, 'iy'),
    check: isLogin,
  },
  {
    anchors: clients.map(opened),
    lead: /(?:twilio|algoliasearch|wallet|client|signer|privatekeytoaccount|from_key|login|run|bot)\(\s{0,20}(?:(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[\w.$]{1,40}),\s{0,20})?(?=["'])/iy,
    value: /["'](?:0x)?[\w+/=~.-]{24,200}(?=["'])/y,
    check: (value) => isRandom(value.slice(1).replace(/^0x/, '')),
  },
  {
    anchors: [
      'createhmac',
      'createcipheriv',
      'createdecipheriv',
      'jwt.',
      'pgp_sym',
      'aes_',
      'pbkdf2',
      'scrypt',
      'hash_hmac',
      'openssl_',
    ],
    lead: /(?:create(?:hmac|(?:de)?cipheriv)|jwt\.(?:sign|verify|encode|decode)|pgp_sym_(?:en|de)crypt|aes_(?:en|de)crypt|hash_hmac|openssl_(?:en|de)crypt)\(\s{0,20}(?:[^(),\n]{0,80},\s{0,20}){1,2}?b?(?=["'])/iy,
    check: isKey,
  },
  {
    anchors: ['fernet', 'hmac.new', 'scrypt', 'pbkdf2', 'secretbox', 'cryptocontext', 'jwtstrategy'],
    lead: /(?:fernet|hmac\.new|scrypt(?:sync)?|pbkdf2(?:sync)?|secretbox)\(\s{0,20}b?(?=["'])/iy,
    check: isKey,
  },
  {
    anchors: ['accounts', 'privatekeys', 'private_keys', 'keypair', 'from('],
    lead: /(?:accounts|private_?keys)["']?\s?[:=]\s?\[\s{0,20}["']?(?:0x)?/iy,
    value: /[0-9a-f]{64}\b/iy,
    check: isRandom,
    kind: 'private_key',
  },
  {
    anchors: ['auth'],
    lead: /auth["']?\s?[:=]\s?[[(]\s{0,20}["'][^"'\n]{1,60}["'],\s{0,20}(?=["'])/iy,
    check: isLogin,
  },
  {
    anchors: ['pass', 'pwd', 'pin', 'secret', 'otp'],
    lead: /(?:password|passwd|passphrase|pass|pwd|(?<![a-z])pin|secret|(?<![a-z])otp)[\w-]{0,20}["'`\])]{0,4}(?:(?<=(?:type|fill|setvalue|send_?keys|text|select|set)\([^\n]{0,80}), ?|\)?\.(?:type|fill|send_keys|sendkeys|setvalue|clear\(\)\.type|presssequentially)\()(?=["'])/iy,
    check: isKey,
  },
  {
    anchors: ['assword', 'assphrase'],
    lead: /ass(?:word|phrase)[^\n]{0,12}[\n;]\s{0,8}(?:\w{1,20}\.)?send(?:line|_user)?(?: --)?[ (](?=["'])/y,
    check: isGiven,
  },
  {
    anchors: ['solana', 'keypair', 'secretkey', 'secret_key', 'private'],
    lead: /(?:solana|keypair|secret_?key|private_?key)[^[\n]{0,60}\[\s{0,4}/iy,
    value: /(?:[0-9]{1,3},\s{0,2}){31,63}[0-9]{1,3}/y,
    check: () => true,
    kind: 'private_key',
  },
];
