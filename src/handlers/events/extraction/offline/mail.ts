/** The parts of an email that are not the sender's text. */

export const header =
  /^(from|to|cc|bcc|date|sent|subject|reply-to|message-id|mime-version|content-[\w-]+|x-[\w-]+|importance|attachments?):[ \t]*(.*)$/i;
const quotedReply =
  /^(?:on\b.{4,120}\bwrote:|(?:le|am|el|il|op|em|den)\b.{4,160}\b(?:a écrit|schrieb|escribió|ha scritto|schreef|escreveu|skrev)\b.{0,80}:|-{2,}\s*(?:original|forwarded) message\s*-{2,}|-{5}(?=.*forwarded).*---|begin forwarded message:|_{20,})\s*$/i;
const onWrote = /^>*\s*on\b.{3,80}$/i;
const closing =
  /^(?:(?:kind|warm|best|many|with (?:kind|best|warm))?\s*(?:regards|wishes|thanks)|cheers|sincerely|yours(?: sincerely| truly| faithfully)?|love|best|thanks(?: again)?(?: and \w+)?|thank you|respectfully|take care|all the best|talk soon|see you(?: soon| then)?|ciao|xoxo|hugs|(?:mit )?(?:freundlichen?|besten?|vielen?|herzlichen?|lieben?|schönen?) grü(?:ß|ss)en?|(?:bien )?cordialement|(?:un )?saludos?(?: cordiales)?|cordiali saluti|(?:med )?(?:vennlig|venlig|vänlig) hilsen|(?:med )?vänliga hälsningar|met vriendelijke groet(?:en)?|mvh|mfg|lg|vg)[,.! ]*$/i;

/** Whether an earlier message by another author follows a line; `below` is the start of the text after it. */
export const beginsReply = (line: string, below: string): boolean =>
  quotedReply.test(line) || (onWrote.test(line) && /wrote:\s*$/.test(`${line} ${below.split('\n', 1)[0]}`));

/** "Med vennlig hilsen / Kind regards" is a closing as either part is. */
export const closes = (line: string): boolean =>
  line.length < 120 && line.split('/').some((part) => closing.test(part.trim()));

export const greets = (line: string): boolean =>
  /^(?:dear|hi|hello|hey|good (?:morning|afternoon|evening))\b[^.!?]{0,40}[,!:–-]?$/i.test(line) &&
  !/\bwill\b|\bis\b/.test(line);

/** The name in `Ana Lopez <ana@example.org>`. */
export function nameIn(value: string): string | undefined {
  const first = value.split(/[;,]/)[0] ?? '';
  const named = first.replace(/<[^<>]*>|["<>]/g, '').trim();
  return named || first.replace(/[<>]/g, '').trim() || undefined;
}
