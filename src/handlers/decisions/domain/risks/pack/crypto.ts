import type { Rule } from './rule.ts';

/** Weak or hand-made cryptography. */
export const cryptoRules: readonly Rule[] = [
  {
    id: 'risk_handmade_crypto',
    area: 'crypto',
    severity: 'high',
    title: 'Hand-made cryptography',
    when: ['homemade+ cryptotopic+'],
    unless: ['homemade-'],
    antipattern: 'ap_handwritten_crypto',
    recommendation: 'Use a well-kept library such as libsodium or jose',
    source: 'https://cheatsheetseries.owasp.org/cheatsheets/Cryptographic_Storage_Cheat_Sheet.html',
  },
  {
    id: 'risk_weak_cipher',
    area: 'crypto',
    severity: 'high',
    title: 'Weak cipher, mode or protocol',
    when: ['weakcipher+', 'oldtls+', 'fixediv+', 'weakhash+'],
    unless: ['weakcipher-', 'weakhash-', 'oldtls-', 'fixediv-', 'nonsecurity'],
    recommendation:
      'Use an authenticated mode such as AES-GCM, TLS 1.2 or newer, and a fresh nonce each time',
    source: 'https://csrc.nist.gov/pubs/sp/800/131/a/r2/final',
  },
  {
    id: 'risk_weak_password_hash',
    area: 'crypto',
    severity: 'high',
    title: 'Passwords hashed weakly, or not at all',
    when: [
      'credential weakhash+',
      'credential fasthash+',
      'credential hashing-',
      'credential encryption+ hashing~',
    ],
    unless: ['weakhash-', 'fasthash-', 'nonsecurity'],
    recommendation: 'Hash passwords with Argon2id, scrypt or bcrypt and a salt for each',
    source: 'https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html',
  },
  {
    id: 'risk_weak_random',
    area: 'crypto',
    severity: 'high',
    title: 'Predictable random values for a secret',
    when: ['weakrandom+ credential'],
    unless: ['weakrandom-', 'nonsecurity'],
    recommendation: 'Draw tokens and keys from the cryptographic generator of the platform',
    source: 'https://cwe.mitre.org/data/definitions/338.html',
  },
  {
    id: 'risk_certificates_unchecked',
    area: 'crypto',
    severity: 'high',
    title: 'Certificates or signatures not verified',
    when: ['certificates-'],
    unless: ['certificates+', 'lowstakes+ !production'],
    recommendation: 'Verify certificates and signatures; add your own authority to the trust store instead',
    source: 'https://cwe.mitre.org/data/definitions/295.html',
  },
];
