import { isChosen, isGiven, isRandom, isTold } from './checks.ts';
import { anything, type Context } from './context.ts';

/** Communities that every device has at first. */
const defaults = new Set(['public', 'private', 'COMMUNITY', 'community', 'string', 'RO', 'RW']);

/** Routers, directories, mail servers and other programs whose files have forms of their own. */
export const configured: readonly Context[] = [
  {
    anchors: ['snmp-server', 'rocommunity', 'rwcommunity', 'com2sec', 'trapcommunity'],
    lead: /(?:snmp-server (?:community|host \S{1,60} (?:version \S{1,3} )?)|r[ow]community6?|com2sec \S{1,40} \S{1,40}|trapcommunity)[ \t]{1,8}["']?/iy,
    check: (value) => isChosen(value) || (/^\w[\w.-]{4,40}$/.test(value) && !defaults.has(value)),
  },
  {
    anchors: [
      'option key',
      'option pass',
      'option secret',
      'option psk',
      'option private',
      'option preshared',
    ],
    lead: /option (?:key|pass(?:word|wd|phrase)?|secret|psk|private_key|preshared_key)[ \t]{1,8}/iy,
    check: isChosen,
  },
  { anchors: ['identified by'], lead: /identified by ["']?/iy, check: isTold },
  {
    anchors: ['ascii-text', 'pre-shared-key', 'authentication-key'],
    lead: /(?:pre-shared-key |authentication-key )?(?:ascii-text|hexadecimal|local|remote) ["']?/iy,
    check: isChosen,
  },
  { anchors: ['community'], lead: /community[ \t]{1,8}["']?/iy, check: isTold },

  {
    anchors: [
      'tacacs',
      'radius',
      'isakmp',
      'server-key',
      'shared-key',
      'message-digest',
      'key-string',
      'authentication-key',
      'keyring',
      'neighbor',
      'standby',
      'vrrp',
    ],
    lead: /(?:(?:tacacs|radius)[^\n]{0,80}? (?:key|secret)|isakmp key|server-key|shared-key|message-digest(?:-key [0-9]{1,3})? md5|key-string|authentication-key|keyring[^\n]{0,60}? key|(?:standby|vrrp)[^\n]{0,30}? authentication)(?: [0-9])? ["']?/iy,
    check: isTold,
  },
  {
    // A generated password in a plan or a state.
    anchors: ['random_password', 'random_string'],
    lead: /random_(?:password|string)"[^\n]{0,120}\n(?:[^\n]{0,120}\n){0,8}?[^\n"=]{0,20}\bresult["']?[ \t]{0,12}[=:] (?=")/iy,
    check: isGiven,
  },
  {
    anchors: ['createuser', 'snmp-server user'],
    lead: /(?:createuser \S{1,60}|snmp-server user \S{1,60} \S{1,40} v3(?: auth)?) (?:md5|sha(?:-?[0-9]{3})?) (?=\S)/iy,
    value:
      /"[^"\n]{6,100}" \S{2,8} "?[^"\s]{6,100}|[^\s"]{6,100}(?: priv (?:3des|des|aes(?: [0-9]{3})?) [^\s"]{6,100})?/y,
    check: anything,
  },
  {
    anchors: ['{ss', '{sh', '{md', '{sm', '{cr', '{pb', '{ar'],
    lead: /\{(?:S?SHA(?:[0-9]{3})?|S?MD5|CRYPT|ARGON2|PBKDF2[\w-]{0,12}|BCRYPT)\}/iy,
    value: /[\w$./+=-]{20,200}/y,
    check: anything,
    kind: 'password_hash',
  },
  {
    anchors: ['$9$', '$8$'],
    lead: /\$[89]\$/y,
    value: /[\w$./-]{8,120}/y,
    check: isRandomHash,
    kind: 'password_hash',
  },
  {
    anchors: ['secret', 'passw', 'psks', 'key'],
    lead: /(?:psksecret|passw(?:or)?d|secret|key) ENC /y,
    value: /[\w+/=]{16,400}/y,
    check: anything,
  },
  { anchors: ['stats auth', 'static'], lead: /(?:stats auth |static:)[\w.@-]{1,60}:/y, check: isChosen },
  {
    anchors: [':587', ':465', ':25', ':2525'],
    lead: /:(?:587|465|25|2525)\]?[ \t]{1,8}[\w.+@-]{2,80}:/y,
    check: isChosen,
  },
  {
    anchors: ['sasl_passwd', 'sasl/passwd', 'sasl_password'],
    lead: /sasl[_/]passw[^\n]{0,40}\n[^\s]{3,80}[ \t]{1,8}[\w.+@-]{2,80}:/y,
    check: isChosen,
  },
  {
    anchors: ['auth-user-pass'],
    lead: /auth-user-pass(?:>?[^\n]{0,60}\r?\n|[ \t])[ \t]{0,8}[\w.@-]{1,60}(?:\r?\n|[ \t]{1,4})[ \t]{0,8}/y,
    check: isChosen,
  },
  {
    anchors: [': eap', ': xau', ': ntl', ': psk', ': pin'],
    lead: /: (?:eap|xauth|ntlm|psk|pin) ["']?/iy,
    check: isTold,
  },
  { anchors: ['l2tpd', 'pptpd', 'pppd'], lead: /(?:l2tpd|pptpd|pppd)["']?[ \t]{1,8}["']?/y, check: isChosen },
  {
    anchors: [
      'ident',
      'credential',
      'creds',
      'auth',
      'user.info',
      'userinfo',
      'userpass',
      'basicauth',
      'bundle_',
    ],
    lead: /(?:ident|credentials?|creds|auth|user\.?info|userpass|basicauth|bundle_\w{3,60})["']?[ \t]{0,3}[:=][ \t]{0,3}["']?[\w.@-]{2,40}:(?=[^\s/])/iy,
    check: isTold,
  },
  {
    anchors: ['chpasswd'],
    lead: /chpasswd:[^:\n]{0,20}\n[^:\n]{0,40}(?:: ?\|[^\n]{0,10}\n)?\s{0,20}-?\s{0,4}[\w.-]{1,40}:/y,
    check: isChosen,
  },
  {
    anchors: ['pragma', 'attach'],
    lead: /(?:pragma (?:re)?key ?= ?|attach [^\n]{1,80} key )(?=["'])/iy,
    check: isChosen,
  },
  {
    anchors: ['type = b2', 'type = swi', 'type = s3', 'type = ftp', 'type = sftp', 'type = webdav'],
    lead: /type = \w{1,12}\n(?:\w{1,30} = [^\n]{0,100}\n){0,6}?(?:key|pass|password|secret_access_key) = /y,
    check: isGiven,
  },
  {
    anchors: ['http-basic', 'bearer', 'github-oauth', 'gitlab-token', 'gitlab-oauth', 'bitbucket-oauth'],
    lead: /(?:bearer|(?:github|gitlab|bitbucket)-(?:oauth|token))["']?\s?: ?\{\s{0,20}"[^"\n]{1,80}"\s?: ?(?=")/y,
    check: isRandom,
  },
  {
    anchors: ['apikeys', 'api-keys', 'apikey', 'tokens', 'keys'],
    lead: /(?:api-?_?keys?|tokens|auth_?keys|secrets)["']?\s?[:=]\s?\[\s{0,20}(?=["'])/iy,
    check: isRandom,
  },
  {
    anchors: ['apikeys', 'packagesourcecredentials'],
    lead: /apikeys>\s{0,20}<add key="[^"\n]{1,200}" value=(?=")/iy,
    check: isRandom,
  },
  {
    anchors: ['key content', 'keymaterial'],
    lead: /(?:key content|keymaterial)[ \t]{0,40}[:=>][ \t]{0,4}/iy,
    check: isGiven,
  },
  {
    anchors: ['auth plain', 'auth login'],
    lead: /auth (?:plain|login)[ \r\n]{1,2}/iy,
    value: /[A-Za-z0-9+/=]{12,400}(?=\s|$)/y,
    check: isRandom,
  },
  { anchors: ['instrumentationkey'], lead: /instrumentationkey=/iy, check: isRandom },
  {
    anchors: [
      'code=',
      'ticket=',
      'signature',
      'x-goog-sig',
      'x-amz-sig',
      'private_token',
      'access_key',
      'invite',
      'token',
    ],
    lead: /(?:code|ticket|(?:x-goog-|x-amz-)?signature|private_token|access_key)=/iy,
    value: /[\w.~%+/=-]{16,800}/y,
    check: isRandom,
    kind: 'url_credentials',
  },
];

function isRandomHash(value: string): boolean {
  return /[A-Z]/.test(value) && /[a-z]/.test(value);
}
