import { isChosen, isGiven, isRandom, isSaid } from './checks.ts';
import type { Context } from './context.ts';

const kind = 'command_secret';

/** Commands that take a secret at a certain place, without an option. */
export const positional: readonly Context[] = [
  {
    anchors: [
      'auth',
      'login',
      'authtoken',
      'set-token',
      'add-authtoken',
      'token set',
      'unseal',
      'setapikey',
      'authorize-account',
    ],
    lead: /(?:auth|login|(?:add-)?authtoken|set-token|token set|unseal|setapikey|authorize-account \S{6,40}) (?:--relogin )?(?=[\w+/-])/iy,
    value: /[\w.+/=-]{20,200}(?=\s|$)/y,
    check: isRandom,
    kind,
  },
  { anchors: ['codecov'], lead: /codecov[^\n]{0,80} -t ?/y, check: isRandom, kind },
  { anchors: ['login'], lead: /login=/y, check: isRandom },
  {
    anchors: ['echo', 'printf'],
    lead: /(?:echo (?:-\w{1,2} )?|printf (?:["']%s(?:\\n)?["'] )?)["']?(?:[\w.-]{1,32}:)?/y,
    value: /[^\s"'|]{6,200}/y,
    behind:
      /["']? ?\|[^\n|]{0,100}(?:chpasswd|passwd|sudo -S|-stdin|cryptsetup|kinit|secret|login|gpg|openssl|token|htpasswd|smbpasswd|vncpasswd|pass insert)/y,
    check: isChosen,
    kind,
  },
  {
    anchors: [
      'htpasswd',
      'net use',
      'net user',
      'rabbitmqctl',
      'cmdkey',
      'mosquitto_passwd',
      'samba-tool',
      'radtest',
      'user:password',
      'user-secrets',
      'smbclient',
      'wpa_passphrase',
      '-setairportnetwork',
      'http-basic',
      'mc alias',
      'mc config',
      'mysqladmin',
      'kadmin',
      'user add',
      'wg set',
    ],
    lead: /(?:htpasswd -\w{0,6}n\w{0,6} \S{1,60}|htpasswd -(?![\w]{0,6}n)\w{0,6}b\w{0,6} \S{1,100} \S{1,60}|net use \S{1,60} (?:\S{1,100} ){0,2}?\/user:\S{1,60}|net user \S{1,60}|rabbitmqctl \w{3,30} \S{1,60}|cmdkey [^\n]{0,100}\/pass:|mosquitto_passwd -\w{0,4} \S{1,80} \S{1,60}|samba-tool user \w{3,14} \S{1,60}|radtest \S{1,60}|user:password \S{1,60}|user-secrets set \S{1,80}|smbclient \S{4,100}|wpa_passphrase \S{1,60}|-setairportnetwork \S{1,20} \S{1,60}|http-basic\.\S{1,80} \S{1,60}|mc (?:alias|config host) (?:set|add) \S{1,60} \S{1,100} \S{1,60}|mysqladmin [^\n]{0,60}password) ?/iy,
    check: isChosen,
    kind,
  },
  {
    anchors: ['net use'],
    lead: /net use \S{1,60} (?:\\\\\S{1,100} )?(?=[^\s/]\S{3,100} \/user:)/iy,
    check: isChosen,
    kind,
  },
  {
    anchors: ['github-oauth', 'gitlab-token', 'gitlab-oauth', 'pypi-token', 'bitbucket-oauth'],
    lead: /(?:(?:github|gitlab|bitbucket)-(?:oauth|token)|pypi-token)\.[\w.-]{1,60} /y,
    check: isRandom,
    kind,
  },
  {
    anchors: ['bundle config'],
    lead: /bundle config (?:set )?(?:--\w{1,12} )?\S{1,80} [\w.-]{1,60}:(?!\/)/y,
    check: isChosen,
    kind,
  },
  {
    anchors: ['rclone obscure', 'rclone reveal', 'bw unlock', 'keepassxc'],
    lead: /(?:rclone (?:obscure|reveal)|bw unlock) /y,
    check: isChosen,
    kind,
  },
  {
    anchors: ['password-command', 'passcommand'],
    lead: /(?:password-command|passcommand)[ =]["']?(?:echo|printf) ["']?/iy,
    check: isChosen,
    kind,
  },
  { anchors: ['auth '], lead: /AUTH (?:[\w.-]{1,30} )?(?=[^\s"]{6})/y, check: isSaid, kind },
  {
    anchors: ['setuser', 'user '],
    lead: /(?:setuser|user) [\w.-]{1,40} (?:[\w~*+@&-]{1,30} ){0,4}>/iy,
    check: isChosen,
    kind,
  },
  { anchors: ['user '], lead: /USER \S{1,60}\r?\nPASS /y, check: isChosen, kind },
  { anchors: [' login'], lead: / LOGIN ["']?[\w.@+-]{1,60}["']? (?=["']?\S{6})/y, check: isSaid, kind },
  {
    anchors: ['--encrypt'],
    lead: /--encrypt /y,
    value: /\S{6,60} \S{6,60}(?= (?:40|128|256) )/y,
    check: isGivenPair,
    kind,
  },
  {
    anchors: ['secret', 'token', 'passw', 'env add', 'env set'],
    lead: /(?:secret|token|passw|env (?:add|set))[^\n]{0,80}<<< ?["']?/iy,
    check: isGiven,
    kind,
  },
  {
    anchors: ['-u ', '-u=', '--user', '--login', '-l ', '--usr', '/u:', '/user'],
    lead: /(?<![\w-])(?:-u|-U|-l|--user(?:name)?|--login|--usr|\/u(?:ser)?)[ =:][^\s-]\S{0,80} (?:--?[\w-]{1,24}(?:[ =][^\s-]\S{0,60})? ){0,3}?(?:-[pPwk][ =:]?|-pw |-ap |\/p(?:ass(?:word)?)?:)["']?/y,
    value: /(?=[^\s"']{0,40}[0-9!@#$%^&*])[^\s"'`;|<>()]{6,100}/y,
    check: (value) =>
      isSaid(value) ||
      (isGiven(value) && /[A-Za-z]/.test(value) && !/^[0-9.:-]+(?:\/\w+)?$|[:/]/.test(value)),
    kind,
  },
];

function isGivenPair(value: string): boolean {
  return value.split(' ').some(isGiven);
}
