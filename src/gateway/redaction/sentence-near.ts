import type { Runs } from './alphabets.ts';
import type { ListMatcher } from './lists.ts';
import { isLeet, isSigned, isStrong, isWorded } from './sentence-forms.ts';
import { isProse, regionOf, valuesIn } from './sentence-region.ts';
import { names } from './sentence-words.ts';

/** Words of secrets themselves. */
const secret =
  /(?<!\p{L})(?:pass\p{L}{0,10}|pw|pwd|pin|secret|kennwort|\p{L}{2,20}(?:passwort|kennwort)|mot de passe|mdp|contraseña|clave|senha|chiave|group key|psk)(?!\p{L})/iu;
/** Words of what is entered with one. */
const entry =
  /(?<!\p{L})(?:log-?ins?|log(?:ged|s)? (?:in|on|you in|me in)|sign in|let (?:me|us|you) in|s?ftp|ssh|vpn|wi-?fi|wlan|hotspot|sudo|root|admin\p{L}{0,10}|router|account|konto|zugang\p{L}{0,6}|anmeld\p{L}{0,6}|compte|identifiant\p{L}?|se connecter|cuenta|entrar|acceso|conta|acesso|accesso|accedere|utente|new one|old one|right one|la nueva|la buena|das neue|le nouveau|le bon|quella giusta|a nova)(?!\p{L})/iu;
const isAny = /[A-Za-z\x80-\uffff](?:[!$%&*?~#_-][A-Za-z0-9\x80-\uffff]|[0-9][A-Za-z])/;
const underscored = /^\p{Lu}\p{Ll}{3,}_[0-9]{1,4}[!?]?$/u;
/** A number of an issue, a parameter. */
const isReference = /^[\w.-]+#[0-9]+$|=/;

/** Values that no word of a sentence looks like, near the word for a secret or for what it opens. */
export const near: ListMatcher = ({ text }: Runs, at) => {
  const { from, to } = regionOf(text, at);
  const next = to > at ? to : at + 1;
  if (!isProse(text, from, to)) return { spans: [], next };
  const region = text.slice(from, to);
  if (!isAny.test(region)) return { spans: [], next };
  const isSecret = secret.test(region);
  if (!isSecret && !entry.test(region)) return { spans: [], next };
  const values = valuesIn(text, from, to).filter(
    ({ value, before }) =>
      (isSigned(value) ||
        (isLeet(value) && /[-_.]/.test(value)) ||
        (underscored.test(value) && isWorded(value)) ||
        ((isSecret || /["'`“„«]$/.test(before)) && isStrong(value))) &&
      !isReference.test(value) &&
      !names.test(before),
  );
  if (values.length > 4) return { spans: [], next };
  return { spans: values.map(({ start, end }) => ({ start, end, kind: 'secret_field' })), next };
};

export const nearBegins =
  'pass,pw ,pwd,pin ,pin:,secret,kennwort,passwort,mot de passe,mdp,contrase,clave,senha,chiave,group key,psk,login,logins,log in,logged in,sign in,let me in,let us in,ftp,sftp,ssh,vpn,wifi,wi-fi,wlan,hotspot,sudo,admin,konto,zugang,anmeld,identifiant,se connecter,entrar,acceso,acesso,accesso,accedere,new one,old one,right one,la nueva,la buena,das neue,le nouveau,quella giusta'.split(
    ',',
  );
