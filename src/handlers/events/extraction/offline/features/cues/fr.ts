import type { Cues } from './cue.ts';
import { listed } from './listed.ts';

export const french: Cues = {
  promise: listed(
    String.raw`(?:je|j') ?(?:vais|m'en occupe|m'engage|ferai|enverrai|propose de)|nous (?:allons|nous engageons|ferons|enverrons|prévoyons)|on va|s'engage\w*|promet\w*|promis\w*|prévoi\w+|prévu\w*|va (?:être|faire|envoyer|préparer|organiser)|sera|seront|compte \w+er|\w{2,}era|\w{2,}eront|enverra|fera|feront|prendra|prendront|va \w+er|vont \w+er`,
  ),
  assign: listed(
    String.raw`à faire|action\w*|tâche\w*|chargée? de|confié\w*|assigné\w*|doit|doivent|devra|devront|se charge|s'occupe|à (?:relancer|vérifier|préparer|envoyer|contacter)|demande à`,
  ),
  need: listed('doit|doivent|faut|faudra|faudrait|devrait|devrions|besoin|nécessaire|reste à|il reste'),
  done: listed(
    String.raw`terminé\w*|fini\w*|fait|faite|réalisé\w*|publié\w*|ajouté\w*|corrigé\w*|envoyé\w*|livré\w*|mis\w* en (?:place|ligne|œuvre|service)|mis à jour|déployé\w*|créé\w*|fusionné\w*|achevé\w*|présenté\w*|installé\w*|lancé\w*|rédigé\w*|effectué\w*|a été|ont été|signé\w*`,
  ),
  underway: listed(
    String.raw`en cours|travaille\w*|continu\w+|commencé\w*|débuté\w*|poursui\w+|avance\w*|actuellement`,
  ),
  decide: listed(
    String.raw`décid\w+|décision\w*|adopt\w+|approuv\w+|accept\w+|valid\w+|retenu\w*|choisi\w*|convenu\w*|vot\w+|arrêt[ée]\w*|résol\w+|entérin\w*|délibér\w*|à l'unanimité|accord\w*|autoris\w+`,
  ),
  reject: listed(
    String.raw`rejet\w+|refus\w+|écart[ée]\w*|abandonn\w+|pas retenu\w*|s'oppose\w*|contre|repoussé\w*|renonc\w+`,
  ),
  propose: listed(String.raw`propos\w+|suggèr\w+|suggér\w+|recommand\w+|motion|demande de|préconis\w+`),
  vote: listed(
    String.raw`vot\w+|voix|unanimité|abstention\w*|majorité|pour :|contre :|scrutin|suffrages?|élection\w*`,
  ),
  rule: listed(
    String.raw`désormais|dorénavant|doit|doivent|obligatoire\w*|règle\w*|interdit\w*|à partir du|à compter`,
  ),
  meet: listed(
    String.raw`réuni\w*|rencontr\w+|échang\w+|discut\w+|discussion\w*|ensemble|atelier\w*|conférence\w*|séance|collabor\w+|partenariat\w*|rendez-vous|concertation|en lien avec|avec`,
  ),
  help: listed(
    String.raw`aid\w+|assist\w+|souti\w+|contribu\w+|particip\w+|bénévol\w+|accompagn\w+|transmi\w+`,
  ),
  request: listed(
    String.raw`merci de|pourriez|pouvez-vous|peux-tu|prière de|demand\w+|sollicit\w+|invit\w+|appel à|s'il (?:te|vous) plaît|cherche\w*|recherch\w+`,
  ),
  problem: listed(
    String.raw`problème\w*|erreur\w*|bug\w*|panne\w*|défaut\w*|échou\w+|échec\w*|manqu\w+|impossible|ne fonctionne\w* (?:pas|plus)|ne marche\w* pas|lent\w*|difficil\w*|difficulté\w*|retard\w*|incorrect\w*|cass\w+|plante\w*|obsolète\w*|malheureusement`,
  ),
  risk: listed(
    String.raw`risque\w*|danger\w*|inquiét\w+|crain\w+|menac\w+|vulnérab\w+|faille\w*|limit\w+|inconvénient\w*|préoccup\w+|attention|pourrait\w*`,
  ),
  incident: listed(
    String.raw`incident\w*|panne\w*|interruption\w*|indisponib\w+|perturb\w+|perte de|dégrad\w+|touché\w*|impact\w*|cause`,
  ),
  blocked: listed(String.raw`bloqu\w+|en attente|dépend\w*|attend\w*|suspendu\w*`),
  praise: listed(
    String.raw`bien|bon\w*|excellent\w*|super|bravo|félicit\w+|heureu\w+|satisf\w+|réussi\w*|apprécié\w*|positi\w+|mieux|amélior\w+|génial\w*|utile\w*`,
  ),
  thanks: listed(String.raw`merci\w*|remerci\w+|reconnaiss\w+|hommage`),
  complain: listed(
    String.raw`plaint\w*|plaign\w+|mécontent\w*|déçu\w*|regrett\w+|critiqu\w+|dommage|mauvais\w*|trop|insatisf\w+|déplor\w+`,
  ),
  opinion: listed(
    String.raw`je (?:pense|trouve|crois|préfère|suis d'accord)|nous (?:pensons|trouvons|estimons)|à mon avis|selon|estim\w+|souhait\w+|préfèr\w+|semble\w*|considèr\w+|il me semble|trouve`,
  ),
  suggest: listed(
    String.raw`suggér\w+|suggèr\w+|pourrait-on|on pourrait|il faudrait|peut-être|il serait|serait (?:bien|utile|mieux)|propos\w+|souhait\w+|plutôt`,
  ),
  change: listed(
    String.raw`chang\w+|modifi\w+|remplac\w+|renomm\w+|pass\w+ (?:de|à)|désormais|nouve\w+|augment\w+|rédui\w+|baiss\w+|étend\w*|élargi\w*|mis à jour|mise à jour|évol\w+|supprim\w+|ne .{1,20} plus|transf\w+|déplac\w+|de .{1,40} à`,
  ),
  postpone: listed(
    String.raw`report\w+|décal\w+|retard\w+|prolong\w+|repouss\w+|différ\w+|ajourn\w+|avanc[ée]\w*`,
  ),
  cancel: listed(
    String.raw`annul\w+|abandonn\w+|supprim\w+|arrêt\w*|ferm[ée]\w*|cess\w+|interromp\w*|retir\w+`,
  ),
  deprecate: listed(
    String.raw`déprécié\w*|obsolète\w*|supprim\w+|retir\w+|n'est plus|ne sont plus|abandon\w*|fin de (?:vie|support)`,
  ),
  supersede: listed(String.raw`remplac\w+|au lieu|abrog\w+|annule et|plutôt que`),
  role: listed(
    String.raw`président\w*|secrétaire\w*|trésori\w+|responsable\w*|membre\w*|directeur\w*|directrice\w*|mainteneur\w*|adjoint\w*|maire|délégué\w*|référent\w*|coordinat\w+|chef\w*|représentant\w*|animat\w+|rapporteur\w*|bureau`,
  ),
  join: listed(
    String.raw`bienvenue|rejoin\w+|rejoint|nomm[ée]\w*|élu\w*|élit|désign\w+|intègr\w+|accueil\w+|nouve\w+ (?:membre|président|responsable|maire|secrétaire|trésori)\w*|arriv\w+|recrut\w+|embauch\w+|prend\w* (?:la suite|ses fonctions)|succèd\w+`,
  ),
  leave: listed(
    String.raw`quitt\w+|départ\w*|démission\w*|part\w* à la retraite|ne .{0,30}plus (?:membre|responsable)|sortant\w*|se retire`,
  ),
  own: listed(
    String.raw`responsable\w*|en charge|charg[ée]\w*|pilot\w+|gèr\w+|gér\w+|suivi par|porté par|s'occupe|contact`,
  ),
  interest: listed(
    String.raw`intéress\w*|client\w*|partenaire\w*|utilisat\w+|usager\w*|habitant\w*|association\w*|concern[ée]\w*|financ\w+`,
  ),
  hypothetical: listed(
    String.raw`si|serait|pourrait|aurait|éventuel\w*|peut-être|probable\w*|devrait|au cas où`,
  ),
  condition: listed('(?:si|lorsque|quand|dès que|au cas où)', true),
  negation: listed(String.raw`ne|n'\w+|pas|aucun\w*|jamais|rien|sans|ni`),
  future: listed(
    String.raw`sera|seront|va|vont|aura|auront|prochain\w*|demain|bientôt|prévu\w*|à venir|\w+era|\w+eront|\w+ra|d'ici`,
  ),
  obligation: listed(String.raw`doit|doivent|faut|devr\w+|nécessaire|obligatoire`),
  past: listed(
    String.raw`a été|ont été|était|étaient|a|ont|avait|hier|dernier\w*|dernière\w*|avons|est (?:venu|allé|devenu)\w*`,
  ),
  habit: listed(String.raw`toujours|souvent|chaque|généralement|habituel\w*|régulièrement|tous les`),
  definition: listed(
    String.raw`est une?|sont des|permet\w*|consiste|désigne|signifie|contient|représente|décrit`,
  ),
  explain: listed("car|parce que|afin|donc|ainsi|en effet|puisque|par exemple|c'est-à-dire|grâce"),
  we: listed(
    "nous|notre|nos|on|(?:le|la|l') ?(?:conseil|équipe|comité|bureau|groupe|commission|commune|association)",
  ),
  I: listed("je|j'|me|m'|mon|ma|mes|moi"),
  you: listed('vous|tu|votre|vos|tous'),
  deadline: listed(
    String.raw`avant (?:le|la|fin)|d'ici|jusqu'au|au plus tard|date limite|échéance|pour le \d`,
  ),
  question: /\?\s*$/,
  release: listed(String.raw`version\w*|v?\d+\.\d+(?:\.\d+)?|publi\w+|sorti\w*|disponible\w*|lancement`),
  fix: listed(String.raw`corrig\w+|répar\w+|résol\w+|rétabli\w*|correcti\w+|fix\w*`),
};
