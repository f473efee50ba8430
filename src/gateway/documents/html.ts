const entity = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi;

/** A text of HTML without tags, with its entities as the characters they stand for. */
export const unescaped = (text: string): string => text.replace(entity, decoded);

/**
 * The text of an HTML page or an HTML-only email, with a line for each block. Linear in its length: an unclosed element
 * extends to the end, and no tag is searched for beyond the next `<`.
 */
export const textOf = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(style|script|title)\b[\s\S]*?(?:<\/\1>|$)/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<li\b[^<>]*>/gi, '\n- ')
    .replace(/<\/t[dh]>/gi, ' ')
    .replace(/<(?:br|\/p|\/div|\/tr|\/ul|\/ol|\/h\d|\/blockquote)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(entity, decoded)
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

function decoded(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return entities.get(name) ?? whole;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)
    ? String.fromCodePoint(code)
    : '\uFFFD';
}

/** Entities that mail programs write; others are left as they are. */
const entities = new Map<string, string>(
  Object.entries({
    ...{ nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", shy: '', zwnj: '', zwj: '' },
    ...{ ndash: '–', mdash: '—', hellip: '…', bull: '•', middot: '·', laquo: '«', raquo: '»' },
    ...{
      lsquo: '‘',
      rsquo: '’',
      sbquo: '‚',
      ldquo: '“',
      rdquo: '”',
      bdquo: '„',
      ensp: ' ',
      emsp: ' ',
      thinsp: ' ',
    },
    ...{ euro: '€', pound: '£', cent: '¢', yen: '¥', copy: '©', reg: '®', trade: '™', deg: '°', sect: '§' },
    ...{ times: '×', divide: '÷', plusmn: '±', frac12: '½', rarr: '→', larr: '←', para: '¶' },
    ...{
      auml: 'ä',
      ouml: 'ö',
      uuml: 'ü',
      Auml: 'Ä',
      Ouml: 'Ö',
      Uuml: 'Ü',
      szlig: 'ß',
      aring: 'å',
      oslash: 'ø',
    },
    ...{
      eacute: 'é',
      egrave: 'è',
      ecirc: 'ê',
      agrave: 'à',
      acirc: 'â',
      ccedil: 'ç',
      ntilde: 'ñ',
      oacute: 'ó',
    },
  }),
);
