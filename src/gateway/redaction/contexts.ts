import { isGiven, isRandom } from './checks.ts';
import type { Context } from './context.ts';
import { prose } from './prose.ts';
import { written } from './written.ts';

const logins = [
  'getconnection',
  'sequelize',
  'pdo',
  'mysqli',
  'mysqli_connect',
  'mysql_connect',
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
  'auth=',
  'auth',
];
const clients = ['twilio', 'algoliasearch', 'wallet', 'client', 'signer', 'privatekeytoaccount', 'from_key'];

const isLogin = (value: string): boolean => value.length >= 8 && isGiven(value);

/** Calls that take a user and a password, or an account and its key. */
const calls: Context[] = [
  {
    anchors: logins,
    lead: /(?:getconnection|sequelize|pdo|mysqli|mysqli_connect|mysql_connect|connect|createconnection|login|basicauth|httpbasicauth|networkcredential|passwordauthentication|usernamepasswordcredentials|usernamepasswordtoken|plainauth|setbasicauth|auth=|auth)\(\s{0,20}(?:(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[\w.$]{1,40}),\s{0,20}){2}(?=["'])/iy,
    check: isLogin,
  },
  {
    anchors: logins,
    lead: /(?:getconnection|sequelize|pdo|mysqli|mysqli_connect|mysql_connect|connect|createconnection|login|basicauth|httpbasicauth|networkcredential|passwordauthentication|usernamepasswordcredentials|usernamepasswordtoken|plainauth|setbasicauth|auth=|auth)\(\s{0,20}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[\w.$]{1,40}),\s{0,20}(?=["'])/iy,
    check: isLogin,
  },
  {
    anchors: clients,
    lead: /(?:twilio|algoliasearch|wallet|client|signer|privatekeytoaccount|from_key)\(\s{0,20}(?:(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[\w.$]{1,40}),\s{0,20})?(?=["'])/iy,
    value: /["'](?:0x)?[\w+/=~-]{24,200}(?=["'])/y,
    check: (value) => isRandom(value.slice(1).replace(/^0x/, '')),
  },
];

/** Commands. */
const commands: Context[] = [
  {
    anchors: ['auth', 'login', 'authtoken', 'set-token'],
    lead: /(?:auth|login|authtoken|set-token) (?:--relogin )?(?=[\w-])/y,
    value: /[\w.-]{20,200}(?=\s|$)/y,
    check: isRandom,
    kind: 'command_secret',
  },
  { anchors: ['login'], lead: /login=/y, check: isRandom },
  {
    anchors: ['echo'],
    lead: /echo (?:-\w )?["']?(?:[\w.-]{1,32}:)?/y,
    value: /[^\s"'|]{6,100}/y,
    behind: /["']? ?\|[^\n|]{0,100}(?:chpasswd|passwd|sudo -S|-stdin|cryptsetup|kinit)/y,
    check: isGiven,
    kind: 'command_secret',
  },
  {
    anchors: ['htpasswd', 'net use', 'net user', 'rabbitmqctl', 'cmdkey'],
    lead: /(?:htpasswd -\w{0,6}b\w{0,6} \S{1,100} \S{1,60}|net use \S{1,60} (?:\S{1,100} ){0,2}?\/user:\S{1,60}|net user \S{1,60}|rabbitmqctl \w{3,30} \S{1,60}|cmdkey [^\n]{0,100}\/pass:) ?/iy,
    check: isGiven,
    kind: 'command_secret',
  },
];

export const contexts: readonly Context[] = [...prose, ...written, ...calls, ...commands];
