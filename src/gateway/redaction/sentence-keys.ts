import type { Runs } from './alphabets.ts';
import { isRandom } from './checks.ts';
import type { ListMatcher } from './lists.ts';
import { isProse, regionOf, valuesIn } from './sentence-region.ts';

/** Words for a key or token of a service, none of which names one that everybody may see. */
const key =
  /(?<![\p{L}\p{N}_-])(?:(?:api|access|secret|bearer|auth|deploy|license|licen[cs]e|service|bot|webhook|signing|encryption|stream|write|read|map|maps|rest)[ -](?:keys?|tokens?|secrets?)|api-?schlüssel|(?:zugriffs|zugangs|geheim)(?:schlüssel|token)|schlüssel|clés?(?= (?:d[eu' ’]|secrète|api|pour))|jetons?|clave (?:de|del|secreta|api|para)|chave (?:de|da|do|secreta|api|para)|chiave(?= (?:d|segreta|api|per))|token (?:for|für|pour|para|per|de|of|from|is|ist|est|es|è)|the (?:key|token)|(?:my|our|your|this) (?:key|token))(?![\p{L}\p{N}_-])/iu;
/** What random characters are called that are no secret. */
const open =
  /(?<![\p{L}\p{N}_])(?:public|publi[ck]\p{L}*|öffentlich\p{L}*|pública|pubblica|publishable|commits?|sha-?(?:1|256|384|512)?|md5|hash(?:es|ed)?|digests?|checksums?|prüfsumme|somme de contrôle|fingerprints?|fingerabdruck|empreinte|uuid|guid|etag|revision|build|cache|primary|foreign|partition|ids?|kennung|identifi\p{L}*|object|s3:|bucket|path|file\p{L}*|datei\p{L}*|fichiers?|archivos?|ssh-(?:rsa|ed25519)|idempotency|trace|request|span|session id)(?![\p{L}\p{N}_])/iu;
const long = /[\w+/~.-]{16}/;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Random characters in a sentence that speaks of a key, and of nothing else that looks like them. */
export const toldKeys: ListMatcher = ({ text }: Runs, at) => {
  const { from, to } = regionOf(text, at);
  const region = text.slice(from, to);
  // Most sentences about keys tell none.
  if (!long.test(region)) return { spans: [], next: Math.max(to, at + 1) };
  const next = to > at ? Math.min(to, at + 60) : at + 1;
  if (!key.test(region) || open.test(region) || !isProse(text, from, to)) return { spans: [], next };
  const values = valuesIn(text, from, to).filter(
    ({ value, before }) =>
      isRandom(value) && !uuid.test(value) && /^[\w+/~.-]+={0,2}$/.test(value) && !/[/@=:#-]$/.test(before),
  );
  if (values.length > 2) return { spans: [], next };
  return { spans: values.map(({ start, end }) => ({ start, end, kind: 'secret_field' })), next };
};

export const toldKeyBegins =
  'api key,api-key,api token,api-token,access key,access token,secret key,bearer token,auth token,auth key,deploy key,deploy token,license key,licence key,service token,service key,bot token,webhook secret,signing key,signing secret,encryption key,stream key,write key,read key,map key,maps key,rest key,schlüssel,clé ,clés ,jeton,clave ,chave ,chiave ,token for,token für,token pour,token para,token per,token de,token of,token from,token is,token ist,token est,token es,token è,the key,the token,my key,my token,our key,our token,your key,your token,this key,this token'.split(
    ',',
  );
