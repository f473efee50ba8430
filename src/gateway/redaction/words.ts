/** Words that name parts of programs, services or steps of a task rather than make up a passphrase. */
export const partNames = new Set(
  (
    'access account action add admin after alert app area auth bar base block body border bottom box button card center change check class click client close code color column config confirm container content control copy core create current data date default delete detail dialog disabled display div down edit email empty enter error event example field file filter flex focus footer for form forgot from get grid group has header heading helper hidden hide hint home hover icon image index info init inline inner input invalid item json key label large layout left level limit line link list load local log login logout main manager map mask match max media menu message meta method min mode modal model module name nav new next node not null off old only open option outer page panel part pass password path placeholder plugin policy pop post prefix preview primary prompt protected public query read register remove require required reset right role root row rule save screen script search secondary secret section select server service session set setup shared show side sign signin signup size small sort source start state status step store strength string style submit success suffix sync tab table tag task template test text the theme this time title toggle token tool tooltip top type unique unit update upload url use user valid validation value variable version view visible warning web widget width with wrapper wrong your ' +
    // Placeholders, and what documentation says in place of a value.
    'and any are argument arguments array blank bool boolean bytes chars choose common correct different dummy fake false foo bar baz given generate generated goes her here insert must replace same some something strong that true undefined unset very whatever xxx none optional long random sample secure simple super temp temporary ' +
    // Where a secret is kept, and parts of infrastructure.
    'aws azure bot broker bucket build cache cert certificate certs cloud cluster cloudflare consul dashboard database deploy dev device docker domain encrypted environment external fallback frontend backend gateway gcp git github gitlab google grafana harbor host hub image ingress internal issuer jenkins job keychain keycloak kube kubernetes lambda ldap legacy letsencrypt mail managed master minio mongo mongodb monitor monitoring mysql namespace network nginx oauth oidc operator postgres postgresql primary private prod production prometheus proxy pull push queue rabbitmq redis registry release remote replica repo repository runner sealed self signed signing slack smtp sql ssh ssl staging stdin stdout storage stripe system terraform tls traefik vault volume webhook worker wildcard'
  ).split(' '),
);

/** Parts of words that name things in programs; what contains one is a name and not chosen at random. */
export const inNames =
  /pass|secret|token|cred|auth|user|admin|login|param|config|setting|string|value|vault|crypt|hash|name|example|default|provid|databas|server|client|key|environ|variab|require|manag|account|postgres|manual|generat|placehold|change|hidden|proper|option|session|sensitive/;
/** Endings of words that tell how a thing is or what happens to it. */
const ending = /(?:ed|ing|able|ible|tion|sion|ment|ness|ally|ity|less|ful|ly|[^l]ive|ical|ence|ance)s?$/;
/** Single words that stand where a password would, in any language and in the defaults of programs. */
export const standing = new Set(
  'administrator anonymous bitwarden checkbox chromium committed contrasena datetime disabled document elsewhere envelope filename firestore function identity keepasspm keyring kubernetes lastpass latitude literals mariadb metadata minioadmin modified mongoexpress mustache nextcloud nonempty nullable openldap password plaintext postgres prometheus protected rabbitmq readonly redacted scramsha selfsigned something sonarqube supplied template textarea textfield textinput undefined unknown varchar whatever wordpress yourself authelia unchanged masterkey localhost nosecret wachtwoord kennwort'.split(
    ' ',
  ),
);

const shaped = /^[A-Za-z][a-z]{2,11}(?:([-_ .])[A-Za-z]?[a-z]{3,11}(?:\1[A-Za-z]?[a-z]{3,11}){0,10})?/;
const ended = /^[-_.]?[0-9]{0,5}[!?]?$/;
const oneWord = /^[a-z]{8,24}$/;
const camel = /^[A-Z][a-z]{2,9}(?:[A-Z][a-z]{2,9}){2,5}[0-9]{1,4}[!?]?$/;

/**
 * How far words are a secret by themselves, if their place allows one: several words that name nothing in programs, or two
 * and a number, are `sure`; two words are `fair`; a single long word is `faint`.
 */
export type Trust = 'sure' | 'fair' | 'faint';

/** @returns undefined for text that is not made of plain words, or of words that name parts of programs. */
export function trustIn(value: string): Trust | undefined {
  if (value.length < 8 || value.length > 120) return undefined;
  if (oneWord.test(value))
    return standing.has(value) || partNames.has(value) || inNames.test(value) || ending.test(value)
      ? undefined
      : 'faint';
  if (camel.test(value)) return isProgram(value.split(/(?=[A-Z0-9])/)) ? undefined : 'sure';
  const [head, separator] = shaped.exec(value) ?? [];
  if (head === undefined || separator === undefined || !ended.test(value.slice(head.length)))
    return undefined;
  const words = head.split(separator);
  if (isProgram(words) || new Set(words).size < words.length - 1) return undefined;
  const hasNumber = /[0-9]{2}/.test(value.slice(head.length));
  if (separator === '.' && words.length < 3 && !hasNumber) return undefined;
  if (hasNumber || words.length > 3) return 'sure';
  return words.length === 3 && words.every((word) => word.length > 3) ? 'sure' : 'fair';
}

const isProgram = (words: readonly string[]): boolean =>
  words.some((word) => {
    const small = word.toLowerCase();
    return partNames.has(small) || inNames.test(small);
  });
