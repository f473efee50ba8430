/**
 * Secrets are removed before anything is stored. Recognised are token formats of well-known services, fields and
 * assignments that are named like a key or a password, credentials in URLs and headers, and private keys. What was
 * removed is counted by kind; the value leaves no trace.
 *
 * The same text always gives the same result, and a result gives itself: what was captured twice compares as equal.
 */
export type Redactions = Record<string, number>;

type Rule = { kind: string; pattern: RegExp; replace?: (groups: string[]) => string | undefined };

export const mark = (kind: string): string => `[redacted:${kind}]`;

export const secretName =
  '(?:[A-Za-z0-9_-]{0,40}(?:api[_-]?key|apikey|secret[_-]?key|client[_-]?secret|access[_-]?key|private[_-]?key|auth[_-]?token|access[_-]?token|refresh[_-]?token|passwd|password|_secret|_token|passphrase))';

/** Values that stand for a secret without being one: variables, calls, placeholders. */
export const isPlaceholder = (value: string): boolean =>
  /^(?:[$<%{]|\*+$|\.{3}|\[redacted|(?:process|os|env|config|settings|import)[.[])|\(|^(?:null|none|undefined|true|false|required|string|optional)$/i.test(
    value,
  ) || /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value);

const rules: Rule[] = [
  {
    kind: 'private_key',
    // A block without its end is removed to the end of the text: the rest may be still to come.
    pattern:
      /-----BEGIN ([A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?)-----(?!\[redacted)[\s\S]*?(?:-----END \1-----|$(?![\s\S]))/g,
    replace: ([whole = '', name = '']) =>
      whole.endsWith(`-----END ${name}-----`)
        ? mark('private_key')
        : whole === `-----BEGIN ${name}-----`
          ? undefined
          : `-----BEGIN ${name}-----`,
  },
  { kind: 'dewey_key', pattern: /\bdewey_[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g },
  { kind: 'anthropic_key', pattern: /\bsk-ant-[A-Za-z0-9_-]{16,}/g },
  { kind: 'openai_key', pattern: /\bsk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{20,}/g },
  { kind: 'github_token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})/g },
  { kind: 'gitlab_token', pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { kind: 'aws_key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'google_key', pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { kind: 'slack_token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'stripe_key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { kind: 'npm_token', pattern: /\bnpm_[A-Za-z0-9]{36}/g },
  { kind: 'huggingface_token', pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  { kind: 'jwt', pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g },
  {
    kind: 'authorization',
    pattern:
      /\b((?:authorization|x-api-key|x-dewey-key)\\?["']?\s*[:=]\s*\\?["']?(?:(?:bearer|basic|token)\s+)?)([A-Za-z0-9._~+/=-]{12,})/gi,
    replace: ([, name = '', value = '']) =>
      isPlaceholder(value) ? undefined : `${name}${mark('authorization')}`,
  },
  {
    kind: 'url_credentials',
    pattern: /\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>\\]{0,100}):([^\s:@/"'<>\\]{3,200})@/gi,
    replace: ([, before = '', value = '']) =>
      isPlaceholder(value) ? undefined : `${before}:${mark('url_credentials')}@`,
  },
  {
    kind: 'secret_field',
    pattern: new RegExp(
      `(?<![A-Za-z0-9_-])(${secretName}\\\\?["'\`]?\\s{0,3}(?:[:=]|=>)\\s{0,3}(?:\\\\?["'\`])?)([^\\s"'\`,;\\\\)}\\]]{6,500})`,
      'gi',
    ),
    replace: ([, name = '', value = '']) =>
      isPlaceholder(value) ? undefined : `${name}${mark('secret_field')}`,
  },
];

/** What tokens of services begin with. */
const tokens =
  /dewey_|sk-|gh[pousr]_|github_pat_|glpat-|AKIA|ASIA|AIza|xox[a-z]-|[rs]k_(?:live|test)_|npm_|hf_|eyJ/;
/** Names of fields that hold secrets, and more; a pattern that minds no case is slow, and this one is short. */
const names =
  /authorization|api[_-]?key|(?:access|private|secret|dewey)[_ -]?key|secret|token|credential|pass(?:w|phrase)/i;
const credentials = /:\/\/[^\s:@/]*:[^\s@/]+@/;

/**
 * Cheap to ask of every text; most hold none of these and are not looked at further. Three patterns, since together they
 * take twice as long.
 */
export const isSuspicious = (text: string): boolean =>
  tokens.test(text) || names.test(text) || credentials.test(text);

export const count = (found: Redactions, kind: string): void => {
  found[kind] = (found[kind] ?? 0) + 1;
};

/** Removes secrets from a text and counts them by kind in `found`. */
export function redactText(text: string, found: Redactions): string {
  if (!isSuspicious(text)) return text;
  let result = text;
  for (const { kind, pattern, replace } of rules)
    result = result.replace(pattern, (...args: unknown[]) => {
      const groups = args.filter((arg): arg is string => typeof arg === 'string');
      const whole = groups[0] ?? '';
      const replacement = replace ? replace(groups) : mark(kind);
      if (replacement === undefined) return whole;
      count(found, kind);
      return replacement;
    });
  return result;
}
