/** How strongly a name indicates that its value is a secret. */
export type Strength = 'password' | 'phrase' | 'key' | 'weak' | 'header';

const passwords = new Set([
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'passwort',
  'pwd',
  'pass',
  'pw',
  'psk',
  'kennwort',
  'mdp',
  'senha',
  'wachtwoord',
  'authtok',
  'bindpw',
  'rootpw',
  'adminpw',
  'userpw',
  'dbpw',
  'contrasena',
  'clave',
  'haslo',
  'jelszo',
  'parola',
  'sifre',
  'heslo',
  'salasana',
  'losenord',
  'motdepasse',
]);
const surePasswords = new Set([
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'passwort',
  'kennwort',
  'contraseña',
]);
/** Two-word endings that name a key. */
const keyed = new Set([
  'api',
  'secret',
  'access',
  'private',
  'account',
  'encryption',
  'signing',
  'master',
  'auth',
  'license',
  'licence',
  'service',
  'shared',
  'storage',
  'session',
  'client',
  'app',
  'application',
  'integration',
  'subscription',
  'admin',
  'ingest',
  'insert',
  'write',
  'deploy',
  'webhook',
  'authorization',
  'hmac',
  'jwt',
  'consumer',
  'unseal',
  'recovery',
  'routing',
  'preshared',
  'wrapping',
]);
/** Trailing words that do not change what a name means. */
const trailing = new Set([
  'value',
  'string',
  'plain',
  'plaintext',
  'text',
  'base',
  'base64',
  'b64',
  'prod',
  'production',
  'dev',
  'test',
  'staging',
  'old',
  'new',
  'current',
  'default',
  'raw',
  'live',
  'data',
  'hex',
  'b32',
]);
/** Words for keys that are not secrets. */
const publicKeys = new Set([
  'public',
  'primary',
  'foreign',
  'cache',
  'sort',
  'partition',
  'hash',
  'row',
  'column',
  'group',
  'object',
  'map',
  'query',
  'storage',
  'react',
  'index',
  'unique',
  'lookup',
  'translation',
  'i18n',
  'range',
  'item',
  'node',
  'idempotency',
  'publishable',
  'composite',
  'sharding',
  'shard',
  'event',
  'host',
  'registry',
  'accelerator',
  'hot',
  'short',
  'menu',
  'tab',
  'on',
  'the',
  'by',
  'type',
  'content',
  'dedupe',
  'memo',
]);
const headers = new Set([
  'authorization',
  'proxyauthorization',
  'xapikey',
  'xdeweykey',
  'xauthtoken',
  'xaccesstoken',
  'xgoogapikey',
  'apikeyheader',
]);

/** The words of a name, in lower case: `DB_PASSWORD`, `clientSecret` and `api-key` have two each. */
export function wordsOf(name: string): string[] {
  const words: string[] = [];
  let current = '';
  let before = '';
  for (const c of name) {
    const isLetterOrDigit = c.toLowerCase() !== c.toUpperCase() || (c >= '0' && c <= '9');
    const isCapital = c !== c.toLowerCase();
    const beginsWord = isCapital && before !== '' && before === before.toLowerCase();
    if ((!isLetterOrDigit || beginsWord) && current !== '') {
      words.push(current.toLowerCase());
      current = '';
    }
    if (isLetterOrDigit) current += c;
    before = isLetterOrDigit ? c : '';
  }
  if (current !== '') words.push(current.toLowerCase());
  return words;
}

const withoutNumber = (text: string): string => {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) >= 48 && text.charCodeAt(end - 1) <= 57) end -= 1;
  return text.slice(0, end);
};

/** Words that end like a password without being one. */
const passes = new Set([
  'bypass',
  'compass',
  'encompass',
  'trespass',
  'surpass',
  'overpass',
  'underpass',
  'multipass',
  'renderpass',
  'onepass',
  'subpass',
  'firstpass',
  'secondpass',
  'mainpass',
  'shaderpass',
  'testpass',
]);
/** Words before `phrase` that make it a secret. */
const phrased = new Set(['pass', 'seed', 'recovery', 'mnemonic', 'secret', 'backup']);

/** Cached results: texts repeat the same names. */
const known = new Map<string, Strength | undefined>();
const mostKnown = 2000;

/** @returns undefined for a name that does not indicate a secret. */
export function strengthOf(name: string): Strength | undefined {
  const before = known.get(name);
  if (before !== undefined || known.has(name)) return before;
  const strength = judged(name);
  if (known.size >= mostKnown) known.clear();
  known.set(name, strength);
  return strength;
}

function judged(name: string): Strength | undefined {
  if (headers.has(name.toLowerCase().replaceAll(/[-_]/g, ''))) return 'header';
  const words = wordsOf(name);
  while (words.length > 1 && (trailing.has(words.at(-1) ?? '') || withoutNumber(words.at(-1) ?? '') === ''))
    words.pop();
  const last = withoutNumber(words.at(-1) ?? '');
  const before = words.at(-2) ?? '';
  if (last === 'mnemonic' || last === 'passphrase' || (last === 'phrase' && phrased.has(before)))
    return 'phrase';
  if (
    surePasswords.has(last) ||
    (last.endsWith('pass') && last.length > 6 && !passes.has(last)) ||
    last.endsWith('password') ||
    last.endsWith('passwd') ||
    last.endsWith('passwort') ||
    last.endsWith('passphrase')
  )
    return 'password';
  if (passwords.has(last) || /^(?:db|pg|su|vnc|ftp|sql|app|usr|rdp|sys|zip|mq)pass$/.test(last))
    return 'password';
  // `mot_de_passe`, `clave_secreta`, `cle_api`.
  if (last === 'passe' && before === 'de') return 'password';
  if (['secreta', 'secrete', 'privada', 'privee', 'api', 'acceso', 'acces'].includes(last))
    return ['clave', 'cle', 'chave', 'chiave'].some((key) => words.includes(key)) ? 'key' : undefined;
  if (last === 'geheimnis' || last === 'schluessel') return 'weak';
  if (words.length === 1 && /^secret[_-]?(?:value|string|text|plain|plaintext|data)$/i.test(name))
    return 'password';
  if (last === 'secret' || last.endsWith('secret'))
    return words.length > 1 || last !== 'secret' ? 'key' : 'weak';
  if (last === 'token' || last.endsWith('token'))
    return words.length > 1 || last !== 'token' ? 'key' : 'weak';
  if (last === 'key') {
    if (['shared', 'preshared', 'wifi', 'wireless', 'wpa'].includes(before)) return 'password';
    if (keyed.has(before) || before.endsWith('api') || before.endsWith('secret')) return 'key';
    return words.length > 1 && !publicKeys.has(before) ? 'weak' : undefined;
  }
  if (
    /^(?:api|secret|access|account|private|sharedaccess|sharedsecret|accessaccount|auth|encryption|license|app)key$/.test(
      last,
    ) ||
    last.endsWith('apikey') ||
    last.endsWith('accesskey')
  )
    return 'key';
  if (last === 'erlangcookie' || (last === 'cookie' && before === 'erlang')) return 'key';
  if (before === 'bind' && last.startsWith('cred')) return 'password';
  if (['auth', 'credential', 'credentials', 'cred', 'creds'].includes(last)) return 'weak';
  if (last === 'signature' && ['access', 'amz', 'goog'].includes(before)) return 'key';
  if ((last === 'id' && before === 'secret') || /^(?:password|passwd|auth|hash|cookie)salt$/.test(last))
    return 'weak';
  if ((last === 'salt' || last === 'pepper') && words.length > 1) return 'weak';
  if (last === 'session' && words.length > 1 && name === name.toUpperCase()) return 'weak';
  if (
    last === 'sessid' ||
    last === 'phpsessid' ||
    last === 'jsessionid' ||
    (last === 'sessionid' && before === 'net')
  )
    return 'weak';
  return undefined;
}
