import { alphabet, isIn, type Runs } from './alphabets.ts';
import { isChosen, isRandom, isSaid } from './checks.ts';
import type { Span } from './marks.ts';
import { type Strength, strengthOf } from './names.ts';
import { isTechnical } from './phrases.ts';
import { isOddWord, isWordSecret } from './single-word.ts';
import { trustIn } from './words.ts';

/** A cell of a row: its trimmed text without quotes, and where that stands in the whole text. */
type Cell = { text: string; start: number };
type Split = (line: string, at: number) => Cell[];

const longestLine = 2000;
const mostRows = 2000;

/** Everything between separators; a quoted cell may contain them. */
const separatedBy =
  (separator: string): Split =>
  (line, at) => {
    const cells: Cell[] = [];
    let from = 0;
    let quote = '';
    for (let i = 0; i <= line.length; i += 1) {
      const c = line[i];
      if (quote !== '' && c !== undefined) {
        if (c === quote) quote = '';
      } else if (c === '"' && line.slice(from, i).trim() === '' && line.includes('"', i + 1)) quote = c;
      else if (c === separator || c === undefined) {
        cells.push(cellOf(line, from, i, at));
        from = i + 1;
      }
    }
    return cells;
  };

/** Columns with two spaces or more between them. */
const aligned: Split = (line, at) => {
  const cells: Cell[] = [];
  for (let from = 0; from < line.length; ) {
    const gap = line.indexOf('  ', from);
    const to = gap < 0 ? line.length : gap;
    if (to > from) cells.push(cellOf(line, from, to, at));
    for (from = to; line[from] === ' '; from += 1);
  }
  return cells;
};

const around = /^[\s"'`*]*/;

function cellOf(line: string, from: number, to: number, at: number): Cell {
  const whole = line.slice(from, to);
  const start = around.exec(whole)?.[0].length ?? 0;
  let end = whole.length;
  while (end > start && ' \t\r"\'`'.includes(whole[end - 1] ?? '')) end -= 1;
  if (whole.slice(0, start).endsWith('**') && whole.slice(0, end).endsWith('**')) end -= 2;
  return { text: whole.slice(start, Math.max(start, end)), start: at + from + start };
}

/** The head of a table in a wiki, whose rows have single bars. */
function wikiHead(line: string, at: number): Cell[] {
  const cells: Cell[] = [];
  let from = 0;
  for (const part of line.split('||')) {
    cells.push(cellOf(line, from, from + part.length, at));
    from += part.length + 2;
  }
  return cells;
}
const barred = separatedBy('|');

type Division = { separator: string; split: Split };

/** How a row may be divided: the first that fits a header is used. */
const divisions: Division[] = [
  { separator: '||', split: wikiHead },
  { separator: '|', split: separatedBy('|') },
  { separator: '\u2502', split: separatedBy('\u2502') },
  { separator: '\t', split: separatedBy('\t') },
  { separator: ';', split: separatedBy(';') },
  { separator: ',', split: separatedBy(',') },
  { separator: '  ', split: aligned },
];

/** A column's name: a few words without what code and sentences have. */
const isHeading = ({ text }: Cell): boolean =>
  text.length <= 40 &&
  /^[\p{L}\p{N}_#][\p{L}\p{N}_#./-]*(?: [\p{L}\p{N}_#./-]+){0,3}(?: \([^()]{1,20}\))?$/u.test(text);

const ruled = /^[\s|:+=\u2500-\u257f-]*$/;

/** Names of columns, in other languages and of fewer words than names of variables have. */
const columns: Record<string, Strength> = {
  psk: 'password',
  pin: 'password',
  kennung: 'weak',
  contraseña: 'password',
  contrasena: 'password',
  clave: 'password',
  'mot de passe': 'password',
  'wi-fi key': 'password',
  'wifi key': 'password',
  'wlan-schlüssel': 'password',
  key: 'weak',
};

/** What the names of such columns begin with, or the word that makes them one; `code` only where a cell ends. */
export const columnBegins = [
  'pass',
  'pwd',
  'secret',
  'token',
  'key',
  'psk',
  'pin',
  'code  ',
  'code\t',
  'code |',
  'code;',
  'kennwort',
  'kennung',
  'contrase',
  'clave',
  'mot de passe',
  'mdp',
  'senha',
  'wachtwoord',
  'schlüssel',
  'pw ',
];

const strengthOfColumn = (name: string): Strength | undefined =>
  columns[name.toLowerCase()] ?? strengthOf(name.replaceAll(' ', '_'));

const isMixedCase = (value: string): boolean =>
  /[a-z]/.test(value) && /[A-Z]/.test(value) && /[0-9]/.test(value);

/** Dates, amounts and versions. */
const isFigure = (value: string): boolean => /^v?[0-9][0-9.,:/-]*$/.test(value);

/** Says where the password is kept. */
const elsewhere = /^(?:siehe|see|in|im|voir|dans|véase|ver|en|vedi|zie|steht|liegt) /i;

/** A password stands in a column of passwords, unless the cell says something about one. */
const fits = (value: string, strength: Strength, withUser: boolean): boolean =>
  strength === 'password' || strength === 'phrase'
    ? !isTechnical(value) &&
      !elsewhere.test(value) &&
      (!isFigure(value) || withUser) &&
      ((isChosen(value) && (trustIn(value) !== 'faint' || isSaid(value))) ||
        (withUser && (/^[0-9]{4,8}$/.test(value) || isWordSecret(value) || isOddWord(value))))
    : isRandom(value) || (strength === 'key' && value.length >= 12 && isSaid(value) && isMixedCase(value));

/** The secrets in the columns of a table whose headings stand around an index, and where to look for the next table. */
export function columnSecrets({ text }: Runs, at: number): { spans: Span[]; next: number } {
  // Most words stand in sentences: their line need not be divided.
  if (!isBounded(text, at, -1) || !isBounded(text, at, 1)) return { spans: [], next: at + 1 };
  const before = text.slice(Math.max(0, at - longestLine), at);
  const begin = at - before.length + before.lastIndexOf('\n') + 1;
  const rest = text.slice(at, at + longestLine).indexOf('\n');
  const end = rest < 0 ? at + longestLine : at + rest;
  const line = text.slice(begin, end);
  if (rest >= 0 && line.length <= longestLine)
    for (const { separator, split } of divisions) {
      if (!line.includes(separator)) continue;
      const columns = columnsOf(text, begin, end, { separator, split });
      if (columns) return rowsBelow(text, end + 1, columns);
    }
  return { spans: rule(text, begin, line), next: end };
}

/** The secrets in a row of a framed table whose first cell names them. */
function rule(text: string, begin: number, line: string): Span[] {
  const separator = line.trimStart()[0];
  if ((separator !== '|' && separator !== '\u2502') || !/[|\u2502]/.test(lineBefore(text, begin)[0] ?? ' '))
    return [];
  const [name, ...values] = separatedBy(separator)(line, begin).filter(({ text: cell }) => cell !== '');
  const strength = name && isHeading(name) ? strengthOfColumn(name.text) : undefined;
  if (!strength || strength === 'header') return [];
  return values
    .filter(({ text: value }) => value.length >= 6 && fits(value, strength, false))
    .map(({ text: value, start }) => ({ start, end: start + value.length, kind: 'secret_field' }));
}

const inHeading = alphabet('A-Za-z0-9_#./() *"\'`-');
const longestHeading = 48;

/** Whether the cell around an index ends soon, in one direction. */
function isBounded(text: string, at: number, step: 1 | -1): boolean {
  for (let i = at, left = longestHeading; left > 0; left -= 1, i += step) {
    const c = text[i];
    if (c === undefined) return true;
    if (c < 'À' ? !isIn(inHeading, text, i) : c >= '\u2500') return bounds.includes(c);
  }
  return false;
}

const bounds = '|\u2502\t;,\r\n';

const ofUsers =
  /^(?:user(?: ?name)?|usr|login(?: name)?|e-?mail|account|benutzer(?:name)?|konto|utilisateur|identifiant|compte|usuario|cuenta|utente|gebruiker|ssid|mailbox|postfach|site|wi-?fi|network|netzwerk)$/i;

/** What a code opens, and who has it. */
const ofPlaces =
  /^(?:tür|door|gate|tor|porte|puerta|porta|raum|room|gebäude|building|schrank|locker|safe|tresor|lock|schloss|alarm|location|ort|lieu|lugar|wer|who|name|mitarbeiter|employee|staff|phone|handy|karte|card|gerät|device|ext(?:ension)?)$/iu;
const ofFigures =
  /^(?:pin|pin[- ]?code|code|zugangscode|türcode|door code|gate code|entry code|código|codice)$/iu;

type Columns = {
  split: Split;
  secret: (Strength | undefined)[];
  /** Columns of codes for doors, and of PINs. */
  figures: boolean[];
  framed: boolean;
  /** Another column holds the users, so that a plain word is a password. */
  withUser: boolean;
};

/** The columns that a line names; undefined when it is no header, or none of them holds secrets. */
function columnsOf(
  text: string,
  begin: number,
  end: number,
  { separator, split }: Division,
): Columns | undefined {
  const wiki = separator === '||';
  const framed = wiki || separator === '|' || separator === '\u2502';
  const isUnderlined = ruled.test(lineAt(text, end + 1));
  if (framed && !isUnderlined && !(wiki && /^\s{0,8}\|[^|]/.test(lineAt(text, end + 1)))) return undefined;
  const headings = split(text.slice(begin, end), begin);
  const named = headings.filter(({ text: name }) => name !== '');
  if (named.length < 2 || !named.every(isHeading)) return undefined;
  const withUser = named.some(({ text: name }) => ofUsers.test(name));
  const secret = headings.map(({ text: name }) =>
    withUser && /^secret$/i.test(name) ? 'password' : strengthOfColumn(name),
  );
  const places = named.some(({ text: name }) => ofPlaces.test(name));
  const figures = headings.map(({ text: name }) => ofFigures.test(name) && (places || withUser));
  if (secret.every((strength) => strength === undefined) && !figures.includes(true)) return undefined;
  const above = lineBefore(text, begin);
  // A row of a table is no header.
  if (!ruled.test(above) && split(above, 0).length === headings.length) return undefined;
  const capitals = named.every(({ text: name }) => name === name.toUpperCase());
  if (separator === '  ' && !isUnderlined && !capitals && !isAligned(text, end + 1, split, headings, begin))
    return undefined;
  return { split: wiki ? barred : split, secret, figures, framed, withUser };
}

/** Whether the cells of the next line stand below the headings. */
function isAligned(
  text: string,
  at: number,
  split: Split,
  headings: readonly Cell[],
  begin: number,
): boolean {
  const cells = split(lineAt(text, at), at);
  return (
    headings.length >= 2 &&
    cells.length === headings.length &&
    cells.every(({ start }, i) => start - at === (headings[i]?.start ?? 0) - begin)
  );
}

const lineAt = (text: string, at: number): string => text.slice(at, at + longestLine).split('\n', 1)[0] ?? '';

const lineBefore = (text: string, begin: number): string =>
  text
    .slice(Math.max(0, begin - longestLine), Math.max(0, begin - 1))
    .split('\n')
    .at(-1) ?? '';

function rowsBelow(
  text: string,
  from: number,
  { split, secret, figures, framed, withUser }: Columns,
): { spans: Span[]; next: number } {
  const spans: Span[] = [];
  let next = from;
  for (let row = 0; row < mostRows && next < text.length; row += 1) {
    const line = lineAt(text, next);
    if (line.trim() === '') break;
    if (!ruled.test(line)) {
      const cells = split(line, next);
      // A frame may be open at the end of a row; otherwise a line of another kind ends the table.
      if (cells.length !== secret.length && (!framed || cells.length < 2)) break;
      for (const [column, strength] of secret.entries()) {
        const cell = cells[column];
        if (
          cell &&
          ((strength && fits(cell.text, strength, withUser)) ||
            (figures[column] && /^[0-9]{4,8}#?$/.test(cell.text)))
        )
          spans.push({ start: cell.start, end: cell.start + cell.text.length, kind: 'secret_field' });
      }
    }
    next += line.length + 1;
  }
  return { spans, next };
}
