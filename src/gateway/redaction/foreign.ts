import { isSaid } from './checks.ts';
import type { Span } from './marks.ts';

/** Words for a password in other scripts; a text in Latin letters costs no search for them. */
const names = [
  'пароль',
  'Пароль',
  '密码',
  '密碼',
  '口令',
  'パスワード',
  '비밀번호',
  '암호',
  'סיסמה',
  'κωδικός',
  'รหัสผ่าน',
];
const lead = /[\p{L} ]{0,24}?(?:[:：=]|是|为|為|は|이|가|는|은|)[ \t]{0,3}["'«「『`]?(?=[!-9;<>-~])/uy;
const value = /[!#-&*-;=?-[\]-_a-z~]{6,60}/y;

/** Passwords behind words in other scripts. */
export function foreignSecrets(text: string): Span[] {
  const spans: Span[] = [];
  for (const name of names)
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      lead.lastIndex = at + name.length;
      if (!lead.test(text)) continue;
      value.lastIndex = lead.lastIndex;
      if (!value.test(text)) continue;
      let end = value.lastIndex;
      while ('.,:!?'.includes(text[end - 1] ?? ' ')) end -= 1;
      if (isSaid(text.slice(lead.lastIndex, end)))
        spans.push({ start: lead.lastIndex, end, kind: 'secret_field' });
    }
  return spans;
}
