/** Lines of logs that programs for chats and calls write, in which who speaks is marked. */

/** `2026-05-03 10:02:11<tab>ana<tab>…`, `[10:02:11] -ana- …`: logs of chat programs. */
const logged =
  /^(?:\d{4}-\d\d-\d\d[ T])?\[?\d{1,2}:\d\d(?::\d\d)?\]?(?:\t ?[@+%&~]?([^\s]{1,30})[ \t]{0,9}\t| -([\p{L}\p{N}_|-]{2,30})- )/u;
/** `<span>[10:02]</span> <span>&lt;ana&gt; …`: such a log as a page of HTML. */
const page =
  /^(?:<[^<>]{1,80}>\s{0,3}){0,4}\[?\d{1,2}:\d\d(?::\d\d)?\]?\s{0,3}(?:<[^<>]{1,80}>\s{0,3}){0,4}&lt;[@+ ]?([\p{L}_][\p{L}\p{N}_.|[\]-]{0,38})&gt;\s{0,3}/u;
/** `<tr id="t2026-05-03T10:02:11"><th class="nick">ana</th><td class="text">…`: such a page as a table. */
const cells =
  /^<tr[^<>]{0,80}>\s{0,3}<t[hd] class="nick"[^<>]{0,80}>[@+ ]?([\p{L}_][^<>\s]{0,38})<\/t[hd]>\s{0,3}<td class="text"[^<>]{0,80}>/u;
/** `| 2026-05-03 10:02 | @ana | …` */
const row =
  /^\|[ \t]{0,9}(?:\d{4}-\d\d-\d\d[ T])?\[?\d{1,2}:\d\d(?::\d\d)?\]?[ \t]{0,9}\|[ \t]{0,9}[@<`*]{0,3}([\p{L}_][\p{L}\p{N}_.-]{0,38})[>`*]{0,3}[ \t]{0,9}\|[ \t]{0,9}(?=[^|\s])/u;
/** `10:02:11<tab> From Ana Lopez to Everyone : …`: the chat beside a call. */
const call =
  /^\[?\d{1,2}:\d\d:\d\d\]?[ \t]{1,9}(?:From|Von|De)[ \t]{1,4}(\p{L}[^:\t\n]{0,59}?)(?:[ \t]{1,4}(?:[Tt]o|[Aa]n|à|[Aa]|[Pp]ara)[ \t]{1,4}\p{L}[^:\t\n]{0,59})?[ \t]{0,4}:(?:[ \t]+|$)/u;

/** The name in a line of a log, and what stands before its words; undefined for any other line. */
export function entryIn(line: string): { head: string; name: string } | undefined {
  const start = line.slice(0, 300);
  const [head, ...names] =
    (start.startsWith('<')
      ? (page.exec(start) ?? cells.exec(start))
      : (logged.exec(start) ?? row.exec(start) ?? call.exec(start))) ?? [];
  return head === undefined ? undefined : { head, name: names.find((name) => name !== undefined) ?? '' };
}

/** A line of a log that tells who came and went. */
export const isNotice = (line: string): boolean =>
  /^(?:-->|<--|--|<->|=!=|\*)$/.test(logged.exec(line.slice(0, 120))?.[1] ?? '') ||
  /^<tr[^<>]{0,80}>\s{0,3}<td class="(?:nickchange|join|part|action|other|servermsg)"/.test(
    line.slice(0, 120),
  );

/** Whether a line of a log is a row of a table. */
export const isLoggedRow = (line: string): boolean => row.test(line.slice(0, 120));

/** How many letters at the end of a line of a log close its row. */
export function closing(line: string): number {
  const ends = isLoggedRow(line)
    ? /(?<![ \t])[ \t]*\|[ \t]*$/
    : cells.test(line.slice(0, 300))
      ? endOfCells
      : undefined;
  return ends?.exec(line.slice(-400))?.[0].length ?? 0;
}
const endOfCells =
  /<\/td>\s{0,3}(?:<td[^<>]{0,80}>(?:<[^<>]{1,200}>|[\d:. ]){0,9}<\/td>\s{0,3})?(?:<\/tr>)?\s*$/;
