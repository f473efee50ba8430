import { isJoinedWords, isPlainPhrase } from './loose.ts';
import type { Span } from './marks.ts';
import type { Strength } from './names.ts';
import { isPhrase } from './phrases.ts';
import { isWordSecret } from './single-word.ts';
import { isExample, isPlaceholder } from './values.ts';
import { type Trust, trustIn } from './words.ts';

/** Where a name and its value stand in a text. */
export type Place = {
  /** First character of the name, without its dashes. */
  name: number;
  nameEnd: number;
  /** First character of the value, behind its quote. */
  from: number;
  quote: string;
  tight: boolean;
  flag: boolean;
};

/** Characters examined around a line. */
const around = 300;
const longestLine = 200;

/** What may precede a name on the line of a setting. */
const before =
  /^[ \t]*(?:(?:export|set|setenv|env|arg|environment|declare -x|local|-|-e|--env|--build-arg|set -gx|set -x)[ \t=]+)?["']?(?:\$env:|-D)?$/i;
/** The settings that precede a name in a list, such as the options of a mount. */
const listed =
  /(?:^|[\s"'?(])[\w.-]{1,40}=[^\s,;&"']{0,80}[,;&] ?$|--[a-z][a-z-]{2,30}[= ]["']?$|(?:\s|^)(?:-e|sudo|env|export|&&)[ =]["']?$/;
const settingValue =
  /^["']?(?:true|false|yes|no|on|off|localhost|root|admin|[^\s"'0-9@/]*[0-9@/][^\s"']*)["']?$/i;
const code =
  /\w\(|[)}\]];|=>|[;,][ \t]*\r?$|^[ \t]*(?:function|const|let|var|return|def|import|class|if|elif|else|for|while|public|private|interface|type|func|fn|from|enum|model|properties|required|schema)\b(?![ \t]*=)/m;
/** Names of Kubernetes objects and other references to a secret. */
const reference = /exist|image|pull|tls|cert|ref|name|kube|issuer|store|path|file|provider|from|type/i;
/** An environment variable. */
const variable = /^[A-Z][A-Z0-9_]*$/;

/** A secret of plain words, which only its place distinguishes from other words: a setting, or an option of a command. */
export function plainSecret(text: string, place: Place, strength: Strength): Span | undefined {
  const { name, nameEnd, from, quote, flag } = place;
  if (strength === 'header' || !/[A-Za-z]/.test(text[from] ?? ' ')) return undefined;
  const ahead = text.slice(from, from + longestLine);
  const isOption = place.tight && text.startsWith('--', name - 2);
  const isShort =
    place.tight && (flag || isOption || variable.test(text.slice(name, nameEnd)) || hasUser(text, name));
  const value =
    quote === '' ? valueIn(ahead, flag, isShort) : ahead.slice(0, Math.max(0, ahead.indexOf(quote)));
  const argument = strength === 'password' || strength === 'phrase' ? argumentIn(text, place, ahead) : '';
  if (argument !== '') return { start: from, end: from + argument.length, kind: 'secret_field' };
  if (value.length < 8 || isPlaceholder(value) || isExample(value)) return undefined;
  const trust = trusted(value, strength, text.slice(name, nameEnd));
  if (trust === undefined || isNamed(text, from, value)) return undefined;
  const span: Span = { start: from, end: from + value.length, kind: 'secret_field' };
  if (flag) return strength === 'password' || strength === 'phrase' ? span : undefined;
  if (isOption && quote === '' && (strength === 'password' || strength === 'phrase')) return span;
  // The name of a key is often followed by the name of the file or object that holds it.
  const isKey = strength !== 'password' && strength !== 'phrase' && trust !== 'sure';
  if (!isKey && strength !== 'key' && (hasUser(text, name) || isDeclared(text, place, value))) return span;
  return isSetting(text, place, value, trust, isKey) ? span : undefined;
}

const user =
  /(?:^|[\s"'{(,;&?])(?:(?:\w{1,20}[_-])?(?:user(?:name)?|usr|login|e-?mail|account|uid)|benutzer(?:name)?|utilisateur|identifiant|usuario|gebruiker|utente|ssid|name(?==))["']?[ \t]{0,8}(?:[:=]>?|=>)[ \t]{0,8}["'\x60]?(?!string\b|text\b|true\b|email\b|username\b|user\b)[\w.@+-]{2,60}["'\x60]?[\s,;&]{1,20}(?:[-*] )?["'*]{0,2}$/i;

/** Whether the user that a password belongs to stands right in front of its name. */
export const hasUser = (text: string, name: number): boolean =>
  user.test(text.slice(Math.max(0, name - 140), name));

/** The variables and options that a command is given in one argument: `-e "…_pass=…"`, `-o username=…,password=…`. */
const given =
  /(?:\s|^)(?:-e|-o|--extra-vars|--set(?:-string)?)[ =]["']?(?:[\w.-]{1,40}=[^\s"']{1,80}[ ,]){0,8}$/;

/**
 * A word that can only be a password, however plain: a literal beside the literal name of its user, or the value of a
 * variable that a command is given. Empty when there is none.
 */
function argumentIn(text: string, { name, quote, tight }: Place, ahead: string): string {
  if (!tight) return '';
  const value = /^[A-Za-z][\w.!?-]{5,80}(?=[\s"',;]|$)/.exec(ahead)?.[0] ?? '';
  if (value === '' || isPlaceholder(value) || isExample(value)) return '';
  if (quote !== '')
    return ahead[value.length] === quote && isWordSecret(value) && hasUser(text, name) ? value : '';
  const before = text.slice(Math.max(0, name - 200), name);
  const isGiven = given.test(before.slice(before.lastIndexOf('\n') + 1));
  return isGiven && (isWordSecret(value) || /[0-9]/.test(value)) ? value : '';
}

const declares =
  /^[ \t]{0,40}(?:#define |(?:(?:export|public|private|protected|internal|static|final|readonly|const|constexpr|let|var|val|my|our|local|string|String|char|auto|std::string)[ \t]{1,4}){1,5}(?:\*[ \t]?)?\$?|\$(?:env:|this->)?|self\.|this\.)$/;

/** Whether a line does nothing but give a name its value: a constant, a variable, a macro. */
function isDeclared(text: string, { name, nameEnd, from, quote }: Place, value: string): boolean {
  if (!/^["']$/.test(quote) || nameEnd - name < 4) return false;
  const line = text.lastIndexOf('\n', name - 1) + 1;
  if (name - line > 100 || !declares.test(text.slice(line, name))) return false;
  return /^["'][;,]?[ \t]*(?:\r?\n|$|\/\/|#)/.test(text.slice(from + value.length, from + value.length + 80));
}

/** The rest of a line, without a comment; an argument; or the value of a setting in a list. */
function valueIn(ahead: string, flag: boolean, tight: boolean): string {
  const pattern = tight
    ? /^[A-Za-z][\w.!?-]{7,80}(?=[ \t]|\r?\n|$|[,;&](?=\S|$)|["'])/
    : flag
      ? /^[A-Za-z][\w.-]{7,80}(?=\s*$|\s*[\r\n]|\s+(?:-|\\|\||&|>|https?:|\/|[\w-]+[.:/@]\w))/
      : /^[A-Za-z][\w.!?-]{7,80}(?=[ \t]*(?:\r?\n|$)|[ \t]+#|[,;&](?=\S|$)|["'])|^[a-z]{3,10}(?: [a-z]{3,10}){2,11}(?=[ \t]*(?:\r?\n|$)|[ \t]+#)/;
  return pattern.exec(ahead)?.[0] ?? '';
}

function trusted(value: string, strength: Strength, name: string): Trust | undefined {
  const trust = value.includes(' ')
    ? isPhrase(value) || isPlainPhrase(value)
      ? 'sure'
      : undefined
    : (trustIn(value) ?? (isWordSecret(value) || isJoinedWords(value) ? 'faint' : undefined));
  if (trust === undefined) return undefined;
  // A value that repeats its name is a name itself.
  const small = name.toLowerCase();
  if (
    value
      .toLowerCase()
      .split(/[^a-z]/)
      .some((word) => word.length > 3 && small.includes(word))
  )
    return undefined;
  if (strength === 'password' || strength === 'phrase') return trust;
  if (reference.test(name)) return undefined;
  return trust === 'sure' || /secret$/i.test(name) ? trust : undefined;
}

/** Whether the value also names something in the text nearby. */
function isNamed(text: string, from: number, value: string): boolean {
  const near = text.slice(Math.max(0, from - around), from + value.length + around);
  for (let at = near.indexOf(value); at >= 0; at = near.indexOf(value, at + value.length)) {
    const next = near[at + value.length] ?? ' ';
    if ('=([{'.includes(next) || '$./'.includes(near[at - 1] ?? ' ')) return true;
    if (next === ':' && near[at - 1] !== ':') return true;
  }
  return false;
}

/** Whether a line ends with the value of a setting: a number, an address, a path, a switch. */
function hasSetting(near: string): boolean {
  return near.split('\n').some((text) => {
    const line = text.trimEnd();
    const start = Math.max(line.lastIndexOf(' '), line.lastIndexOf('\t')) + 1;
    const last = line.slice(start);
    const separator = last.search(/[:=]/);
    if (separator >= 0 && settingValue.test(last.slice(separator + 1))) return true;
    return /[:=]$/.test(line.slice(0, start).trimEnd()) && settingValue.test(last);
  });
}

/** The password of a system, in the name of a setting; not a label such as `reset_password`. */
const ofSystem =
  /^(?!.*(?:reset|forgot|confirm|change|new|old|current|repeat|enter|show|hide|invalid|wrong|label|title|text|hint|your|set|create|update|verify|lost|weak|strong|no|bad|use|with))[a-z0-9]{2,20}(?:[_.-][a-z0-9]{2,20}){0,3}[_.-](?:password|passwd|pass|pw|pwd|psk|passwort|kennwort)$/;

/** Whether the line is that of a setting, with other settings around it where the words alone do not suffice. */
function isSetting(text: string, place: Place, value: string, trust: Trust, isKey: boolean): boolean {
  const { name, from, quote, tight } = place;
  const back = text.slice(Math.max(0, name - longestLine), name);
  const line = back.lastIndexOf('\n') + 1;
  const ahead = back.slice(line);
  if (tight && quote === '' && listed.test(ahead)) return true;
  if ((line === 0 && name > longestLine) || !before.test(ahead)) return false;
  const end = from + value.length;
  const behind = text.slice(end, end + around);
  if (quote !== '' && !/^["']?(?:\.freeze)?[,;]?[ \t]*(?:\r?\n|$|#|&&)/.test(behind)) return false;
  const called = text.slice(name, place.nameEnd);
  const isVariable = !isKey && variable.test(called) && (tight || called.includes('_'));
  if (isVariable) return true;
  if (quote === '' && /^[,;&"']/.test(behind)) return false;
  const near = text.slice(Math.max(0, name - ahead.length - around), name - ahead.length) + behind.slice(1);
  if (code.test(near)) return false;
  if (isKey) return tight && hasSetting(near);
  if (quote !== '') return trust === 'sure' ? hasSetting(near) : !isKey && ofSystem.test(called);
  return tight || (trust === 'sure' && /[0-9 -]/.test(value)) || hasSetting(near);
}
