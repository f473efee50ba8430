import { germanCodeBegins } from './codes.ts';

/** Words of six languages that link a secret with what is said about it; parts of regular expressions. */

const doors = String.raw`(?:alarm\p{L}*|doors?|gates?|(?:haus|wohnungs|eingangs|garagen)?tür|tor|hoftor|garagen?|safe|tresor|keypad|lockers?|lockbox|building|vault|office|lift|elevator|storage|portail|portillon|porte|coffre(?:-fort)?|cadenas|alarme|puerta|portal|portón|caja|candado|alarma|portão|porta|cofre|cadeado|prédio|cancello|portone|cassaforte|lucchetto|allarme|sim|handy|phone|tablet|laptop|schloss|schließfach|schranke|fahrrad\p{L}*)`;

const now = `(?: (?:now|still|just|actually|again|simply|jetzt|nun|noch|einfach|immer noch|maintenant|toujours|encore|ahora|todav[íi]a|agora|ainda|adesso|ancora|ora))`;

/** Whether a text speaks of what is locked by numbers, or of a code that was sent. */
export const ofCodes = new RegExp(
  String.raw`(?<!\p{L})(?:${doors}|dial|texted|sms|2fa|authenticator|bank|share|weitergeben|partager|compart\p{L}{1,8}|condivid\p{L}{1,5}|nobody|niemandem|personne)(?!\p{L})`,
  'iu',
);

/** What stands between the name of a thing and what it is. */
export const says = String.raw`(?:(?<![\p{L}\p{N}])(?:is|are|was|were|be|it['’]?s|that['’]?s|one['’]?s|called|reads?|became|becomes|remains|stays|turned out to be|would be|should be|ist|war|lautete?|heißt|hieß|heisst|wäre|dürfte|wurde|wird|blieb|bleibt|geblieben|est|était|serait|devient|c['’]est|c['’]était|sera|es|era|son|será|siendo|quedó|continúa|continua|virou|sería|seria|sarebbe|rimast[ao]|resta|diventa|é|eram|ficou|è|diventata|diventato)|\p{L}{2}['’]s|^['’]s|[:=→]|->|=>)${now}{0,2}:?`;

/** Verbs and prepositions whose object is what is typed. */
export const takes = String.raw`(?<![\p{L}\p{N}-])(?:to|with|as|so|then|says|answer|need|needs|needed|wants?|or|brauchst?|braucht|benötigst?|oder|faut|besoin de|necesitas?|hace falta|serve|servono|precisa de|hit|one to|took|takes?|accepts?|accepted|typed?|typing|enter(?:ed)?|entering|put|puts|used?|using|use|try|tried|trying|chose|picked|remember|mit|zu|auf|als|also|dann|nimmst?|nahm|tippst?|tippe|getippt|nimm|probier|verwende|nutze|avec|à|en|par|donc|puis|taper|prends|prenez|tape[sz]?|tapé|mets|mis|saisis|saisissez|utilise|essaie|con|a|así que|luego|coges?|puse|pon|pongo|puso|usa|uso|escribe|escrib[ií]|prueba|com|para|então|depois|coloca|coloquei|pus|digita|digite|digitei|usei|use|quindi|poi|prendi|pede|tenta|metti|messo|mettere|scrivi|scrive|inserisci|prova)`;

/** Words whose object is no secret, directly in front of it. */
export const names =
  /(?<![\p{L}\p{N}])(?:user(?:s|name|names)?|accounts?|hosts?|hostname|servers?|machine|node|box|branch|version|release|build|model|class|file|function|method|variable|column|table|field|ticket|issue|job|container|image|project|package|module|bucket|topic|device|group|team|room|employee|customer|colleague|handle|nick|algorithm|cipher|format|hash|benutzer(?:name)?|nutzer|konto|rechner|gerät|kunde|zweig|datei|utilisateur|compte|machine|fichier|branche|client|usuario|cuenta|equipo|rama|archivo|usu[áa]rio|conta|ramo|arquivo|utente|file|ssid|red|rede|rete|netz|netzwerk|réseau|network|for|of|on|at|from|by|für|von|vom|bei|beim|auf dem|auf der|pour|sur|chez|para|de|del|do|da|di|du|der|des|per|su|sul)(?: (?:the|named|called|our|my|id))?(?: ?[:=#])? ?["'`“„«]?$/iu;

/** A clause ends here. */
export const clauseEnd =
  /^["'`”“»]{0,2}(?:[.,;:!?)]{1,2}(?=\s|$)|\s*$|\s*\n| ?[-–—] | (?:and|but|if|then|so|und|aber|dann|et|mais|y|pero|e|mas|ma|poi)(?![\p{L}]))/u;

/** What may follow a secret that stands in front of its name: `… is the old …`, `… como …`. */
export const isNamed = String.raw`["'\x60”“»]{0,2},? (?:(?:that |this |which )?(?:is|was|as|were)|into|in|ist|war|als|wäre|c['’]est|est|était|comme|es|era|como|è|come|é|at)(?: (?:the|a|my|our|your|their|old|new|current|admin|root|das|dein|unser|euer|sein|ihr|mein|altes|neues|le|la|l['’]ancien|mon|ton|votre|notre|el|tu|su|mi|nuestra|la nueva|a|o|minha|sua|nossa|il|lo|mia|nostra|tua|nuova|vecchia)){0,3}(?: [\p{L}-]{2,14}){0,1} $`;

/** One-time codes, numbers and codes for doors, in words that mean nothing else. */
export const codeNouns = String.raw`(?<![\p{L}\p{N}_-])(?:(?:verification|security|access|door|gate|entry|unlock|confirmation|auth(?:entication|enticator)?|sms|alarm|pairing|login|log-?in|sign-?in|one-?time|reset|activation|safe|lock(?:er|box)?|vault|keypad|garage|building|lobby|elevator|2fa|mfa|card|sim|device|phone|unlocking|front door|back door)[ -](?:pass)?codes?|passcode|two-?factor(?: code)?|2-?factor|pin(?:[ -]?(?:code|nummer))?|tan|m?tan|sms-?tan|puk|otp|totp|(?:2fa|mfa)(?: code)?|digicode|(?:sicherheits|best[äa]tigungs|zugangs|verifizierungs|freischalt|einmal|anmelde|aktivierungs|tür|haustür|tor|alarm|kopplungs|entsperr|schließfach|tresor|geräte|karten)-?(?:code|pin|nummer)s?|code (?:pin|puk|secret|confidentiel|d['’](?:accès|entrée|activation|authentification|ouverture)|de (?:vérification|sécurité|confirmation|validation|connexion|la porte|l['’]alarme|déverrouillage)|du (?:portail|portillon|coffre|garage|digicode|cadenas)|sms)|c[óo]digo (?:pin|sms|de (?:verifica[cç](?:ión|ao|ão)|seguridad|segurança|acceso|acesso|confirmaci[óo]n|confirmação|activaci[óo]n|ativação|desbloqueo|desbloqueio|un solo uso|la (?:puerta|alarma|caja|entrada)|entrada)|d[oa] (?:porta|portão|alarme|cofre|prédio|cadeado|porton|garagem)|del? (?:port[óo]n|portal|garaje|candado|alarma))|codice (?:pin|sms|di (?:verifica|sicurezza|accesso|conferma|attivazione|sblocco)|d['’](?:accesso|ingresso)|dell['’](?:allarme|ingresso)|del (?:cancello|portone|garage|lucchetto)|della (?:porta|cassaforte))|(?:code|codice|c[óo]digo|kombination|combination|combinaison|combinación|combinazione|pin) (?:für|for|to|of|on|pour|para|per|de|del|d[oa]|della|du|dell['’]|zum|zur|vom|am)[ ]?(?:(?:the|my|our|die|den|das|der|le|la|el|il|o|a|l['’]) ?){0,2}(?:\p{L}{2,14} ){0,1}${doors}|(?:coffre|cassaforte|lucchetto|tresor|cadenas|candado|cadeado|zahlenschloss|coffre-fort|caja fuerte|padlock|lockbox|keypad|key safe|schlüsseltresor|türcode))(?![\p{L}\p{N}_-])`;
export const codeBegins = [
  'verification',
  'security code',
  'access code',
  'door code',
  'gate code',
  'entry code',
  'unlock',
  'confirmation',
  'auth',
  'sms',
  'alarm',
  'pairing',
  'login',
  'log-in',
  'sign-in',
  'sign in',
  'one-time',
  'reset code',
  'activation',
  'safe code',
  'lock',
  'vault code',
  'keypad',
  'key safe',
  'garage',
  'building',
  'lobby',
  'front door',
  'back door',
  '2fa',
  'mfa',
  'two-factor',
  'two factor',
  'card code',
  'sim code',
  'device code',
  'phone code',
  'passcode',
  'pin',
  'tan ',
  'tan:',
  'mtan',
  'puk',
  'otp',
  'totp',
  'digicode',
  'sicherheits',
  'best',
  ...germanCodeBegins,
  'tür',
  'haust',
  'tor-code',
  'torcode',
  'kopplungs',
  'entsperr',
  'schlie',
  'tresor',
  'karten',
  'code pin',
  'code puk',
  'code sec',
  'code conf',
  'code d',
  'code sms',
  'codigo',
  'código',
  'codice',
  'cassaforte',
  'lucchetto',
  'cadenas',
  'candado',
  'cadeado',
  'zahlenschloss',
  'coffre',
  'caja fuerte',
  'padlock',
  'code für',
  'code for',
  'code to',
  'code of',
  'code on',
  'code pour',
  'code zu',
  'code vom',
  'code am',
  'combina',
  'kombination',
];
