import type { Runs } from './alphabets.ts';
import type { ListMatcher } from './lists.ts';
import { isChosenWord, isVariant } from './sentence-forms.ts';
import { hasDigit, isProse, regionOf, type SentenceValue, valuesIn } from './sentence-region.ts';
import { names } from './sentence-words.ts';

/** How somebody spells a secret, and what it must contain then. */
const clues: readonly [
  clue: RegExp,
  holds: (value: string, clue: RegExpExecArray) => boolean,
  /** Whether this is said of secrets alone. */
  alone: boolean,
][] = [
  [
    /(?<!\p{L})(?:capital|upper-?case|caps|gro(?:ß|ss)(?:em|es|er|en|geschrieben|buchstaben?)?|majuscules?|may[úu]sculas?|mai[úu]scul[ao]s?|maiuscol[aoe])(?:[ -](?:the |an? )?["'`]?(\p{L})(?!\p{L})|(?!\p{L}))/iu,
    (value, [, letter]) => (letter ? value.includes(letter.toUpperCase()) : /\p{Lu}/u.test(value)),
    true,
  ],
  [
    /(?<!\p{L})(?:lower-?case|small|klein(?:em|es|er|en|geschrieben|buchstaben?)?|minuscules?|min[úu]sculas?|minuscol[aoe])(?!\p{L})/iu,
    (value) => /\p{Ll}/u.test(value),
    false,
  ],
  [/(?<!\p{L})(?:zero|null|zéro|cero)(?!\p{L})/iu, (value) => /\p{L}0|0\p{L}/u.test(value), true],
  [
    /(?<!\p{L})(?:(?:double|doppel|doppeltem|doppelt|two|zwei|deux|dos|dois|duas|doble|doppia|dobro|due)[ -]["'`]?(\p{L})(?:['’]?s)?)(?!\p{L})/iu,
    (value, clue) => value.toLowerCase().includes((clue[1] ?? ' ').toLowerCase().repeat(2)),
    true,
  ],
  [
    /exclamation|ausrufezeichen|exclamación|exclamação|esclamativo|signo de admiración/iu,
    (value) => value.includes('!'),
    true,
  ],
  [
    /(?<!\p{L})(?:hash|pound sign|hashtag|raute|dièse|almohadilla|cancelletto|cerquilha|jogo da velha)(?!\p{L})/iu,
    (value) => value.includes('#'),
    true,
  ],
  [/(?<!\p{L})(?:dollar|dólar|dollaro|cifrão)(?!\p{L})/iu, (value) => value.includes('$'), true],
  [
    /(?<!\p{L})(?:asterisk|star|sternchen|étoile|astérisque|asterisco)(?!\p{L})/iu,
    (value) => value.includes('*'),
    true,
  ],
  [
    /(?<!\p{L})(?:underscore|unterstrich|tiret bas|gui[oó]n bajo|trattino basso|sublinhado|underline)(?!\p{L})/iu,
    (value) => value.includes('_'),
    false,
  ],
  [
    /(?<!\p{L})(?:hyphen|dash|bindestrich|trait d['’]union|tiret|guion|guión|hífen|trattino|tracinho)(?!\p{L})/iu,
    (value) => value.includes('-'),
    false,
  ],
];

/** What says that something was mistyped or has changed, rather than how it is spelled. */
const corrects =
  /(?<!\p{L})(?:typo|mistyped?|mis-?spell?(?:ed|t)|sorry|oops|argh|ugh|meant|correction|nope|wrong|not|missing|missed|forgot|instead of|rather than|used to|vertippt|tippfehler|verschrieben|sondern|statt|nicht|fehlt|vergessen|korrektur|quatsch|oublié|plutôt|pas|manque|faute|pardon|erreur|sino|perd[óo]n|falta|faltaba|equivoqu[ée]|equivocad[ao]|en vez de|em vez de|desculpa|errei|faltou|faltava|na verdade|scusa|manca|mancava|invece|sbagliat[ao]|errore|bensì|anzi)(?!\p{L})/iu;
const things =
  /(?<!\p{L})(?:branch|class|file|function|variable|method|column|ticket|issue|commit|version|release|image|tag|package|hostname|username|server|servers|host|hosts|component|database|field|zweig|klasse|datei|funktion|benutzername|branche|classe|fichier|fonction|rama|clase|archivo|función|ramo|arquivo|função|ramo|file|funzione)(?!\p{L})/iu;

/** What is opened with a secret. */
const ofSecrets =
  /(?<!\p{L})(?:log-?in|ftp|sftp|ssh|vpn|wi-?fi|wlan|nas|admin|router|pass\p{L}{0,6}|pw|pwd|sudo|root|kennwort|zugang\p{L}{0,6}|anmeld\p{L}{0,6}|konto|mot de passe|mdp|identifiant|compte|contraseña|clave|cuenta|senha|conta|account|utente|unlock|locked out|prompt|portal|panel|printer|vault|zip|keepass)(?!\p{L})/iu;

/** Whether two values differ in their number alone, as rooms and chapters do. */
const isCounted = (one: string, other: string): boolean =>
  one.replace(/[0-9-]/g, '') === other.replace(/[0-9-]/g, '') &&
  one.replaceAll('-', '').length === other.replaceAll('-', '').length;

const fits = ({ value, before }: SentenceValue): boolean => isChosenWord(value) && !names.test(before);

/** A chosen word whose spelling is explained, and a mistyped one beside the right one. */
export const spelled: ListMatcher = ({ text }: Runs, at) => {
  const { from, to } = regionOf(text, at);
  const next = to > at ? to : at + 1;
  if (!hasDigit(text, from, to) || !isProse(text, from, to)) return { spans: [], next };
  const region = text.slice(from, to);
  if (things.test(region)) return { spans: [], next };
  const values = valuesIn(text, from, to).filter(fits);
  if (values.length === 0 || values.length > 6) return { spans: [], next };
  const holds = clues.flatMap(([clue, test, alone]) => {
    const found = clue.exec(region);
    return found ? [{ alone, test: (value: string) => test(value, found) }] : [];
  });
  const corrected = holds.length > 0 || corrects.test(region);
  const isSecret = ofSecrets.test(region);
  const chosen = values.filter(
    ({ value }) =>
      holds.some(({ alone, test }) => (alone || isSecret) && test(value)) ||
      (corrected &&
        values.some(
          (other) => isVariant(other.value, value) && (isSecret || !isCounted(other.value, value)),
        )),
  );
  const spans = values
    .filter((one) => chosen.some(({ value }) => value === one.value || isVariant(value, one.value)))
    .map(({ start, end }) => ({ start, end, kind: 'secret_field' }));
  return { spans, next };
};

export const spelledBegins =
  'capital,uppercase,upper case,upper-case,lowercase,lower case,großes,großem,großbuch,großgesch,groß,grossem,kleinem,kleingesch,kleinbuch,majuscule,minuscule,mayúscula,mayuscula,minúscula,maiúscula,maiuscola,minuscola,zero,keine null,eine null,mit null,zéro,double ,doppel,two ,zwei ,deux ,doble,doppia,due ,dois ,exclamation,ausrufe,exclamación,esclamativo,pound sign,hash ,hash,raute,dièse,almohadilla,cancelletto,cerquilha,dollar,sternchen,asterisk,underscore,unterstrich,hyphen,bindestrich,trattino,tiret,guion,guión,hífen,typo,mistype,misspel,sorry,oops,argh,meant,correction,nope,instead of,vertippt,tippfehler,verschrieben,sondern,statt,oublié,plutôt,pardon,sino ,perdón,perdon,desculpa,scusa,manca ,manca,invece,sbagliat,anzi,not ,nicht ,pas ,no era,non era,não era,no es ,non è,não é'.split(
    ',',
  );
