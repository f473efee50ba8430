import type { Fact } from './kinds.ts';

/** Numbers with units and labels in scripts without spaces, and dates with the names of months. */

const counted =
  /[约≈~]?\d[\d.,]{0,12}\s?(?:毫秒|分钟|小时|秒钟|秒|天|周|个月|年|个|次|行|条|万|兆|倍|分|時間|日|件|回|核|초|분|시간|일|개){1,2}(?:\d{1,4}[GMT]B?)?(?:\d{1,2}月(?:\d{1,2}[日号])?)?/gu;
const labelled =
  /(?:错误码|状态码|退出码|返回码|端口|代码|版本|エラーコード|ポート|バージョン|코드|포트)\s?[vV]?\d[\w.]{0,20}/gu;

const months =
  'jan\\w{0,6}|feb\\w{0,6}|f[ée]vr\\w{0,4}|m[aä]r\\w{0,3}|mars|marzo|apr\\w{0,3}|avril|abril|ma[iy]o?|jun[ie]?o?|juin|jul[yi]?o?|juillet|aug\\w{0,4}|ao[uû]t|agosto|sep\\w{0,8}|oc?k?t\\w{0,6}|nov\\w{0,6}|de[cz]\\w{0,7}|d[ée]c\\w{0,6}|diciembre|enero';
const dated = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:\\d{1,2}(?:st|nd|rd|th|er)?\\.? ?-?(?:de )?(?:${months})\\.?(?:[ -](?:de )?\\d{4})?|(?:${months})\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** Versions of any number behind the dot, or from one on: "0.x", "v4+"; and those that an arrow joins: "0.x->1.0". */
const open =
  /(?<![\p{L}\p{N}._-])(?:v?\d{1,4}(?:\.\d{1,5}){0,3}\.[xX*]|(?:v\d{1,4}|\d{1,4}\.\d{1,5})(?:\.\d{1,5}){0,2}\+|\d{1,4}\.\d{1,5}(?:\.\d{1,5}){0,2}(?=(?:->|→|=>))|(?<=(?:->|→|=>))v?\d{1,4}(?:\.\d{1,5}){1,3})(?![\p{L}\p{N}])/gu;
/** "14 vulnerabilities (1 moderate, 11 high)". */
const itemised = /(?<![\p{L}\p{N}.])\d{1,7} \p{L}{3,30} \(\d{1,7} [^()\n]{2,80}\)/gu;

/** "1, 2, 3 and 13". */
const listed =
  /(?<![\p{L}\p{N}.,])\d{1,6}(?:, \d{1,6}){1,20}(?:,? (?:and|or|und|oder|et|ou|y|o|e) \d{1,6})?(?![\p{L}\p{N}])/gu;

/** "12 passed, 3 failed", "4 loans kept, 2 lost". */
const tallies =
  /(?<![\p{L}\p{N}.,])(?:\d{1,7}(?: \p{L}{2,20}){1,2}, ){1,6}\d{1,7} \p{L}{2,20}(?![\p{L}\p{N}])/gu;

export const scriptFacts = (text: string): Fact[] => [
  ...[...text.matchAll(listed)].map(([fact]): Fact => ({ kind: 'number', text: fact })),
  ...[...text.matchAll(tallies)].map(([fact]): Fact => ({ kind: 'number', text: fact })),
  ...[...text.matchAll(open)].map(([fact]): Fact => ({ kind: 'version', text: fact })),
  ...[...text.matchAll(itemised)].map(([fact]): Fact => ({ kind: 'number', text: fact })),
  ...[...text.matchAll(counted), ...text.matchAll(labelled), ...text.matchAll(dated)].map(([fact]) => ({
    kind: 'number' as const,
    text: fact,
  })),
];
