import type { Tables } from './tables.ts';

/** How French decides; the notation is explained in tables.ts. */
export const french: Tables = {
  endings:
    'e es ons eons ez ent er era erai erons eront erait eraient ait aient ant ee ees ir it is issons issent issant i ie ies ira irons iront re s t u ue us ues ra rons ront rait t te tes ts',
  predicates: `
adopt: utilis~, adopt~, chois~, retien~, retienn~, reten~, retiendr~, prend~, pren~, prenn~, pris, prise, introdui~,
  introduis~, install~, deploi~, deploy~, autoris~, impos~, exig~, instaur~, activ~, employ~, emploi~, generalis~,
  standardis~, lanc~, achet~, souscri~, valid~, accept~, obligatoire, obligatoires, permis, permise, permettr~,
  permett~, place à, met en place, mettre en place, mettons en place, mis en place, mettre en œuvre, mise en place,
  bienvenue, il faut, suffit, suffisent, standard, par défaut, gagn~, approuv~
adopt pour: prononc~, opt~, vot~, tranch~
adopt sur: parti~, part~, tabl~, bas~, mis~, standardis~, port~, appui~, appuy~, repos~, align~, choix s'est porté,
  le choix se porte, pari~
adopt de: fait le choix, faisons le choix, faire le choix
adopt a: recour~, faire appel, faisons appel, fait appel, souscri~, fi~, confi~
adopt avec: déploi~, part~, constru~, travaill~
adopt.noun de: mise à jour, mise en place, adoption, introduction, usage, utilisation, emploi, recours, déploiement,
  installation, activation, mise en œuvre, passage obligatoire, généralisation
adopt.noun a: recours
keep: gard~, conserv~, maintien~, maintienn~, mainten~, maintenu~, continu~, rest~, preserv~, poursui~, poursuiv~,
  renouvel~, renouvell~, reconduit, reconduits, demeur~
keep avec: continu~, rest~
keep sur en: rest~
keep a: fidèle, fidèles, rest~, tien~, s'en tenir
stop a: touch~
stop: ferm~, quitt~, gel~, congel~, abandonn~, supprim~, retir~, enlev~, arret~, desactiv~, decommissionn~,
  laiss~ tomber, jet~, elimin~, resili~, etein~, cess~, suspend~, debranch~, annul~, revenir en arrière sur,
  revenons en arrière sur, retour arrière sur, exit, terminé, terminée, dégag~, vir~, depreci~, fini les, fini le,
  fini la, adieu, enterr~, remis~, au placard, au rebut, hors service, aux oubliettes, démantel~, périm~, obsolète,
  purg~
stop a: renonc~, mettre fin, mettons fin, met fin, mis fin, dire non, disons non, dit non, dire adieu, disons adieu
stop sur: tire un trait, tirons un trait, tirer un trait, fait une croix, faisons une croix, fait l'impasse,
  faire l'impasse, faisons l'impasse
stop de: se passer, on se passe, nous nous passons, passerons, passera, se sépar~, sépar~, débarrass~, défai~,
  désengag~, éloign~, fini
stop avec: arrêt~, fini, en finir, rompr~
stop.noun de: abandon, suppression, arrêt, retrait, résiliation, fin, décommissionnement, désactivation, extinction,
  sortie
forbid: interdi~, interdire, interdit, interdits, bann~, rejet~, rejett~, refus~, ecart~, evit~, exclu~, exclure,
  proscri~, proscrire, decline~, élimin~, ne vaut pas, hors de question, inutile, défendu, prohib~, perd~, perdu,
  insuffisant
poor: trop cher, trop chère, trop lourd, trop lourde, trop lent, trop lente, trop complexe, trop compliqué,
  trop compliquée, rien apporté, n'apporte rien
forbid de: interdi~, défend~, défendu
forbid contre: opt~, vot~, tranch~
forbid.noun de: interdiction, rejet, refus
replace: remplac~, substitu~, supplant~, detron~, prend la place, succed~, échang~, troqu~
replace.noun de: remplacement, substitution
move: migr~, bascul~, transfer~, transfér~, port~, convert~, convertir, sort~
move.noun: migration, passage, bascule, transition, transfert
win: emport~, bat, battu, surpass~
prefer: mieux vaut, vaut mieux, prefer~, préfèr~, privilegi~, favoris~
place avec: tester, testons, testé
none: tester, testons, testerons, essay~, expériment~
place: transit~, réécri~, écri~, stock~, heberg~, conserv~, gér~, ger~, part~, envo~, deploy~, déploy~, pass~, confi~,
  externalis~, mont~, revien~, revenon~, reven~, viv~, tourn~, fai~, construi~, rédig~, relais, prend le relais,
  sera le, sera la, devien~, deviennent, traité, traités, traitées, traiter, délégu~, centralis~, versionn~, retourn~,
  vont, va
none: report~, repouss~, differ~, décal~, decal~, ajourn~, corrig~, correction, correctif, revoir, à l'étude, étudi~,
  discut~, évalu~, reste à décider, en suspens, plus tard, merci, réunion, point, rappel`,
  tells: 'lace er ir ez ons ent ee ees tre dre',
  english:
    'installer converter reporter employer transfer banner refuser reviser porter adopter exporter continuer starter latent part different employee employees discontinuer fair preserver replacer deployer exit',
  prepositions: {
    from: 'de, depuis',
    to: 'à, a, vers, sur, en, chez',
    by: 'par, contre, pour',
    instead:
      'au lieu de, au détriment de, plutôt que, plutôt que de, à la place de, en remplacement de, en lieu et place de, de préférence à, et non, et non pas, mais pas, et pas',
    favour: 'au profit de, en faveur de, à la faveur de',
    with: 'avec, via, grâce à, au moyen de, par',
    in: 'dans, sur, sous, chez, en, à, a, depuis',
    without: 'sans',
    other:
      "pour, comme, afin de, avant, après, pendant, durant, entre, jusqu'à, jusque, selon, malgré, vu, d'ici, de ici, contre, face à, hors, sauf, auprès de, en tant que, côté, lors de, suite à, faute de, devant, derrière",
  },
  contracted: 'du de, au a, aux a, à a, vers vers',
  not: 'pas, jamais, point, aucunement',
  none: 'aucun, aucune, pas de, ni, zéro',
  noMore: 'plus',
  and: 'et, ou, mais, puis, ensuite, ainsi que, tandis que',
  reasons:
    'parce que, car, puisque, afin que, bien que, si, quand, lorsque, dès que, tant que, pour que, comme, qui, dont, où, alors que, étant donné, en raison de, à cause de, afin de, vu que, faute de',
  pronouns: '',
  fillers: `progressif progressive complet complète définitif définitive qui_est qui_sera qui_a nous on je des il elle ils elles se s' ne le la les l' un une des ce cet cette ces notre nos leur leurs tout toute tous toutes chaque y en que est sont sera seront été etait était étaient soit a ont avons avait avoir etre être fait faire
    décidé décide décidons décident décidé doit doivent devons devra faut peut pouvons peuvent allons va veut voulons désormais maintenant dorénavant déjà encore toujours aussi uniquement seulement bientôt progressivement définitivement enfin donc vraiment
    d'abord ancien ancienne anciens nouveau nouvelle nouveaux nouvelles actuel actuelle propre rien juillet directement proposition proposons propose recommandé recommandons usage l'usage utilisation choix c'est comité équipe essais`,
  letters: /[àâçèéêëîïôœùû]/iu,
  capitals: false,
  finite:
    'ne est sont sera seront été était étaient a ont avons avait doit doivent peut peuvent il elle ils elles ce je on nous',
  nobody:
    'équipe comité janvier février mars avril mai juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche semaine mois année an fin instant arrière cause place production relais choix réunion point',
  carriers:
    'dépendance dépendances cluster instance serveur contrat abonnement support usage utilisation version licence proposition migration mise à jour idée clients grappe',
};
