import { clean } from '../../../src/gateway/redaction/index.ts';
import { type Named, slowTexts } from '../../support/slow-text.ts';

/** Texts that slow down a search that rescans the same characters: repeated starts of secrets without ends. */
const pieces = [
  ...[
    'eyJ',
    'eyJ.',
    '-eyJ',
    'eyJhbGciOiJI.eyJ',
    'sk-',
    'sk-ant-',
    'ghp_',
    'xoxb-',
    'hvs.',
    'SG.',
    'AKIA',
    're_',
    'live_',
  ],
  ...[
    '://',
    '://a:',
    'a://b:c',
    'a://b:@',
    'http://a:/@/',
    '://a:b/c@d',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN ',
  ],
  ...[
    '-----BEGIN A PRIVATE KEY-----\n',
    '-----END PRIVATE KEY-----',
    '-----',
    ':AA',
    '8Q~',
    'a8Q~',
    '-us1',
    '_mmk',
    '.atlasv1.',
  ],
  ...[
    'password',
    'password=',
    'password="',
    "password='",
    'password: ',
    'password = \\"',
    'pwd=',
    'pwd=pwd:',
    'key:',
    'key: ',
  ],
  ...[
    'token',
    'token: ',
    'secret=\\\\',
    '"secret":"',
    "'token', '",
    'x_token=a&',
    'token>',
    '<token>',
    'password is ',
    '--password ',
  ],
  ...[
    'Cookie: ',
    'cookie=',
    'Cookie: a=b; ',
    'Bearer ',
    'Bearer a',
    'Authorization: ',
    'authorization: bearer ',
    'auth":"',
  ],
  ...[
    'curl ',
    'curl -u ',
    'curl -u a:',
    'mysql -p',
    'mysql curl ',
    'docker login -p ',
    'MTIz.',
    'MTI-',
    'MTI',
    'hooks.slack.com/services/',
  ],
  ...[
    '<private>',
    '</private>',
    '<private></private>',
    '[redacted:',
    '[redacted:x]',
    '"',
    "'",
    '\\',
    '\\"',
    '`',
    '=',
    ':',
    '-',
    '_',
    'a',
    '0',
    ' ',
    '\n',
    '\t',
  ],
  ...[
    'password ',
    'password for a1 ',
    'password | ',
    '$ cat password ',
    '$ cat password\n',
    'use a/b1 ',
    'try a1 ',
    'a1 is the password ',
    '-u a -b c ',
    'log in as a and ',
    'acme_live_',
    'a:b@tcp(',
    'token for the a1 ',
    'MIIEvQIBADAN',
    'auth-user-pass\n',
    'a: >-\n  ',
    'secret=plainwords',
    'password=a,',
    'user=a,password=velvetotter,',
    'password=velvetotter\n',
    'initial password\n',
    'your api key\n\n',
    'mnemonic\n',
    'seed apple ',
    'recovery codes\n1234-abcd\n',
    'user: a\nkey=',
    'key=\nuser=',
    '<password>\n<value>',
    '"encoded":"QUJD',
    'vault kv put a ',
    'git config set ',
    'nickserv identify ',
    'wifi key is a ',
    '--user a:b ',
    'login a ',
  ],
  ...[
    'Aa0',
    'Aa0/',
    'A1-',
    '\u00e9',
    'secret: string = ',
    'password${',
    'dewey_',
    'key'.repeat(20),
    '&a=',
    'sig=',
    '0Q~~',
  ],
];

/**
 * @param characters approximate length of each text.
 * @param between how many pieces there are to one that is also put between others: these texts are alike, and take longest.
 */
export function* hostileTexts(characters: number, between = 1): Generator<Named> {
  const repeated = (piece: string) => piece.repeat(Math.ceil(characters / piece.length));
  for (const piece of pieces) {
    yield { name: `${JSON.stringify(piece)} again and again`, text: repeated(piece) };
    yield {
      name: `${JSON.stringify(piece)}, then a long unbroken run`,
      text: piece + 'a'.repeat(characters),
    };
  }
  for (const [i, piece] of pieces.entries()) {
    yield { name: `${JSON.stringify(piece)} on lines`, text: repeated(`${piece}\n`) };
    yield {
      name: `${JSON.stringify(piece)} in blocks`,
      text: repeated(`${piece.repeat(Math.ceil(480 / piece.length))} `),
    };
    if (i % between === 0)
      yield {
        name: `${JSON.stringify(piece)} between others`,
        text: repeated(`${piece}aB3x9-_Z.${pieces.join('').slice(0, 300)}`),
      };
  }
}

/** What is told of texts of a piece, and of ordinary ones, were an expression part of the redaction. */
export function toldWith(expression: RegExp, piece: string): string[] {
  const texts = (characters: number) =>
    [piece, 'word '].map((one) => ({ name: one, text: `${one.repeat(characters / one.length)}\u0001` }));
  return slowTexts(texts, (text) => clean(text, {}) + text.replace(expression, ''), 40);
}
