import type { Cues } from './cue.ts';
import { listed } from './listed.ts';

export const german: Cues = {
  promise: listed(
    String.raw`(?:ich|wir) (?:werde|werden|kümmere|kümmern|mache|machen|schicke|schicken|übernehme|übernehmen|plane|planen|nehme|nehmen|stelle|stellen)|verspr\w+|zugesagt|zusage|sagt? zu|verpflichte\w*|will bis|wird (?:bis|noch)|soll bis|geplant ist|ist geplant|plant`,
  ),
  assign: listed(
    String.raw`aufgabe|to-?do|zuständig|kümmert sich|übernimmt|beauftrag\w+|soll(?:en)?|prüft|klärt|erstellt|schickt|legt .{1,30} an|bereitet .{1,30} vor|organisiert|bis (?:freitag|montag|dienstag|mittwoch|donnerstag|ende|\d)`,
  ),
  need: listed(
    'muss|müssen|sollte(?:n)?|soll(?:en)?|braucht|brauchen|nötig|erforderlich|noch (?:zu|nicht)|offen|ist zu|sind zu',
  ),
  done: listed(
    String.raw`erledigt|abgeschlossen|fertig\w*|umgesetzt|veröffentlicht|behoben|eingebaut|hinzugefügt|ergänzt|wurde[n]?|hat|haben|verschickt|gesendet|gemacht|erstellt|durchgeführt|eingereicht|installiert|gestartet|eröffnet|übergeben|vorgestellt|live|geliefert|aktualisiert|umgestellt|berichtet`,
  ),
  underway: listed(
    String.raw`läuft|laufend\w*|arbeite[tn]?|in arbeit|begonnen|angefangen|derzeit|aktuell|dabei|weiterhin|im gange`,
  ),
  decide: listed(
    String.raw`beschlossen|beschließt|beschließen|beschluss|entschieden|entscheid\w*|einigt\w*|geeinigt|vereinbart|angenommen|genehmigt|zugestimmt|stimmt\w* .{0,40}zu|bewilligt|festgelegt|gewählt|einstimmig|verabschiedet|wir (?:bleiben bei|nehmen|verwenden|nutzen)`,
  ),
  reject: listed(
    String.raw`abgelehnt|ablehn\w*|lehnt\w* .{0,40}ab|verworfen|zurückgewiesen|nicht (?:angenommen|genehmigt|weiterverfolgt)|kein\w* mehrheit|dagegen|zurückgezogen|verzicht\w*`,
  ),
  propose: listed(
    String.raw`vorschlag\w*|vorschläge|schlägt vor|vorgeschlagen|beantragt|antrag|anträge|empfiehlt|empfohlen|angeregt|regt an`,
  ),
  vote: listed(
    String.raw`abstimm\w*|stimmen|abgestimmt|einstimmig|mehrheit\w*|enthaltung\w*|gegenstimm\w*|dafür|ja-stimmen|nein-stimmen|votum`,
  ),
  rule: listed(
    String.raw`ab sofort|künftig|in zukunft|müssen|muss|darf|dürfen|pflicht|regel\w*|gilt|verbindlich|nur noch`,
  ),
  meet: listed(
    String.raw`treffen|traf\w*|getroffen|besprech\w*|besprochen|sitzung|gespräch\w*|austausch|ausgetauscht|gemeinsam|zusammen\w*|workshop|diskutiert|abgestimmt mit|tagung|termin|veranstaltung|kooperation`,
  ),
  help: listed(
    String.raw`hilf\w*|hilft|helfen|geholfen|unterstütz\w*|mithilfe|übergabe|übergeben|mitarbeit|beitrag\w*|beiträge`,
  ),
  request: listed(
    String.raw`bitte[nt]?|gebeten|könnt(?:e|est|et) (?:du|ihr|sie)|kannst du|können sie|fragt\w* (?:nach|ob|an)|anfrage|gesucht|suchen|eingeladen|lädt .{0,30}ein|einladung|rückmeldung bis`,
  ),
  problem: listed(
    String.raw`problem\w*|fehler\w*|defekt\w*|kaputt|funktioniert nicht|geht nicht|fehlt|fehlen|fehlend\w*|mangel\w*|mängel|langsam|schwierig\w*|falsch\w*|bug\w*|verzöger\w*|störung\w*|unklar|abgestürzt|absturz|scheiter\w*|leider|nicht möglich|veraltet`,
  ),
  risk: listed(
    String.raw`risik\w*|gefahr\w*|gefährd\w*|bedenken|sorge\w*|befürcht\w*|bedroh\w*|sicherheitslücke\w*|schwachstelle\w*|nachteil\w*|warn\w*|könnte\w*|droht|drohen`,
  ),
  incident: listed(
    String.raw`ausfall\w*|ausgefallen|störung\w*|vorfall\w*|nicht erreichbar|beeinträchtig\w*|datenverlust|betroffen|unterbrochen|ursache`,
  ),
  blocked: listed(
    String.raw`blockiert\w*|blocker|wartet|warten auf|hängt|abhängig|steht noch aus|ausstehend|pausiert`,
  ),
  praise: listed(
    String.raw`gut\w*|super|toll\w*|schön\w*|hervorragend\w*|gelungen\w*|erfreulich\w*|freut|freuen|zufrieden\w*|lob\w*|begeistert|positiv\w*|erfolgreich\w*|besser\w*|großartig\w*`,
  ),
  thanks: listed(String.raw`dank\w*|bedankt|anerkennung`),
  complain: listed(
    String.raw`beschwer\w*|kritik|kritisier\w*|kritisch|unzufrieden|ärger\w*|enttäusch\w*|schlecht\w*|mühsam|nervt|bemängel\w*|beklag\w*|zu (?:langsam|teuer|spät|kompliziert|wenig|viel)`,
  ),
  opinion: listed(
    String.raw`finde[tn]?|meine[nr]? (?:meinung|ansicht)|meint|meinen|glaube[nt]?|denke[nt]?|halte[nt]? .{0,40}für|sieht|aus (?:meiner|unserer) sicht|eher|lieber|bevorzug\w*|ich würde|wäre`,
  ),
  suggest: listed(
    String.raw`vorschlag\w*|könnte[n]? (?:man|wir)|sollte[n]? (?:man|wir)|vielleicht|wünsch\w*|anregung\w*|alternativ\w*|besser wäre|wäre (?:gut|schön|besser|hilfreich)|empfehl\w*`,
  ),
  change: listed(
    String.raw`änder\w*|geändert\w*|umgestellt|umstell\w*|umbenannt|ersetz\w*|statt|neu\w*|erhöh\w*|gesenkt|reduzier\w*|erweiter\w*|angepasst|anpass\w*|aktualisier\w*|nicht mehr|nun|jetzt|verlegt|wechsel\w*|entfernt|entfällt|gewechselt|von .{1,40} auf`,
  ),
  postpone: listed(
    String.raw`verschoben|verschieb\w*|vertagt|verzöger\w*|verlänger\w*|später|vorgezogen|verlegt|aufgeschoben|zurückgestellt`,
  ),
  cancel: listed(
    'abgesagt|entfällt|gestrichen|eingestellt|abgebrochen|storniert|beendet|aufgegeben|zurückgenommen',
  ),
  deprecate: listed(
    String.raw`veraltet|entfernt|abgekündigt|nicht mehr unterstützt|eingestellt|abgeschafft|wegfall\w*|abgelöst`,
  ),
  supersede: listed(String.raw`ersetz\w*|abgelöst|statt\w*|anstelle|überholt`),
  role: listed(
    String.raw`leiter\w*|leitung|vorsitz\w*|vorstand\w*|verantwortlich\w*|zuständig\w*|mitglied\w*|ansprechpartner\w*|beauftragte\w*|sprecher\w*|stellvertret\w*|schriftführ\w*|kassen\w*|maintainer|team\w*lead|koordinat\w*|vertret\w*`,
  ),
  join: listed(
    String.raw`begrüß\w*|willkommen|neu im|neue[rs]? (?:mitglied|leiter\w*|vorsitz\w*|maintainer|kolleg\w*|ansprechpartner\w*)|gewählt|wählt\w*|ernannt|bestellt|tritt\w* .{0,30}(?:ein|bei)|beigetreten|übernimmt|verstärkt|berufen|eingestellt`,
  ),
  leave: listed(
    String.raw`verlässt|ausgeschieden|scheidet|zurückgetreten|tritt\w* .{0,30}zurück|rücktritt|gekündigt|verabschied\w*|ausgetreten|hört auf|niedergelegt`,
  ),
  own: listed(String.raw`verantwortlich\w*|zuständig\w*|betreu\w*|kümmert|in der hand|obliegt|leitet`),
  interest: listed(
    String.raw`interess\w*|kunde\w*|partner\w*|nutzer\w*|betroffen\w*|vertreten|gemeinde|sponsor\w*|förder\w*`,
  ),
  hypothetical: listed(
    String.raw`wenn|falls|würde\w*|könnte\w*|wäre\w*|hätte\w*|ob|vielleicht|eventuell|ggf|möglicherweise|evtl|sofern|hoff\w*`,
  ),
  condition: listed('(?:wenn|falls|sofern|sobald)', true),
  negation: listed(String.raw`nicht|kein\w*|nie|niemand|nichts|ohne|weder`),
  future: listed(
    String.raw`wird|werden|werde|morgen|demnächst|nächste\w*|kommende\w*|geplant|künftig|bald|ab (?:dem|sofort|\d)|bis (?:zum|ende|\d)`,
  ),
  obligation: listed(String.raw`muss|müssen|soll\w*|braucht|brauchen|erforderlich|nötig`),
  past: listed(
    String.raw`war|waren|wurde\w*|hat|haben|hatte\w*|ist .{1,60}(?:worden|ge\w+t|ge\w+en)|gestern|letzte\w*|bereits`,
  ),
  habit: listed(String.raw`meist\w*|immer|oft|häufig|normalerweise|jede\w*|üblich\w*|regelmäßig`),
  definition: listed(
    String.raw`ist ein\w*|sind|bezeichnet|besteht aus|bedeutet|dient|enthält|ermöglicht|beschreibt|bietet`,
  ),
  explain: listed(String.raw`weil|da|denn|damit|daher|deshalb|dadurch|zum beispiel|z\.b|also|grund|somit`),
  we: listed(
    String.raw`wir|uns|unser\w*|(?:der|die|das) (?:team|vorstand|gruppe|ausschuss|rat|gemeinderat|verein)`,
  ),
  I: listed(String.raw`ich|mir|mich|mein\w*`),
  you: listed('du|ihr|euch|dir|alle|sie'),
  deadline: listed(
    String.raw`bis (?:zum |ende |spätestens |freitag|montag|dienstag|mittwoch|donnerstag|samstag|sonntag|\d)|frist|spätestens|deadline|fällig`,
  ),
  question: /\?\s*$/,
  release: listed(
    String.raw`release\w*|version\w*|v?\d+\.\d+(?:\.\d+)?|veröffentlich\w*|freigegeben|erschienen|verfügbar|live`,
  ),
  fix: listed(
    String.raw`behoben|repariert|korrigiert|gelöst|behebt|fix\w*|wiederhergestellt|nachgebessert|beseitigt`,
  ),
};
