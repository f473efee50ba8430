import { describe, expect, it } from 'vitest';
import { filled, leaks } from '../../../bench/redaction/fill.ts';
import { clean, redactText } from '../../../src/gateway/redaction/index.ts';
import { chance } from '../../support/chance.ts';

const classes: Record<string, string[]> = {
  'parameters of addresses': [
    'http://maps.example.org/tile?z=3&appid=«{h32}»',
    'const url = `https://geo.example.org/v1/lake.json?key=«{w32}»&lang=de`;',
    'https://example.org/feed?subscription-key=«{h32}»',
  ],
  'parts of addresses': [
    'RPC=https://mainnet.api.example.org/v2/«{s32}»',
    'provider: `https://rpc.example.org/v3/«{h32}»`',
    'https://shop.example.org/account/reset/6068/«{h32}»',
  ],
  headers: [
    'Authorization: pk_3082_«{w32}»',
    'X-Api-Key: «{w40}»\nAccept: */*',
    'curl -u «{h32}»: https://example.org',
  ],
  literals: [
    'client := parcels.New("«{w32}»")',
    "const line = new Queue.Live('«{w6}.{w6}:{w32}»');",
    'Metrics.init("«{w32}»");',
    'explorer: { apiKey: { first: "«{w32}»", second: "«{w34}»" } }',
    "openssl_decrypt($blob, 'aes-256-cbc', '«{w32}»', 0, $iv);",
    'store.load(in, "«candleDragon{n3}»".toCharArray());',
    "conn = database('pay','pay_ro','«Blanket{n4}#»','Vendor','MySQL');",
    'new WalletProvider("«{wallet}»", url)',
  ],
  tables: [
    '<tr><td>ftp.example.org</td><td>w0104</td><td>«{w14}»</td></tr>',
    '<tr><th>Konto</th><th>Passwort</th></tr>\n<tr><td>kim</td><td>«candle{n4}»</td></tr>',
    '|| Stage || Login || Password ||\n| INT | tester | «candleViolet{n2}» |\n',
    'Door           Code    Until\nStore South    «{n6}»  31.12.\n',
    'mailbox\thost\tsecret\nkim@example.org\tmail.example.org\t«{w12}.»\n',
  ],
  'lines of settings': [
    'rootpw --plaintext «candleViolet{n3}»',
    ' local-user kim password simple «Candle{n5}?»',
    'SQLConnectInfo users@localhost reader «{w14}»',
    "redis-cli ACL SETUSER kim on '>«{w24}»' ~kim:* +@all",
    '<Server><User>kim</User><Pass encoding="base64">«{w20}»</Pass></Server>',
    '"db": {"sensitive": true, "type": "string", "value": "«{w20}»"}',
    'tool configure -i {l20} -s «{w30}»',
  ],
  sentences: [
    'Phrase secrète de la sauvegarde : «tortue violette sous la pluie»',
    'la frase de paso del disco es «luna naranja camina despacio»',
    'the archive opens with «candle forest marble needle»',
    'die Entsperr-PIN ist «{n6}»',
    'Combination for the crate: «14-61-95», turn right first',
    '[10:41] kim: api key for the sandbox pls\n[10:42] sam: «{h32}»',
    "Can't scan? Enter this key manually: «l2na mgu3 jdvp atyr drf7 4gzp»",
    'For the bank there is a code word, that is «Rumpelstiltskin» since May.',
  ],
};

describe('secrets of a class', () => {
  it.each(Object.entries(classes))('are found in %s of formats that are not known', (_, formats) => {
    const random = chance(7);
    const missed: string[] = [];
    for (const format of formats) {
      const { text, secrets } = filled(format, random);
      const result = redactText(text, {});
      if (secrets.some((secret) => leaks(secret, result))) missed.push(format);
      expect(redactText(result, {}), format).toBe(result);
    }
    expect(missed).toEqual([]);
  });

  it.each([
    // Names of keys in a vault, checksums, keys that everyone may see, placeholders, where a password is kept.
    'https://safe.example.org/secrets/erp-link/47d43d12d216804085cd859a3327a1ac',
    '{"checksum/secret":"a7f5ea2a10313a13fb1df5b4eed1d3787a9eb85404326627e1f7a772d91afd95"}',
    'metrics.init("phc_uTNGh5mPN85PKg38Y8uiOOb1TehYY2ERcjYngdrK173")',
    'api_key: sk_test_XXXXXXXXXXXXXXXXXXXXXXXX',
    'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
    '| Service | User | Password |\n|---|---|---|\n| Shop | admin | siehe Tresor |',
    // What looks like a class and is none.
    'throw new ResponseError("UnexpectedStatusCode404"); new Map2("some/long/path/to/Module1")',
    'https://api.example.org/v1/users/550e8400-e29b-41d4-a716-446655440000?limit=20&page=key',
    '<tr><td>kim</td><td>Friday2026</td></tr><tr><td>sam</td><td>version 2.1.0</td></tr>',
    'Error          Code    Count\nTimeout        504100  31\n',
    'the archive opens with an error when the disk is full',
    'The combination of these: 3 of 4 pass. The pin is connected to GPIO 17.',
    'kim: where is the key file, please?\nsam: in the settings folder',
  ])('are not found in %s', (text) => {
    expect(clean(text, {})).toBe(text);
  });
});
