import type { Runs } from './alphabets.ts';
import { isRandom } from './checks.ts';
import type { ListMatcher } from './lists.ts';
import type { Span } from './marks.ts';
import { isChosenWord, isLeet, isStrong, isVariant, isWorded } from './sentence-forms.ts';
import { isProse, regionOf, type SentenceValue, valuesIn } from './sentence-region.ts';
import { clauseEnd, names, takes } from './sentence-words.ts';
import { isWordSecret } from './single-word.ts';

/** What is locked, and what unlocks it. */
const locked = String.raw`(?<!\p{L})(?:archives?|archiv|zip|7z|rar|pdf|xlsx?|spreadsheet|keystore|truststore|keyring|vault|keepass|kdbx|veracrypt|container|disk|drive|stick|laptop|tablet|kiosk|phone|workstation|screen ?saver|backups?|dump|door|gate|safe|locker|lockbox|alarm|archivio|archivo|arquivo|fichier|datei|tabelle|festplatte|platte|rechner|tresor|disque|coffre|ordinateur|disco|caja|portátil|cassaforte|cofre|computer|image|partition|luks)(?!\p{L})`;
const opening = String.raw`(?<!\p{L})(?:unlock(?:s|ed|ing)?|opens?|opened|decrypts?|decrypt(?:ed|ing)|extracts?|unpacks?|unzips?|entpack\p{L}{1,4}|entsperr\p{L}{1,3}|öffne\p{L}{0,3}|entschlüssel\p{L}{1,3}|ouvr\p{L}{1,3}|déverrouill\p{L}{1,4}|déchiffr\p{L}{1,3}|décompress\p{L}{1,4}|abr(?:e|ir|es|o)|descifr\p{L}{1,3}|descomprim\p{L}{1,3}|desbloque\p{L}{1,3}|apr(?:e|ire|i|o)|sblocc\p{L}{1,3}|decifr\p{L}{1,3}|estrar\p{L}{1,3}|descompact\p{L}{1,3})(?!\p{L})`;
const verb = new RegExp(opening, 'iuy');
const thing = new RegExp(locked, 'iu');
const linked = new RegExp(
  String.raw`(?:${takes}|(?<!\p{L})(?:noch|still|noch das|encore|be|is|ist|est|es|è|é)|[,:;(]|[-–—])["'\x60“„«\s]{0,3}$`,
  'iu',
);

/** `opens with …`, in one word up to the end of its clause. */
const opensWith = /\S{2,16} (?:sich )?(?:with|mit|avec|con|com) ["'`“„«]?(?=\p{L})/iuy;
const word = /\p{L}[\p{L}\p{N}_-]{5,40}(?=["'`”“»]|[.,;!)](?:\s|$)|\s*$|\s*\n| \()/uy;
/** What opens things without being secret. */
const means =
  /^(?:finger\p{L}*|badge\p{L}*|.*card|.*karte|key\p{L}*|yubikey\p{L}*|touch\p{L}*|face\p{L}*|passkey\p{L}*|biometr\p{L}*|schlüssel|password|passwort|passphrase|adobe|acrobat|winrar|firefox|chrome|excel|libreoffice|notepad|preview|windows|linux|double|doppel\p{L}*|difficulty|warning|errors?|schraub\p{L}*|clés?|llave|chiave|chave|facilité|facilidad|gesture\p{L}*|pattern|swipe\p{L}*|voice|gesten?|muster|transponder|chip\p{L}*|schema|geste|patrón|gesto|voix|voz|voce|remote|fernbedienung|télécommande|mando|telecomando)$/iu;
/** `… is what opens the …` */
const isWhat =
  /(?:^|[\s"'`“„«])(\p{L}[\p{L}\p{N}_-]{5,40})["'`”“»]? (?:is what|is the word that|ist das, was|ist was|c['’]est ce qui|es lo que|è quello che|é o que)[\s,]{1,2}$/iu;

/** A capital word with a number may be a program with its version: `Excel2019`. */
const isOpener = (value: string, values: readonly SentenceValue[]): boolean =>
  isStrong(value) ||
  isLeet(value) ||
  (isWorded(value) &&
    (/^\p{Ll}|_/u.test(value) ||
      values.some((other) => isVariant(other.value, value) && isWorded(other.value))));

/** What opens a file, device or door, in sentences with the verb for it. */
export const opened: ListMatcher = ({ text }: Runs, at) => {
  verb.lastIndex = at;
  if (!verb.test(text)) return { spans: [], next: at };
  const end = verb.lastIndex;
  const { from, to } = regionOf(text, at);
  const region = text.slice(from, to);
  if (!thing.test(region) || !isProse(text, from, to)) return { spans: [], next: end };
  const spans: Span[] = [];
  const add = (start: number, stop: number): void => {
    spans.push({ start, end: stop, kind: 'secret_field' });
  };
  const values = valuesIn(text, from, to);
  for (const { value, start, end: stop, before } of values)
    if (isOpener(value, values) && linked.test(before) && !names.test(before) && !thingBefore.test(before))
      add(start, stop);
  opensWith.lastIndex = at;
  if (opensWith.test(text)) {
    word.lastIndex = opensWith.lastIndex;
    const value = word.exec(text)?.[0];
    if (value !== undefined && isWordSecret(value) && !means.test(value))
      add(word.lastIndex - value.length, word.lastIndex);
  }
  const ahead = text.slice(Math.max(from, at - 80), at);
  const first = isWhat.exec(ahead)?.[1];
  if (first !== undefined && isWordSecret(first) && !means.test(first)) {
    const start = at - ahead.length + ahead.lastIndexOf(first);
    add(start, start + first.length);
  }
  return { spans, next: end };
};

/** Whether the words in front of a value say that it is the thing itself: `the archive …`. */
const thingBefore = new RegExp(String.raw`${locked} ["'\x60“„«]?$`, 'iu');

const typed =
  /(?:enter|type|dial|press|punch in|key in|disarm(?:ed)? (?:it )?with|answer|tippe?|tippen|drücke?|drücken|wähle?|gib|eingeben|tape[zr]?|composez?|saisi(?:s|ssez)|marca[rd]?|teclea|pulsa|introduce|digit[aeo]r?|digite|premi|componi|inserisci|aperte|disca)(?!\p{L})(?: (?:in|the|code|den|le|el|il|o|pin))?:? ["'`“„«]?(?=[0-9*#])/iuy;
const figures = /[0-9*#]{4,9}(?![\w.,%-]*[0-9])|[0-9](?:\*[0-9]{1,3}){2,4}/y;
/** What has keys to type a code on. */
const keys =
  /(?<!\p{L})(?:keypad|key pad|alarm|door|gate|safe|pair(?:s|ing)?|bluetooth|star key|hash key|pound key|key sign|on the host|locker|padlock|tür|tor|tresor|raute|rautetaste|sternchen|stern|tastenfeld|alarmanlage|kopp(?:eln|lung)|alarme|porte|portail|dièse|étoile|clavier|digicode|coffre|alarma|puerta|portal|teclado|almohadilla|asterisco|caja|allarme|porta|cancello|tastier[ai]|cancelletto|tasto|cassaforte|alarme|portão|cerquilha|cofre)(?!\p{L})/iu;

/** Numbers that are typed on the keys of a door, an alarm or a device. */
export const keyed: ListMatcher = ({ text }: Runs, at) => {
  typed.lastIndex = at;
  if (!typed.test(text)) return { spans: [], next: at };
  const start = typed.lastIndex;
  figures.lastIndex = start;
  const value = figures.exec(text)?.[0];
  const next = start;
  if (
    value === undefined ||
    (/^(?:19|20)[0-9]{2}$/.test(value) === true &&
      !/[*#]/.test(text.slice(at, at + 60)) &&
      !keys.test(text.slice(start, start + 60)))
  )
    return { spans: [], next };
  const { from, to } = regionOf(text, at);
  const after = text.slice(start + value.length, start + value.length + 40);
  const goesOn =
    clauseEnd.test(after) ||
    / (?:and|und|puis|et|y|e|then|dann|on|at|am|an der|sur|en|su|no|na|to|into|when|before|wenn|as)(?!\p{L})/u.test(
      after.slice(0, 9),
    );
  return goesOn && keys.test(text.slice(from, to)) && isProse(text, from, to)
    ? { spans: [{ start, end: start + value.length, kind: 'secret_field' }], next: start + value.length }
    : { spans: [], next };
};

export const openedBegins =
  'unlock,open,decrypt,extract,unpack,unzip,entpack,entsperr,öffne,entschl,ouvr,déverr,déchiff,décomp,abre,abri,desci,descom,desbl,apre,apri,sblocc,decif,estra'.split(
    ',',
  );
export const keyedBegins =
  'enter,type,dial,press,punch in,key in,disarm,answer,tippe,drück,wähl,gib ,eingeb,tape,compose,saisi,marca,teclea,pulsa,introduce,digit,premi,componi,inseris,aperte,disca'.split(
    ',',
  );

/** A key alone on a line in front of the line that says what it is: `that's the sandbox key …`. */
const saysAbove =
  /(?:that['’]?s|that is|this is|it['’]?s|c['’]est|das ist|es[ao] es|essa é|quest[ao] è) (?:(?:the|my|our|your|le|la|l['’]|der|das|die|dein|mein|el|a|o|il) ?)?(?:[\p{L}-]{1,14} ){0,2}?(?:key|token|secret|password|passwort|kennwort|(?:api-?)?schlüssel|clé|jeton|mot de passe|clave|contraseña|chave|senha|chiave)(?!\p{L})/iuy;
const lineAbove = /(?:^|\n)[ \t>]{0,8}["'`]?([^\s"'`<>()]{6,200})["'`]?[ \t]{0,8}\r?\n{1,2}[ \t>]{0,8}$/;

export const above: ListMatcher = ({ text }: Runs, at) => {
  saysAbove.lastIndex = at;
  if (text[at - 1] !== '\n' || !saysAbove.test(text)) return { spans: [], next: at };
  const ahead = text.slice(Math.max(0, at - 240), at);
  const value = lineAbove.exec(ahead)?.[1];
  if (value === undefined || !(isRandom(value) || isChosenWord(value))) return { spans: [], next: at };
  const start = at - ahead.length + ahead.lastIndexOf(value);
  return { spans: [{ start, end: start + value.length, kind: 'secret_field' }], next: at + 3 };
};
export const aboveBegins =
  "that's,that’s,that is,this is,it's ,c'est,c’est,das ist,esa es,ese es,essa é".split(',');
