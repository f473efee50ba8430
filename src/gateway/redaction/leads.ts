import { deeplKey, goAddress, oracleUser } from './addresses.ts';
import { Anchors, Branches } from './anchors.ts';
import { spokenBefore } from './before.ts';
import { rowSecrets } from './cells.ts';
import { codeBefore, codeBeforeBegins } from './codes.ts';
import { commandMatchers } from './commands.ts';
import type { Context } from './context.ts';
import { contexts } from './contexts.ts';
import { insertedSecrets, type ListMatcher, listedSecrets } from './lists.ts';
import { sentenceLists } from './sentences.ts';
import {
  azureSecret,
  bearer,
  discord,
  dockerAuth,
  jwt,
  type Matcher,
  mailchimp,
  maxmind,
  privateKey,
  telegram,
  terraform,
  urlCredentials,
  webhook,
} from './structured.ts';
import { columnBegins, columnSecrets } from './tables.ts';
import { usualParts } from './token-more.ts';
import { type TokenRule, tokenRules } from './tokens.ts';
import { usualToken } from './usual.ts';

/** What the three characters at a place may begin. */
export type Leads = {
  /** Whether anything may begin here, by the fourth character. */
  any: Branches<true>;
  tokens: TokenRule[];
  matchers: Matcher[];
  /** Parts of names of secrets. */
  names: Branches<string>;
  cookie: boolean;
  /** What may begin, or name a column of, a table or list with several secrets. */
  lists: Branches<{ anchor: string; match: ListMatcher }>;
  /** Words with what may follow them. */
  words: Branches<{ anchor: string; contexts: readonly Context[] }>;
};

export const anchors = new Anchors<Leads>(() => ({
  any: new Branches(),
  tokens: [],
  matchers: [],
  names: new Branches(),
  cookie: false,
  lists: new Branches(),
  words: new Branches(),
}));
/** What an anchor belongs to; `whole` says that a place must begin with all of it. */
function leadsOf(anchor: string, whole = true): Leads {
  const leads = anchors.of(anchor);
  leads.any.add(whole ? anchor : anchor.slice(0, 3), true);
  return leads;
}

for (const token of tokenRules) leadsOf(token.prefix).tokens.push(token);
for (const name of [
  'pass',
  'pwd',
  'secret',
  'token',
  'key',
  'cred',
  'auth',
  'sessid',
  'sessionid',
  'signature',
  'apikey',
  'psk',
  'phrase',
  'mnemonic',
  'salt',
  'pepper',
  'session',
  'wort',
  'pw:',
  'pw=',
  'pw ',
  'pw"',
  "pw'",
  'bindpw',
  'mdp',
  'senha',
  'woord',
  'authtok',
  'contrase',
  'clave',
  'cle_',
  'haslo',
  'jelszo',
  'parola',
  'sifre',
  'heslo',
  'salasana',
  'losenord',
  'geheimnis',
  'schluessel',
])
  leadsOf(name).names.add(name, name);
leadsOf('cookie').cookie = true;
const lists: [ListMatcher, readonly string[]][] = [
  [columnSecrets, columnBegins],
  [insertedSecrets, ['insert']],
  [rowSecrets, ['<tr>', '<tr ']],
  [
    listedSecrets,
    ['cred', 'logins', 'accounts', 'zugangsdaten', 'zugänge', 'identifiants', 'passwords', 'passwörter'],
  ],
  ...sentenceLists,
];
for (const [match, begins] of lists)
  for (const anchor of begins) leadsOf(anchor).lists.add(anchor, { anchor, match });
const matchers: [Matcher, string[]][] = [
  [jwt, ['eyJ']],
  [urlCredentials, ['://']],
  [privateKey, ['---']],
  [telegram, [':AA']],
  [azureSecret, ['0Q~']],
  [terraform, ['.at']],
  [mailchimp, ['-us']],
  [maxmind, ['_mm']],
  [webhook, ['hooks', 'discord', 'webhook']],
  [bearer, ['bearer', 'ssws']],
  [dockerAuth, ['auth']],
  [usualToken, [...new Set(usualParts.map((part) => part.slice(0, 3)))]],
  [goAddress, ['@tc', '@un']],
  [oracleUser, ['@//']],
  [deeplKey, [':fx']],
  [spokenBefore, ['pass', 'pwd', 'pw ', 'pw.', 'kennwort']],
  [codeBefore, codeBeforeBegins],
  ...commandMatchers,
  // A base64 bot id begins with one of these.
  [discord, [...'MNO'].flatMap((a) => [...'DTjz'].flatMap((b) => [...'AEIMQUYcgk'].map((c) => a + b + c)))],
];
for (const [match, places] of matchers)
  for (const place of places) leadsOf(place, false).matchers.push(match);
const begun = new Map<string, Context[]>();
for (const context of contexts)
  for (const anchor of context.anchors) begun.set(anchor, [...(begun.get(anchor) ?? []), context]);
for (const [anchor, list] of begun) leadsOf(anchor).words.add(anchor, { anchor, contexts: list });
