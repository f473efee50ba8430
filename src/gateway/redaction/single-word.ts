import { isGiven, isRandom, isSaid, isTold } from './checks.ts';
import { markBegin } from './marks.ts';
import { isTechnical } from './phrases.ts';
import { isExample, isPlaceholder } from './values.ts';
import { inNames, partNames, standing, trustIn } from './words.ts';

/** What is said of a password, or in place of one, in several languages; words with a usual ending are not listed. */
const predicates = new Set(
  // English
  (
    'access alphanumeric anyways apologies cheers confirm connect danke decrypt encrypt english french geschichte german goodbye gracias grazie hello hexadecimal letters lowercase merci nonsense numbers numeric obrigado pflicht pronta pronto protect sorry spanish thank thanks unicode unlock uppercase whitespace absent across actually afterwards again already although always another anybody anymore anyone anything anywhere around because before behind being below between beyond bitwarden blank broken case-sensitive certainly cleartext common complex compulsory contact continue correct crucial currently default depends different easily either encoded encrypted enough essential exactly expire expires external failed finally forbidden forever forgot forgotten fresh global guessable guest hashed herein hidden important impossible inactive incorrect indeed inside instead internal invalid itself keychain keyring later length literally longer mandatory mayb maybe minimum missing mostly myself necessary needed neither nobody normal nothing nowhere obsolete obvious obviously often okay optional ordinary otherwise outdated outside overall password perfect perhaps personal plaintext please possibly potentially present pretty previous printed probably random rather ready really recent remember rotated safely secret secure security sensible sensitive several shared shortly should similar simple simply somebody somehow someone something sometimes somewhere stale standard static stored strong stronger stuff subject sufficient supposed surely temporary terrible themselves there therefore thing today together tomorrow tonight totally trivial truncated truly twice typically unclear unknown unlike unlocked unsafe unset until unusual urgent useless usually vague variable various visible weaker weird welcome whatever whenever where wherever whether which whichever within without wrong wrongly yesterday yourself correctly ' +
    // German
    'siehe abgelaufen allein anders bekannt bereits bisher dasselbe derselbe diese dieses eigentlich einfach einmal erforderlich falsch geheim genau gesperrt gestern gleich hinterlegt identisch immer irgendwo irgendwas korrekt leider letzte manchmal mindestens morgen nirgends nirgendwo notwendig nur richtig schlecht schwach selbst sicher sofort sonst stark stimmt streng unbekannt unsicher unter vielleicht vergeben vertraulich vorhanden weiterhin wieder zurzeit zwingend ' +
    // French
    'voir ailleurs ainsi alors ancien ancienne apparemment aussi autre avant bientôt bonne celui certain chaque chiffre comme demain depuis dessous différent différente encore ensuite erroné facile faible fausse identique identiques incorrect incorrecte inconnu inconnue inutile invalide jamais maintenant manquant mauvais mauvaise meilleur même nouveau nouvelle périmé perdu perdue peut-être plusieurs pourtant quelque quelquefois requis requise sensible seulement simple souvent suivant suivante toujours unique valide visible vraiment ' +
    // Spanish and Portuguese
    'véase vease ahora ainda algo alguna alguma anterior antigua antiguo apenas aquella aquí aqui correcta correcto correta correto débil demasiado depois después diferente difícil distinta distinto errada errado errónea erróneo escrita escrito esencial essencial fácil fraca fraco fuerte importante incorrecta incorrecto incorreta incorreto inválida inválido invisible misma mismo nuestra nuestro nueva nuevo nunca obligatoria otra outra propia pública público segura seguro sempre siempre también también todavía válida válido vacía vazia vieja viejo visível vuestra ' +
    // Italian and Dutch
    'vedi adesso altra ancora anche corretta corretto debole diversa errata errato falsa giusta giusto gratis ieri mancante meglio neanche nessuna nuova nuovo oggi qualcosa quella questa scaduta scaduto sbagliata sbagliato semplice sempre sicura sicuro solita stessa stesso troppo uguale vecchia vecchio visibile vuota daarom hetzelfde iets juist ongeldig onjuist onveilig simpel steeds verkeerd verlopen verplicht vergeten zwak'
  ).split(' '),
);

/** Endings that tell how a thing is, or what happens to it. */
/** How words end that tell how a thing is. */
export const saidEnding =
  /(?:ed|ing|able|ible|ably|ibly|tion|sion|ment|ments|ness|ally|ity|less|ful|ly|[^l]ive|ical|ence|ance|ous|ant|ent|ary|ory|iert|igt|lich|haft|isch|bar|los|ungen|ung|heit|keit|iges|iger|é|ée|és|ées|oire|ables?|ibles?|ique|eux|euse|aire|ements?|ado|ada|ados|adas|ido|ida|idos|idas|[tg]ori[oa]|[tg]óri[oa]|ável|ível|ción|ção|mente|ato|ata|uto|uta|ibile|abile|zione|elijk|ig)$/u;
/** A German or Dutch participle. */
const done = /^(?:ge|ver|be|ent|er|aus|auf|ab|ein|zu|zurück|um|neu|weg|hin)\p{Ll}{2,14}(?:t|en|d)$/u;

const shape = /^\p{L}{5,24}[0-9]{0,4}[!?.]?$/u;
const small = /^\p{L}/u;

/** A part of a passphrase: no word of a sentence, and none that names a part of a program. */
export const isPart = (word: string): boolean =>
  word.length >= 4 &&
  !predicates.has(word) &&
  !partNames.has(word) &&
  !standing.has(word) &&
  !inNames.test(word);

/** Whether a single word, or a few joined ones, can be a secret where its place says so. */
export function isWordSecret(value: string): boolean {
  if (value.length < 6 || value.length > 80 || isPlaceholder(value) || isExample(value)) return false;
  if (value.includes(markBegin) || isTechnical(value)) return false;
  if (trustIn(value) === 'sure' || trustIn(value) === 'fair') return true;
  if (/^[a-z]{4,12}(?:-[a-z]{4,12}){3,9}$/.test(value))
    return value.split('-').filter((word) => !isPart(word)).length < 2;
  if (!shape.test(value)) return false;
  // A name in code: `getPassword`.
  if (/\p{Ll}\p{Lu}/u.test(value)) return false;
  const word = value.toLowerCase().replace(/(?<![0-9!?.])[0-9!?.]+$/, '');
  if (!isPart(word)) return false;
  return (
    word !== value.toLowerCase() || !(saidEnding.test(word) || done.test(word)) || /^\p{Lu}/u.test(value)
  );
}

/** A secret of any kind, in a place where a sentence could go on instead. */
export const isAnySaid = (value: string): boolean => isTold(value) || isRandom(value) || isWordSecret(value);

/** A secret of any kind that stands alone below what announces it. */
export const isAlone = (value: string): boolean =>
  isAnySaid(value) || (isGiven(value) && value.length >= 8 && /[0-9]/.test(value) && !/[./:]/.test(value));

/** As {@link isWordSecret}, or a word in which case or digits say that it is chosen. */
export const isWordOrSaid = (value: string): boolean => isSaid(value) || isWordSecret(value);

/** Two words or more with spaces between them, in quotes or behind what announces a passphrase. */
export function isFewWords(value: string): boolean {
  if (!small.test(value)) return false;
  const words = value.toLowerCase().split(' ');
  return (
    words.length >= 2 &&
    words.length <= 12 &&
    words.every((word) => /^\p{L}{4,12}$/u.test(word) && isPart(word) && !saidEnding.test(word)) &&
    new Set(words).size === words.length
  );
}

/** Words in a form that no language has: `hedgehog-Ln`. */
export const isOddWord = (value: string): boolean =>
  value.length >= 6 && /^\p{L}+(?:[-_.!]\p{L}+)*$/u.test(value) && /\p{Ll}[-_.!]?\p{Lu}/u.test(value);
