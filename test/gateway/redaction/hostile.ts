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

/** @param characters approximate length of each text. */
export function* hostileTexts(characters: number): Generator<{ name: string; text: string }> {
  const repeated = (piece: string) => piece.repeat(Math.ceil(characters / piece.length));
  for (const piece of pieces) {
    yield { name: `${JSON.stringify(piece)} again and again`, text: repeated(piece) };
    yield {
      name: `${JSON.stringify(piece)}, then a long unbroken run`,
      text: piece + 'a'.repeat(characters),
    };
  }
  for (const piece of pieces) {
    yield { name: `${JSON.stringify(piece)} on lines`, text: repeated(`${piece}\n`) };
    yield {
      name: `${JSON.stringify(piece)} in blocks`,
      text: repeated(`${piece.repeat(Math.ceil(480 / piece.length))} `),
    };
    yield {
      name: `${JSON.stringify(piece)} between others`,
      text: repeated(`${piece}aB3x9-_Z.${pieces.join('').slice(0, 300)}`),
    };
  }
}
