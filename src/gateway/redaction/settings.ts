import { isChosen, isRandom, isSaid } from './checks.ts';
import { anything, type Context } from './context.ts';
import { isJoinedWords, isPlainPhrase } from './loose.ts';
import { isStated } from './sentence-forms.ts';
import { isAnySaid, isWordSecret } from './single-word.ts';

/** Fields of files and commands whose names are those of secrets only in their place. */
export const settings: readonly Context[] = [
  {
    // The digits of a door or an alarm.
    anchors: [
      'alarm_code',
      'alarm_pin',
      'door_code',
      'gate_code',
      'access_code',
      'unlock_code',
      'lock_code',
      'entry_code',
    ],
    lead: /(?:alarm|door|gate|access|unlock|lock|entry)_(?:code|pin)["']?[ \t]?[:=][ \t]?["']?/iy,
    value: /[0-9]{4,8}(?=["']?[,;]?[ \t]*(?:\r?\n|$|[,}]|#))/y,
    check: anything,
  },
  {
    // A user of NixOS.
    anchors: ['isnormaluser', 'extragroups', 'users.users'],
    lead: /(?:isNormalUser|extraGroups|users\.users)[^"]{0,100}(?:"[^"]{0,60}"[^"]{0,100}){0,6}?password = "/iy,
    value: /[^"\s]{5,80}(?=";)/y,
    check: isAnySaid,
  },
  {
    // The entries of a Kubernetes secret, whatever their names.
    anchors: ['from-literal'],
    lead: /(?<=secret [^|;\n]{0,200})from-literal[= ]["']?[\w.-]{1,60}=["']?/iy,
    value: /[^\s"']{6,300}/y,
    check: (value) => isRandom(value) || isSaid(value),
    kind: 'command_secret',
  },
  {
    // A pair of user and key, as services let one download it.
    anchors: ['"username"', "'username'"],
    lead: /["']username["']\s?:\s?["'][^"'\n]{1,60}["'],\s{0,20}["']key["']\s?:\s?["']/iy,
    value: /[\w+/=-]{20,100}(?=["'])/y,
    check: isRandom,
  },
  {
    // A number that a terminal, card or device asks for.
    anchors: ['pin=', 'pin:', 'pin"', "pin'", 'pin =', 'puk=', 'puk:', 'puk"'],
    lead: /(?<=[\w."'-])(?:(?<=[_.-]|[\p{Ll}](?=P)|(?<![\p{L}\p{N}_])["'])(?:pin|puk))["']?[ \t]?[:=][ \t]?["']?/iuy,
    value: /[0-9]{4,8}(?=["']?[,;]?[ \t]*(?:\r?\n|$|[,}]|#))/y,
    check: anything,
  },
  {
    // Host, port, database, user and password, as `.pgpass` has them.
    anchors: [':5432:', ':6432:', ':5433:', ':*:', ':3306:'],
    lead: /(?<=(?:^|\n)[\w.*-]{1,80}):(?:[0-9]{4,5}|\*):[\w.*-]{1,60}:[\w.*@-]{1,60}:/y,
    value: /[^\s:][^\r\n:]{4,100}(?=\r?\n|$)/y,
    check: anything,
  },
  {
    anchors: ['-passwd '],
    lead: /(?<=dscl [^\n|;]{1,60})-passwd \S{1,80} ["']?/y,
    check: (value) => isStated(value) || isChosen(value),
    kind: 'command_secret',
  },
  {
    // Codes in two groups of digits, one on each line.
    anchors: [
      'recovery code',
      'backup code',
      'rescue code',
      'emergency code',
      'scratch code',
      'wiederherstellungs',
      'notfallcode',
      'codes de secours',
      'códigos de',
      'codici di',
    ],
    lead: /(?:(?:recovery|backup|rescue|emergency|scratch) codes?|wiederherstellungscodes?|notfallcodes?|codes de (?:secours|récupération)|códigos de (?:respaldo|recuperaci[óo]n|recuperação|backup)|codici di (?:riserva|recupero|backup))[^\n:]{0,100}:[ \t]{0,4}\s{1,4}(?=[0-9]{3,5}[ -][0-9]{3,5}\s)/iuy,
    value: /[0-9]{3,5}[ -][0-9]{3,5}(?:[\s,;]{1,4}[0-9]{3,5}[ -][0-9]{3,5}){0,30}/y,
    check: anything,
    kind: 'recovery_codes',
  },
  {
    // What a command prints that is asked for a password.
    anchors: ['password-command', 'password_command', 'passcmd', 'passwordeval', 'askpass'],
    lead: /(?:password[-_]command|passcmd|passwordeval|askpass)["']?[ =:]{1,3}["']?(?:echo|printf) ["'\\]{0,2}/iy,
    value: /[^"'\n\\$`]{4,80}(?=["'\\])/y,
    check: (value) => isChosen(value) || isStated(value) || isPlainPhrase(value),
    kind: 'command_secret',
  },
  {
    // A role of a database and its password, which may be any word.
    anchors: ["password '"],
    lead: /(?<=(?:role|user|login|with|encrypted) [^\n;]{0,60})password '/iy,
    value: /\p{L}[\p{L}\p{N}_.!?-]{4,60}(?=')/uy,
    check: (value) => isWordSecret(value) || isStated(value),
  },
  {
    // The user and password a client is made with.
    anchors: ['auth', 'credential', 'login', 'userpass'],
    lead: /(?:auth|credentials?|login|userpass)(?:\p{Lu}\p{L}{0,20})?\(["'][\w.@+-]{2,40}["'], ?["']/iuy,
    value: /[^\s"']{8,80}(?=["']\))/y,
    check: (value) => isSaid(value) && !/^[a-z]+(?:[-_.:/][a-z0-9]+)*$/i.test(value),
  },
  {
    // The private address of a calendar or feed.
    anchors: ['private-'],
    lead: /(?<=:\/\/[^\s"'<>]{3,160}\/)private-/y,
    value: /[0-9a-f]{24,64}(?=\/)/y,
    check: anything,
    kind: 'url_credentials',
  },
  {
    // Columns of names and values: the password below its user.
    anchors: ['passwor', 'kennwort', 'contrase', 'mot de passe', 'senha', 'wachtwoord'],
    lead: /(?<=(?:user(?: ?name)?|login|benutzer(?:name)?|utilisateur|usuario|usuário|utente|konto|account)[ \t]{1,30}[^\s]{2,40}[ \t]{0,8}\n[ \t]{0,20})(?:password|passwort|kennwort|contraseña|mot de passe|senha|wachtwoord)[ \t]{2,30}(?=\S)/iuy,
    value: /[^\s"'`<>|]{5,60}(?=[ \t]{0,8}(?:\r?\n|$))/y,
    check: (value) => isChosen(value) || isStated(value) || isWordSecret(value) || isJoinedWords(value),
  },
  {
    // `use the token …`, of hexadecimal digits.
    anchors: ['token ', 'jeton ', 'key ', 'schlüssel ', 'clé ', 'llave ', 'chiave ', 'chave '],
    lead: /(?<=(?<!\p{L})(?:use|using|with|set|send|pass|put|mets|utilise|avec|prends|nimm|nutze|mit dem|usa|con la|con el|com a|com o) (?:(?:the|this|my|our|le|la|den|el|il|o|a) )?(?:(?:api|access|auth|clé) )?)(?:token|jeton|key|schlüssel|clé|llave|chiave|chave) ["'`“„«]?/iuy,
    value: /(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{48}|[0-9a-f]{64})(?![\w-])/y,
    check: isRandom,
  },
  {
    // The key of a licence.
    anchors: [
      'licence',
      'license',
      'product key',
      'produktschlüssel',
      'lizenz',
      'clave de producto',
      'licencia',
      'licenza',
      'licença',
      'serial',
    ],
    lead: /(?:licen[cs]e(?: key)?|product key|produktschlüssel|lizenz(?:schlüssel)?|clave de producto|licencia|licenza|licença|serial(?: key| number)?)(?: \p{L}{1,12}){0,3}? ?[:=] ?["'`]?/iuy,
    value: /(?=[A-Z-]{0,24}[0-9])(?=[0-9-]{0,24}[A-Z])[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){2,7}(?![\w-])/y,
    check: anything,
  },
  {
    // A cookie that is signed.
    anchors: ['s%3a', '=s:'],
    lead: /(?<=[\w.-]{1,40}=)s%3A|=s:/iy,
    value: /[\w+/%.-]{40,200}/y,
    check: isRandom,
    kind: 'cookie',
  },
  {
    // `set … to …`
    anchors: ['set '],
    lead: /(?<![\w-])set (?:the |my |our )?["'`]?(?:[\w-]{0,30}(?:token|key|secret|pass(?:word)?|pw|pwd)|(?:api|access|auth|client|license)[ -](?:key|token|secret))["'`]? to ["'`]?(?=\S)/iy,
    value: /[^\s"'`<>(){}[\]|,;]{12,200}/y,
    check: (value) => isRandom(value) && /[0-9]/.test(value),
  },
  {
    // What answers the question for whoever forgot a password.
    anchors: [
      'security question',
      'secret question',
      'answer',
      'sicherheitsfrage',
      'pregunta de s',
      'pregunta secr',
      'domanda di s',
      'domanda segr',
      'pergunta de s',
      'pergunta secr',
    ],
    lead: /(?:(?:security|secret) (?:question|answer)|answer(?= (?:to|for) (?:the |my |our )?["'“]?(?:[\p{L}-]+['’]?s? ){0,4}(?:school|pet|street|maiden|teacher|car|city|town|question|friend|dog|cat|mother|father|book|hero))|sicherheitsfrage|question (?:secrète|de sécurité)|pregunta (?:de seguridad|secreta)|domanda (?:di sicurezza|segreta)|pergunta (?:de segurança|secreta))[^\n]{0,90}?(?:(?:set|put|chose|used|entered|typed|answered) (?:(?:that|it|this) (?:to|as) )?| ->|→|=>| (?:answer|antwort|réponse|respuesta|risposta|resposta)(?: (?:is|ist|est|es|è|é)|:)?|(?<=["'”?]) (?:is|ist|est|es|è|é):?) ["'`“„«]?(?=[\p{Lu}\p{N}])/iuy,
    value:
      /\p{Lu}[\p{L}\p{N}'’-]{1,24}(?: [\p{Lu}\p{N}][\p{L}\p{N}'’-]{0,24}){0,4}(?=["'`”“»]?(?:[.,;!?)]|\s*$|\s*\n))/uy,
    check: (value) => value.length >= 5,
  },
];
