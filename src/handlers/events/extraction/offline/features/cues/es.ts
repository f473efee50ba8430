import type { Cues } from './cue.ts';
import { listed } from './listed.ts';

export const spanish: Cues = {
  promise: listed(
    String.raw`(?:voy|vamos|va|van) a|me encargo|nos encargamos|me comprometo|se compromet\w+|compromiso|promet\w+|haré|haremos|enviaré|enviaremos|previst\w*|planea\w*|está previsto|se prevé|será\w*`,
  ),
  assign: listed(
    String.raw`tarea\w*|acción|acciones|encargad\w*|se encarga\w*|asignad\w*|debe\w*|deberá\w*|queda\w* pendiente|pendiente\w*|responsable`,
  ),
  need: listed(
    String.raw`debe\w*|hay que|necesit\w+|tiene\w* que|habrá que|debería\w*|falta\w*|es necesario|queda por`,
  ),
  done: listed(
    String.raw`hecho|complet\w+|termin\w+|finaliz\w+|publicad\w*|publicó|añadid\w*|agregad\w*|enviad\w*|envió|entregad\w*|realizad\w*|realizó|lanzad\w*|lanzó|desplegad\w*|cread\w*|creó|implementad\w*|presentó|presentad\w*|actualizad\w*|ha sido|han sido|se ha|se han|fue|fueron|instalad\w*|firmad\w*|celebr\w+`,
  ),
  underway: listed(
    String.raw`en curso|trabajando|trabaja\w*|continú\w+|sigue\w*|empez\w+|comenz\w+|inici\w+|en proceso|actualmente|avanz\w+`,
  ),
  decide: listed(
    String.raw`decid\w+|decisi\w+|acuerd\w+|acord\w+|aprob\w+|aprueb\w+|acept\w+|adopt\w+|resolv\w+|resuelv\w+|eleg\w+|elig\w+|unanimidad|autoriz\w+|ratific\w+|usaremos|utilizaremos`,
  ),
  reject: listed(
    String.raw`rechaz\w+|descart\w+|deneg\w+|desestim\w+|no se (?:aprueba|acepta)|en contra|se opon\w+|retir\w+`,
  ),
  propose: listed(
    String.raw`propon\w+|propuest\w*|propus\w+|propone\w*|suger\w+|sugier\w+|recomend\w+|recomiend\w+|moción|plante\w+|solicit\w+`,
  ),
  vote: listed(String.raw`vot\w+|unanimidad|abstenci\w+|mayoría|a favor|en contra|sufragio\w*`),
  rule: listed(
    String.raw`a partir de|debe\w*|deberá\w*|obligatori\w*|norma\w*|regla\w*|prohib\w+|en adelante|siempre|nunca`,
  ),
  meet: listed(
    String.raw`reuni\w+|reún\w+|discut\w+|convers\w+|habl\w+ con|junt\w+|taller\w*|encuentr\w+|colabor\w+|conjunt\w+|sesión|conferencia\w*|charla\w*|debat\w+|convenio\w*`,
  ),
  help: listed(String.raw`ayud\w+|apoy\w+|contribu\w+|particip\w+|voluntari\w+|asist\w+|entreg\w+`),
  request: listed(
    String.raw`por favor|podrías|podría\w*|puede\w* (?:alguien|usted)|pid\w+|pedi\w+|solicit\w+|invit\w+|se busca\w*|ruego|convoc\w+`,
  ),
  problem: listed(
    String.raw`problema\w*|error\w*|fallo\w*|falla\w*|fall[óa]\w*|no funciona\w*|falt\w+|lent\w+|difícil\w*|dificultad\w*|bug\w*|roto|rota|retras\w+|incorrect\w*|imposible|no se puede\w*|avería\w*|obsolet\w*|desgraciadamente|lamentablemente`,
  ),
  risk: listed(
    String.raw`riesgo\w*|peligr\w+|preocup\w+|amenaz\w+|vulnerab\w+|temor|tem\w+ que|limitaci\w+|desventaja\w*|inconveniente\w*|podría\w*|adverten\w+`,
  ),
  incident: listed(
    String.raw`incidente\w*|incidencia\w*|caída\w*|cayó|interrup\w+|indisponib\w+|afect\w+|pérdida de|causa|corte\w*`,
  ),
  blocked: listed(String.raw`bloque\w+|a la espera|espera\w*|depende\w*|pendiente\w*|suspend\w+|parad\w*`),
  praise: listed(
    String.raw`bien|buen\w*|excelente\w*|genial\w*|felicit\w+|content\w*|satisf\w+|éxito\w*|exitos\w+|positiv\w*|mejor\w*|útil\w*|enhorabuena`,
  ),
  thanks: listed(String.raw`gracias|agradec\w+|agradez\w+|reconoc\w+`),
  complain: listed(
    String.raw`quej\w+|decepcion\w*|descontent\w*|lament\w+|critic\w+|mal\w*|peor\w*|demasiado|insatisf\w+|molest\w+`,
  ),
  opinion: listed(
    String.raw`creo|pienso|opin\w+|me parece|consider\w+|prefier\w+|en mi opinión|a mi juicio|estim\w+|cree\w*|considera\w*`,
  ),
  suggest: listed(
    String.raw`suger\w+|sugier\w+|podríamos|se podría|quizás?|tal vez|sería (?:bueno|mejor|útil)|propon\w+|convendría|deberíamos`,
  ),
  change: listed(
    String.raw`cambi\w+|modific\w+|reemplaz\w+|sustitu\w+|renombr\w+|nuev\w+|aument\w+|redu\w+|baj\w+|ampli\w+|actualiz\w+|ya no|ahora|traslad\w+|mov\w+|pas\w+ de|elimin\w+|de .{1,40} a`,
  ),
  postpone: listed(
    String.raw`aplaz\w+|retras\w+|pospon\w+|pospuest\w*|demor\w+|prórroga\w*|prorrog\w+|adelant\w+|posterg\w+`,
  ),
  cancel: listed(
    String.raw`cancel\w+|anul\w+|suspend\w+|abandon\w+|suprim\w+|cierr\w+|cerr\w+|revert\w+|retir\w+`,
  ),
  deprecate: listed(
    String.raw`obsolet\w*|elimin\w+|descontinu\w+|deja\w* de|ya no|retirad\w*|en desuso|fin de soporte`,
  ),
  supersede: listed(String.raw`reemplaz\w+|sustitu\w+|en lugar de|en vez de|derog\w+`),
  role: listed(
    String.raw`president\w*|secretari\w*|tesorer\w*|responsable\w*|miembro\w*|director\w*|coordinador\w*|mantenedor\w*|alcald\w*|concejal\w*|delegad\w*|representante\w*|líder\w*|encargad\w*|vocal\w*|moderador\w*|jef\w+`,
  ),
  join: listed(
    String.raw`bienvenid\w*|se une\w*|se unió|se incorpor\w+|nombr\w+|elegid\w*|electo|design\w+|nuev\w+ (?:miembro|president\w*|responsable|director\w*)|contrat\w+|asum\w+|ingres\w+`,
  ),
  leave: listed(
    String.raw`dej[óa]\w*|dimit\w+|renunci\w+|se retir\w+|se despid\w+|sali\w+ de|baja|cese|jubil\w+`,
  ),
  own: listed(
    String.raw`responsable\w*|a cargo|encargad\w*|se encarga\w*|liderad\w*|gestion\w+|coordina\w*|contacto`,
  ),
  interest: listed(
    String.raw`interes\w+|cliente\w*|soci\w+|usuari\w+|comunidad\w*|vecin\w+|patrocin\w+|afectad\w*|financi\w+`,
  ),
  hypothetical: listed(
    String.raw`si|sería|podría\w*|habría|quizás?|tal vez|posiblemente|probablemente|eventual\w*|en caso de`,
  ),
  condition: listed('(?:si|cuando|en caso de|siempre que)', true),
  negation: listed(String.raw`no|ningun\w*|ningún|nunca|nada|sin|ni|tampoco`),
  future: listed(
    String.raw`será\w*|va a|van a|vamos a|próxim\w*|mañana|pronto|previst\w*|\w+(?:ará|erá|irá|arán|erán|irán|aremos|eremos|iremos)|antes de`,
  ),
  obligation: listed(String.raw`debe\w*|deberá\w*|hay que|tiene\w* que|necesari\w*|obligatori\w*`),
  past: listed(String.raw`fue|fueron|era|ha|han|hemos|había\w*|ayer|pasad\w*|\w+(?:ó|aron|ieron)`),
  habit: listed(String.raw`siempre|cada|generalmente|normalmente|a menudo|suele\w*|habitual\w*|regularmente`),
  definition: listed(
    String.raw`es una?|son|consiste|significa|permite\w*|contiene\w*|representa\w*|describe\w*`,
  ),
  explain: listed('porque|ya que|para que|por lo tanto|por ejemplo|debido a|así que|es decir|dado que|pues'),
  we: listed(
    String.raw`nosotros|nos|nuestr\w*|\w+mos|(?:el|la) (?:equipo|comité|consejo|junta|grupo|comisión|ayuntamiento|asociación)`,
  ),
  I: listed('yo|me|mi|mis|creo|voy'),
  you: listed(String.raw`tú|usted\w*|vosotros|vuestr\w*|tu|todos`),
  deadline: listed(
    String.raw`antes de(?:l)?|hasta el|a más tardar|plazo|fecha límite|para el (?:\d|lunes|martes|miércoles|jueves|viernes)`,
  ),
  question: /\?\s*$|¿/,
  release: listed(String.raw`versi[oó]n\w*|v?\d+\.\d+(?:\.\d+)?|lanz\w+|public\w+|disponible\w*|liber\w+`),
  fix: listed(String.raw`correg\w+|corrig\w+|arregl\w+|repar\w+|soluci\w+|restablec\w+|resuelt\w*|fix\w*`),
};
