/** The parts of an email that are not the sender's text. */

export const header =
  /^(from|to|cc|bcc|date|sent|subject|sender|return-path|received|reply-to|in-reply-to|references|message-id|mime-version|list-\w+|content-[\w-]+|x-[\w-]+|importance|attachments?|von|an|gesendet|datum|betreff|de|à|envoyé|objet|para|enviado|asunto|fecha):[ \t]*(.*)$/i;
const quotedReply =
  /^(?:on\b.{4,160}\b(?:wrote|writes|said):|(?:le|am|el|il|op|em|den)\b.{4,160}\b(?:a écrit|schrieb|escribió|ha scritto|schreef|escreveu|skrev)\b.{0,80}:|[^\n>]{2,80}\b(?:wrote|writes|schrieb|escribió|a écrit) ?:|-{2,}\s*(?:original|forwarded) message\s*-{2,}|-{5}(?=.*forwarded).*---|begin forwarded message:|_{20,})\s*$/i;
const onWrote = /^>*\s*(?:on|am|le|el)\b.{3,120}$/i;
const closing =
  /^(?:(?:kind|warm|best|many|with (?:kind|best|warm))?\s*(?:regards|wishes|thanks)|cheers|sincerely|yours(?: sincerely| truly| faithfully)?|love|best|thanks(?: again)?(?: and \w+)?|thank you|respectfully|take care|all the best|talk soon|see you(?: soon| then)?|ciao|xoxo|hugs|(?:mit )?(?:freundlichen?|besten?|vielen?|herzlichen?|lieben?|schönen?|viele|liebe|beste|herzliche) grü(?:ß|ss)en?|(?:bien )?cordialement|(?:bien )?amicalement|(?:un )?saludos?(?: cordiales)?|cordiali saluti|(?:med )?(?:vennlig|venlig|vänlig) hilsen|(?:med )?vänliga hälsningar|met vriendelijke groet(?:en)?|mvh|mfg|lg|vg)[,.! ]*$/i;

/** Whether an earlier message by another author follows a line; `below` is the start of the text after it. */
export const beginsReply = (line: string, below: string): boolean =>
  line.length < 300 &&
  (quotedReply.test(line) ||
    (onWrote.test(line) &&
      /(?:wrote|writes|schrieb|a écrit|escribió) ?:\s*$/.test(
        `${line} ${below.split('\n', 1)[0]}`.slice(0, 400).trimEnd(),
      )));

/** "Med vennlig hilsen / Kind regards" is a closing as either part is. */
export const closes = (line: string): boolean =>
  line.length < 120 && line.split('/').some((part) => closing.test(part.trim()));

export const greets = (line: string): boolean =>
  line.length <= 60 &&
  /^(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|sehr geehrte[rs]?|guten tag|moin|bonjour|salut|ch[eè]re?s?|hola|estimad[oa]s?|querid[oa]s?)\b[^.!?]{0,40}[,!:–-]?$/i.test(
    line,
  ) &&
  !/\bwill\b|\bis\b/.test(line);

/** The name in `Ana Lopez <ana@example.org>`, `ana at example.org (Ana Lopez)`, `Lopez, Ana <…>`. */
export function nameIn(value: string): string | undefined {
  const short = value.slice(0, 200);
  const bracketed = /\(([^()@]{2,60})\)/.exec(short)?.[1];
  const swapped = /^"?([\p{L}'-]+), ([\p{L}'-]+)"?\s*</u.exec(short);
  if (swapped !== null) return `${swapped[2]} ${swapped[1]}`;
  const first = short.split(/[;,]/)[0] ?? '';
  const named = first.replace(/<[^<>]*>|["<>]/g, '').trim();
  // Archives write the address in brackets, or the name.
  if (bracketed !== undefined && / at /.test(bracketed))
    return named.replace(/\([^()]*\)/g, '').trim() || undefined;
  if (bracketed !== undefined && /@| at /.test(named)) return bracketed.trim();
  const plain = named.replace(/\([^()]*\)$|\[[^[\]]*\]$/, '').trim() || first.replace(/[<>]/g, '').trim();
  return plain === '' ? undefined : addressee(plain);
}

/** `Ana Lopez` of `ana.lopez@example.org`; other addresses stay as they are. */
function addressee(text: string): string {
  const [, first, last] = /^(\p{L}{2,20})[._-](\p{L}{2,20})@\S{3,80}$/u.exec(text) ?? [];
  if (first === undefined || last === undefined) return text;
  return [first, last].map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join(' ');
}

/** The author in `On 3 May 2026 at 10:00, Ana Lopez <ana@example.org> wrote:`. */
export function quotedAuthor(line: string): string | undefined {
  const text = line.slice(0, 300).replace(/^[>\s]+/, '');
  const verb = /\b(?:wrote|writes|said|schrieb|a écrit|escribió)\b/i.exec(text);
  const before = verb === null ? undefined : text.slice(0, verb.index);
  if (before === undefined) return undefined;
  const after = /schrieb(?: am [^:]{4,60}?)? ((?:\p{Lu}[\p{L}.'-]+ ?){1,3})/u.exec(text)?.[1];
  const last = before
    .replace(/<[^<>]*>|"/g, '')
    .split(/,|\b\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?(?: ?[+-]\d{4}| UTC| GMT)?/i)
    .map((part) => part.trim())
    .filter((part) => /^\p{L}[\p{L}.' -]{1,50}$/u.test(part) && !/^(?:on|am|le|el)\b/i.test(part))
    .at(-1);
  return (after ?? last)?.trim();
}
