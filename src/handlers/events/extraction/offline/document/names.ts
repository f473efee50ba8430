import type { DocumentModel } from './block.ts';
import { isGivenName } from './given-names.ts';
import { plain } from './lines.ts';

/** Names in lists of people: attendance, deciders, legends of initials. */

const full = /^\p{Lu}[\p{L}\p{M}.'’-]*(?: (?:\p{L}[\p{L}\p{M}.'’-]*|\([^()]{1,30}\)|"[^"]{1,30}")){0,4}$/u;
const handle = /^@[\p{L}\p{N}_.-]{2,39}$/u;

/** The names in `Ana Lopez (chair), @ben, Chen Wu - Acme`. */
export function namesInList(value: string): string[] {
  return value
    .slice(0, 2000)
    .split(/[,;•|&/]| and | und | et | y |\t| {2,}/)
    .map((part) =>
      plain(part)
        .replace(/\([^()]*\)/g, ' ')
        .replace(/<[^<>]*>/g, '')
        .replace(/(?<!\s)\s+[-–—]\s.*$/, '')
        .replace(/(?<!\s)\s+/g, ' ')
        .trim()
        // The end of the list, not of an initial.
        .replace(/(?<=\p{L}{2})\.$/u, ''),
    )
    .filter((part) => part.length < 60 && (full.test(part) || handle.test(part)))
    .map((part) => part.replace(/^@/, ''))
    .filter((part) => !/^(?:none|all|everyone|n\/a|tbd|keine|aucun|ninguno)$/i.test(part));
}

/** The authors in "Ana Lopez and Ben", "Ana Lopez, Ben Ito"; "Lopez, Ana" is one. */
export function authorsIn(value: string): string[] {
  // "Ana Lopez - Office, Ben Ito - Garden": where they are from.
  const names = namesInList(
    value.replace(/ [-–—] [^,;&|]{1,80}/gu, '').replace(/, (?=(?:and|und|et|y) )/gu, ' '),
  );
  const several =
    names.length > 1 && (/ (?:and|und|et|y) |[&;|]/u.test(value) || names.every((name) => / /.test(name)));
  return several ? names : [value];
}

/** What stands in brackets behind a name and is no other name. */
const roles =
  /^(?:chair|co-?chair|host|scribe|notes?|minutes|facilitator|moderator|remote|online|phone|guest|observer|secretary|treasurer|president|he|she|they|absent|late|left|joined|partial|virtual|proxy|leitung|protokoll|vorsitz|gast|excusée?|absente?|invitée?)$/i;

/** Remembers a line of an attendance list: `- Ana Lopez (@ana, Acme)`, `Present: Ana, Ben`. */
export function attends(model: DocumentModel, line: string): void {
  const listed = line.replace(/^[\s*•+-]*(?:\[[ xX]\]\s*)?/, '').replace(/^(?:[^:,()]{2,40}:\s*){1,2}/, '');
  const text = withoutNicknames(model, listed);
  const at = /^(\p{Lu}[\p{L}.'’-]+(?: \p{L}[\p{L}.'’-]*){1,3})[\s(*[]{1,4}@([\p{L}\p{N}_-]{2,39})/u.exec(
    text,
  );
  const reversed =
    /^\[?@([\p{L}\p{N}_-]{2,39})\]?(?:\([^()\s]*\))?[\s:(–-]{1,4}(\p{Lu}[\p{L}.'’-]+(?: \p{L}[\p{L}.'’-]*){1,3})/u.exec(
      text,
    );
  const [person, short] = at ? [at[1], at[2]] : [reversed?.[2], reversed?.[1]];
  if (person !== undefined && short !== undefined) {
    model.names.add(person);
    model.aliases.set(short.toLowerCase(), person);
    return;
  }
  for (const name of namesInList(text)) model.names.add(name);
  for (const [, name = '', nick = ''] of text
    .slice(0, 2000)
    .matchAll(
      /(\p{Lu}[\p{L}.'’-]{1,30}(?: \p{L}[\p{L}.'’-]{0,30}){0,3}) \(@?([\p{Ll}\p{N}][\p{L}\p{N}_-]{2,30})\)/gu,
    ))
    if (!roles.test(nick)) model.aliases.set(nick.toLowerCase(), name);
  explains(model, text, true);
  // "Shane Carr - Google (SFC), co-moderator"
  const [, led, initials] =
    /^(\p{Lu}[\p{L}\p{M}.'’-]{1,30}(?: \p{L}[\p{L}\p{M}.'’-]{0,30}){1,3})(?:,| [-–—]) [^()\n]{1,60} \((\p{Lu}{2,4})\)/u.exec(
      text.slice(0, 200),
    ) ?? [];
  if (led === undefined || initials === undefined || !led.startsWith(initials.slice(0, 1))) return;
  model.names.add(led);
  model.aliases.set(initials.toLowerCase(), led);
}

/** `Ana "Nita" Lopez`, `Ana Lopez ("Nita")`: how someone is called beside the name; the list without it. */
function withoutNicknames(model: DocumentModel, text: string): string {
  return text
    .slice(0, 2000)
    .replace(
      /(\p{Lu}[\p{L}.'’-]{1,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){0,2}) \(?["“„'‘](\p{L}[\p{L}'-]{1,20})["”“'’]\)?((?: \p{Lu}[\p{L}.'’-]{1,30}){0,2})/gu,
      (_all, first: string, nick: string, last: string) => {
        model.aliases.set(nick.toLowerCase(), `${first}${last}`);
        return `${first}${last}`;
      },
    );
}

/** `Michael Ficarra (MF)`, `MF: Michael Ficarra`: initials that stand for a name; outside of lists of people only for one with a given name. */
export function explains(model: DocumentModel, text: string, listed = false): void {
  // "Ana Lopez analopez_": a link in reStructuredText.
  const [, linked, handle] =
    /^[\s*•+-]{0,6}(\p{Lu}[\p{L}.'’-]{1,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){1,3}) ([\p{L}\p{N}][\p{L}\p{N}_-]{1,38})_$/u.exec(
      text.slice(0, 200),
    ) ?? [];
  if (linked !== undefined && handle !== undefined) {
    model.names.add(linked);
    model.aliases.set(handle.toLowerCase(), linked);
  }
  // "Security Operation Centre (SOC)" is nobody.
  for (const [, person = '', short = ''] of text
    .slice(0, 1000)
    .matchAll(/\b(\p{Lu}[\p{L}.'’-]{1,30}(?: \p{L}[\p{L}.'’-]{0,30}){1,3}) \((\p{Lu}{2,4})\)/gu))
    if (short.startsWith(person.slice(0, 1)) && (listed || isGivenName(person.split(' ')[0] ?? ''))) {
      model.names.add(person);
      model.aliases.set(short.toLowerCase(), person);
    }
}

const before =
  /^[*_]{0,3}@?(\p{L}[\p{L}\p{N}_.'’-]{0,30}(?: \p{L}[\p{L}.'’-]{0,30}){0,2})[*_]{0,3} ?:[*_]{0,3} /u;

/** The one of the known people whose name, first name, initials or handle stands before a colon: "HZ: I can help". */
export function speakerOf(line: string, model: DocumentModel): string | undefined {
  const short = before.exec(line)?.[1]?.toLowerCase();
  if (short === undefined) return undefined;
  const alias = model.aliases.get(short);
  if (alias !== undefined) return alias;
  const meant: string[] = [];
  for (const name of model.names) {
    const low = name.toLowerCase();
    if (low === short) return name;
    const parts: string[] = low.split(/[\s_]+/);
    if (
      parts.length > 1 &&
      (parts[0] === short || (short.length > 1 && short === parts.map((part) => part.slice(0, 1)).join('')))
    )
      meant.push(name);
  }
  return meant.length === 1 ? meant[0] : undefined;
}

/** A row of a table with a full name and its initials. */
export function explainsRow(model: DocumentModel, cells: readonly { text: string }[]): void {
  const short = cells.find(({ text }) => /^\p{Lu}{2,4}$/u.test(text))?.text;
  const person = cells.find(({ text }) => / /.test(text) && full.test(text))?.text;
  if (short === undefined || person === undefined || !person.startsWith(short.slice(0, 1))) return;
  model.names.add(person);
  model.aliases.set(short.toLowerCase(), person);
}

/** The handles of a line that has nothing else: those in charge of a section. */
export const handlesIn = (line: string): string[] =>
  line.length < 200 && /^(?:\W{0,3}@[\p{L}\p{N}_-]{2,39})+\W*$/u.test(line)
    ? Array.from(line.matchAll(/@([\p{L}\p{N}_-]{2,39})/gu), ([, name = '']) => name)
    : [];
