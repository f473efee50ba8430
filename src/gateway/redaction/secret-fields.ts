/** Object fields whose text is always removed. */
const fields = new Set(['token', 'secret', 'authorization', 'credential', 'credentials']);
const fieldEnds = [
  'apikey',
  'secretkey',
  'clientsecret',
  'accesskey',
  'privatekey',
  'authtoken',
  'accesstoken',
  'refreshtoken',
  'passwd',
  'password',
  'passphrase',
];

/** Names that were asked for; objects of one kind have the same ones. */
const asked = new Map<string, boolean>();
const mostAsked = 5000;

/** Whether a field with this name always contains a secret. */
export function isSecretField(name: string): boolean {
  if (name.length > 60) return false;
  const known = asked.get(name);
  if (known !== undefined) return known;
  if (asked.size >= mostAsked) asked.clear();
  const is = namesSecret(name);
  asked.set(name, is);
  return is;
}

function namesSecret(name: string): boolean {
  const small = name.toLowerCase();
  if (fields.has(small) || small.endsWith('_secret') || small.endsWith('_token')) return true;
  const plain = small.replaceAll('_', '').replaceAll('-', '');
  return fieldEnds.some((end) => plain.endsWith(end));
}
