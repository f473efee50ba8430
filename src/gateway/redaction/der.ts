import { anything, type Context } from './context.ts';

/** Private keys in base64 without armor: RSA, EC and others of PKCS 1 and 8, and those of OpenSSH. */
export const bareKeys: readonly Context[] = [
  {
    anchors: ['mii', 'mhc', 'mc4', 'mig', 'mih', 'mfm', 'b3b'],
    lead: /(?<![\w+/])(?=MII[A-J][\w+/]{2}(?:IBA[A-D]|[A-Z]BOBgkq|BXBgkq|AbBgkq)|MHcCAQEE|MC4CAQAw|MI(?:GHAgEA|GkAgEB|G2AgEA|HuAgEA|HcAgEB)|MFMCAQEw|b3BlbnNzaC1rZXktdjE)/y,
    value: /[A-Za-z0-9+/=]{40,20000}(?:(?:\\n|\r?\n)[ \t]{0,20}[A-Za-z0-9+/=]{20,200}){0,200}/y,
    check: anything,
    kind: 'private_key',
  },
  {
    anchors: ['---- begin', '--- begin'],
    lead: /---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----\r?\n(?:[\w-]{1,30}: [^\n]{0,200}\n){0,6}/y,
    value: /[A-Za-z0-9+/=\s]{40,20000}/y,
    check: anything,
    kind: 'private_key',
  },
  {
    anchors: ['wif', 'private', 'privkey', 'dumpprivkey', 'seed', 'secret'],
    lead: /(?<!checksum\/)(?:wif|priv(?:ate)? ?_?key|dumpprivkey \S{20,60}|seed|secret)["']?(?: is)?(?:[:=\n ] ?){0,2}["']?(?:0x)?(?=[5KLSc0-9a-f])/iy,
    value: /[5KLc][A-Za-z0-9]{50,51}(?!\w)|S[A-Z2-7]{55}(?!\w)|[0-9a-f]{64}(?!\w)/y,
    check: (value) => new Set(value).size > 10,
    kind: 'private_key',
  },
];
