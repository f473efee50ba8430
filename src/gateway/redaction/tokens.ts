import {
  type Alphabet,
  alnum,
  base64,
  base64url,
  dotted,
  hex,
  inUrl,
  lowerHex,
  upperDigits,
  word,
} from './alphabets.ts';
import { moreRows } from './token-more.ts';
import { any, otherRows, type Row } from './token-rows.ts';

/** A secret with a known prefix. */
export type TokenRule = {
  kind: string;
  /** Three characters or more. */
  prefix: string;
  /** The alphabet and length of the rest. */
  rest: Alphabet;
  min: number;
  max: number;
  /** The rest must look random, because the prefix also begins ordinary words. */
  random: boolean;
};

/** From the documentation of each service and public lists of token formats. Longer prefixes come first. */
const rows: Row[] = [
  // Keys in PEM armor, encoded once more: plain, RSA, EC, OpenSSH, encrypted, DSA, PGP.
  [
    'private_key',
    ['BQUklW', 'BSU0Eg', 'BFQyBQ', 'BPUEVO', 'BFTkNS', 'BEU0Eg', 'BQR1Ag']
      .map((kind) => `LS0tLS1CRUdJTi${kind}`)
      .join(' '),
    base64,
    60,
    100_000,
  ],
  ['dewey_key', 'dewey_', base64url, 43, 43],
  ['anthropic_key', 'sk-ant-', base64url, 16],
  ['openai_key', 'sk-proj- sk-svcacct- sk-admin- sk-or-v1- sk-lf-', base64url, 20],
  ['openai_key', 'sk-', base64url, 20, any, 'random'],
  ['github_token', 'ghp_ gho_ ghu_ ghs_ ghr_', alnum, 30],
  ['github_token', 'github_pat_', word, 30],
  [
    'gitlab_token',
    'glpat- gldt- glrt- glcbt- glptt- glft- glffct- glimt- glagent- glsoat- gloas-',
    dotted,
    20,
  ],
  ['gitlab_token', 'GR1348941', base64url, 20],
  ['aws_key', 'AKIA ASIA ABIA ACCA', upperDigits, 16, 16],
  ['aws_key', 'ABSK', base64, 100],
  ['google_key', 'AIza', base64url, 35],
  ['google_token', 'ya29.', base64url, 20],
  ['google_token', '1//0', base64url, 40],
  ['google_secret', 'GOCSPX-', base64url, 20],
  ['slack_token', 'xoxe.xoxp- xoxe.xoxb- xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs-', inUrl, 10],
  ['slack_token', 'xapp-', base64url, 20, any, 'random'],
  ['stripe_key', 'sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_', alnum, 16],
  ['webhook_secret', 'whsec_', base64, 20],
  ['npm_token', 'npm_', alnum, 36, 36],
  ['azure_sas', 'sig=', inUrl, 43, 70, 'random'],
  ['pypi_token', 'pypi-', base64url, 60],
  ['huggingface_token', 'hf_ api_org_', alnum, 30],
  ['sendgrid_key', 'SG.', dotted, 60, 80],
  ['digitalocean_token', 'dop_v1_ doo_v1_ dor_v1_', lowerHex, 64, 64],
  ['shopify_token', 'shpat_ shpca_ shppa_ shpss_', hex, 32, 32],
  ['mailgun_key', 'key- pubkey-', lowerHex, 32, 32],
  ['square_token', 'sq0atp- sq0csp- sq0idp-', base64url, 22],
  ['square_token', 'EAAA', base64url, 56, 64, 'random'],
  ['facebook_token', 'EAAC EAAM EAAG EAAB EAAD', alnum, 60, any, 'random'],
  ['grafana_token', 'glsa_', word, 41, 41],
  ['grafana_token', 'glc_', base64, 32],
  ['grafana_token', 'eyJrIjoi', base64, 60],
  ['vault_token', 'hvs. hvb. hvr.', base64url, 24],
  ['databricks_token', 'dapi', lowerHex, 32, 32],
  ['linear_key', 'lin_api_ lin_oauth_', alnum, 32],
  ['notion_token', 'ntn_ secret_', alnum, 40, 50, 'random'],
  ['figma_token', 'figd_ figu_ figo_', base64url, 36],
];

/** A prefix that no word begins with: what follows it is a token, whatever its exact length and alphabet. */
const isDistinct = (prefix: string): boolean =>
  prefix.length >= 4 &&
  '_-.'.includes(prefix.at(-1) ?? '') &&
  !/^(?:key|api|sdk|pat|sat|live|test|secret|ico|API)[-_.]/.test(prefix);

const looser = ({ kind, prefix, rest, min, max }: TokenRule): TokenRule[] =>
  isDistinct(prefix) && (min > 20 || max !== any || rest !== base64url)
    ? [
        {
          kind,
          prefix,
          rest: rest === dotted || rest === inUrl ? rest : base64url,
          min: Math.min(min, 20),
          max: any,
          random: true,
        },
      ]
    : [];

const exact: readonly TokenRule[] = [...rows, ...otherRows, ...moreRows].flatMap(
  ([kind, prefixes, rest, min, max = any, random]) =>
    prefixes.split(' ').map((prefix) => ({ kind, prefix, rest, min, max, random: random !== undefined })),
);

export const tokenRules: readonly TokenRule[] = [...exact, ...exact.flatMap(looser)];
