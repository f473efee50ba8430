import { isChosen, isGiven, isRandom } from './checks.ts';
import type { Context } from './context.ts';
import { isGibberish } from './gibberish.ts';
import { isTechnical } from './phrases.ts';
import { isWordSecret } from './single-word.ts';
import { isExample, isPlaceholder } from './values.ts';

/** Keys that everyone may see, and ids. */
const open = /^(?:pk|pub|public|phc|UA|G|GTM|ca-pub)[_-]/;

/** A literal that nobody writes but as a key: random, of both cases and with digits. */
const isLiteralKey = (value: string): boolean =>
  value.length >= 20 &&
  value.length <= 120 &&
  /^[\w.:+/=~-]+$/.test(value) &&
  !open.test(value) &&
  /[a-z]/.test(value) &&
  /[A-Z]/.test(value) &&
  isRandom(value) &&
  isGibberish(value);

const isKey = (value: string): boolean =>
  value.length >= 16 && isGiven(value) && !isTechnical(value) && !/^[a-z]+$/.test(value);

/** Twelve words or more; their number is one of five. */
const isWallet = (value: string): boolean => {
  const words = value.split(' ');
  return words.length % 3 === 0 && new Set(words).size >= words.length - 2;
};

/** Secrets that code holds as literals: arguments of constructors, of calls that set a key, and of ciphers. */
export const literals: readonly Context[] = [
  {
    // What sessions are signed with, in options whose `secret` is nothing else.
    anchors: ['session({', 'session ({'],
    lead: /session ?\(\{\s{0,20}(?:\w{1,30}: [^\n,]{1,80},\s{1,20}){0,5}?(?:secret|keys): ?\[?["'`]/iy,
    value: /[^"'`\n$<{][^"'`\n]{5,120}(?=["'`])/y,
    check: (value) => !isPlaceholder(value) && !isExample(value),
  },
  {
    // A setter that takes a password as a word.
    anchors: ['setpassword(', 'set_password(', 'setpassphrase('],
    lead: /set_?(?:password|passphrase)\((?:[\w.]{1,30}, ?)?"/iy,
    value: /[^"\s]{5,80}(?="\))/y,
    check: (value) => isChosen(value) || isWordSecret(value),
  },
  {
    anchors: ['new ', 'new('],
    lead: /(?:new [A-Z][\w$.]{1,50}|(?<=\.)new)\(\s{0,20}(?=["'`])/iy,
    check: isLiteralKey,
  },
  {
    anchors: [
      'init(',
      'setkey(',
      'setapikey(',
      'set_api_key(',
      'setaccesstoken(',
      'settoken(',
      'withtoken(',
      'withapikey(',
      'configure(',
      'newclient(',
      'new_client(',
      'create(',
      'connect(',
      'initialize(',
      'authenticate(',
    ],
    lead: /(?:init|set_?(?:api_?)?key|set_?(?:access_?)?token|with(?:token|apikey)|configure|new_?client|create|connect|initialize|authenticate)\(\s{0,20}(?=["'`])/iy,
    check: isLiteralKey,
  },
  {
    // The value of an object's entry: `apiKey: { mainnet: "…" }`; those in front of it may have been removed already.
    anchors: ['apikey', 'api_key', 'tokens', 'secrets', 'privatekey', 'api_token', 'apitoken'],
    lead: /(?:api_?keys?|tokens|secrets|private_?keys?|api_?tokens?)["']?\s?(?::|=>?)\s?\{\s{0,20}(?:["']?[\w-]{1,30}["']?\s?(?::|=>?)\s?["'][^"'\n]{1,120}["'],\s{0,20}){0,5}?["']?[\w-]{1,30}["']?\s?(?::|=>?)\s?(?=["'][\w+/=.~-]{16,200}["'])/iy,
    check: isRandom,
  },
  {
    // Data, algorithm, key.
    anchors: ['openssl_', 'createcipher', 'createdecipher', 'aes_'],
    lead: /(?:openssl_(?:en|de)crypt|create(?:de)?cipheriv|aes_(?:en|de)crypt)\(\s{0,20}(?:[^(),\n]{1,80},\s{0,20}){2}b?(?=["'])/iy,
    check: isKey,
  },
  {
    anchors: ['getbytes', 'bytes('],
    lead: /(?<=(?:key|secret|iv)[^\n"]{0,30})(?:getbytes|bytes)[( ]\s?(?=")/iy,
    check: isKey,
  },
  {
    // The password of a keystore, which Java takes as characters.
    anchors: [
      'load(',
      'getkey(',
      'store(',
      'protection(',
      'pbekeyspec(',
      'init(',
      'setkeyentry(',
      'setpassword(',
    ],
    lead: /(?:load|getkey|store|protection|pbekeyspec|init|setkeyentry|setpassword)\((?:[\w.$"]{1,40}(?:\([^()\n]{0,40}\))?,\s{0,8}){0,3}?"/iy,
    value: /[^"\s]{5,80}(?="\.tochararray)/iy,
    check: (value) => isChosen(value) || isWordSecret(value),
  },
  {
    anchors: ['database('],
    lead: /database\(\s{0,20}(?:["'][^"'\n]{0,80}["'],\s{0,20}){2}(?=["'])/iy,
    check: (value) => value.length >= 6 && isGiven(value),
  },
  {
    // The words of a wallet.
    anchors: ['wallet', 'mnemonic', 'seed', 'phrase', 'provider(', 'restore', 'recover', 'keypair'],
    lead: /(?:wallet|mnemonic|seed|phrase|provider|restore|recover|keypair)\w{0,20}(?:\(|["']?\s?[:=])\s{0,20}["'`]/iy,
    value: /[a-z]{3,8}(?: [a-z]{3,8}){11,23}(?=["'`])/y,
    check: isWallet,
    kind: 'mnemonic',
  },
];
