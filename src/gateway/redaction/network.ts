import { isChosen } from './checks.ts';
import { anything, type Context } from './context.ts';
import { isWordOrSaid } from './single-word.ts';

/** What routers, switches, VPN gateways and tools of wireless networks print or are given. */
export const network: readonly Context[] = [
  {
    anchors: [
      'schlüsselinhalt',
      'contenu de la',
      'contenido de la',
      'conteúdo da',
      'contenuto chiave',
      'key content',
      'sleutelinhoud',
    ],
    lead: /(?:schlüsselinhalt|contenu de la clé|contenido de la clave|conteúdo da chave|contenuto chiave|key content|sleutelinhoud)[ \t]{0,40}[:=][ \t]{0,4}/iy,
    value: /\S(?:[^\n\r]{0,60}\S)?(?=[ \t]*(?:\r?\n|$))/y,
    check: (value) => value.length >= 6,
  },
  {
    anchors: [
      'wpa-psk',
      'wpa2-psk',
      'wpa-pass',
      'pre-shared',
      'preshared',
      'wpa2-pre',
      'wpa-pre',
      'wpa3-pre',
    ],
    lead: /(?:wpa[23]?-psk(?: set-key)?|wpa-passphrase|wpa[23]?-pre-shared-key|pre-?shared[- ](?:key|secret))(?: (?:ascii|hex|ascii-text|local|remote|plain))?(?: [0-9])?[ \t]{0,4}[=: \t][ \t]{0,4}["']?/iy,
    check: isWordOrSaid,
  },
  {
    anchors: ['username ', 'user ', 'neighbor ', 'chap ', 'pap ', 'pppoe', 'vpdn', 'sent-user'],
    lead: /(?:(?:user(?:name)?|neighbor|sent-username) [\w.:@-]{1,60}(?: (?:privilege|priv|level|role|group|remote-as)[ -][\w-]{1,20}){0,2}|p(?:p|a|ha)p(?: chap| pap)?|chap|vpdn)(?: sent-username \S{1,40})? (?:password|secret|passwd)(?: (?:[0578]|clear|plain|cleartext|plaintext))? ["']?/iy,
    check: isWordOrSaid,
  },
  {
    anchors: ['enable '],
    lead: /(?<=^[ \t]{0,8})enable (?:password|secret)(?: level [0-9]{1,2})?(?: [05789])? /imy,
    check: isWordOrSaid,
  },
  {
    anchors: [
      'isakmp key',
      'message-digest',
      'key-string',
      'tacacs',
      'radius',
      'authentication text',
      'shared-secret',
      'ntp authentication',
    ],
    lead: /(?:isakmp key(?: [0-6])?|message-digest-key [0-9]{1,3} md5(?: [0-9])?|key-string(?: [0-9])?|(?:tacacs|radius)(?:-server)?(?: host \S{1,60})? (?:key|secret)(?: [0-9])?|authentication text|shared-secret|ntp authentication-key [0-9]{1,5} md5)[ \t]["']?/iy,
    check: isChosen,
  },
  {
    anchors: ['security.psk', 'wifi-sec.psk', 'security.wep', '802-1x.pass', 'vpn.secrets'],
    lead: /(?:security\.psk|wifi-sec\.psk|security\.wep-key[0-3]|802-1x\.password|vpn\.secrets\.\w{2,20})[ \t]{0,4}[:=][ \t]{0,30}/iy,
    check: isChosen,
  },
  {
    anchors: ['psk=', 'psk ='],
    lead: /(?<![\w-])psk ?= ?"(?=[^"\n]{8,63}")/iy,
    value: /[^"\n$<{]{8,63}(?=")/y,
    check: anything,
  },
  {
    // The text of a code to be scanned: `WIFI:T:WPA;S:…;P:…;;`
    anchors: ['wifi:'],
    lead: /wifi:(?:[TSHR]:[^;\n]{0,64};){1,3}P:/iy,
    value: /[^;\n]{4,64}(?=;)/y,
    check: anything,
  },
  {
    anchors: ['wifi.begin('],
    lead: /wifi\.begin\(\s{0,8}[\w"' -]{1,40},\s{0,8}(?=")/iy,
    check: isWordOrSaid,
  },
  {
    anchors: ['vmess', 'vless', 'trojan', 'hyster', 'tuic:'],
    lead: /(?:vmess|vless|trojan|hysteria2?|tuic):\/\//y,
    value: /[A-Za-z0-9+/=_-]{16,2000}/y,
    check: anything,
    kind: 'url_credentials',
  },
];
