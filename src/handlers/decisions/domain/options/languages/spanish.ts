import type { Tables } from './tables.ts';

/** How Spanish decides; the notation is explained in tables.ts. */
export const spanish: Tables = {
  endings:
    'o as a amos an ar e es emos en are ara aremos aran aria ariamos arian ando ado ada ados adas aba aban aron er ir imos io ieron ido ida idos idas iendo eremos iremos era ira eran iran eria iria',
  predicates: `
adopt: us~, utiliz~, utilic~, emple~, adopt~, elig~, elij~, eleg~, escog~, escoj~, introduc~, introduzc~, implant~,
  implement~, instal~, permit~, autoriz~, autoric~, exig~, exij~, compr~, contratar, contratamos, contrataremos,
  contratado, activ~, habilit~, acept~, aprob~, aprueb~, obligatorio, obligatoria, obligatorios, obligatorias, mont~,
  nos basta con, basta con, basta, bienvenido, entra, entran, estándar, por defecto, imponer, impon~, requier~,
  requer~, desplegar, incorpor~, añad~, lanz~, pon~ en marcha, ponemos en marcha, estren~, generaliz~, tom~, prioriz~,
  prioric~, escogid~, hacer uso, ganador, ganadora
adopt por: opt~, apost~, apuest~, decant~, decid~, inclin~, vot~
adopt a: damos el salto, dar el salto, recurr~
adopt en: apoy~, conf~, bas~
adopt con: trabaj~, quedamos, nos quedamos, me quedo
adopt.noun de: adopción, introducción, uso, utilización, implantación, implementación, despliegue, instalación,
  activación, empleo
keep: manten~, mantien~, mantendr~, mantuv~, conserv~, continu~, segu~, sigu~, sig~, preserv~, renov~, renuev~, qued~,
  permanec~, siguen, sigue
keep con: segu~, sig~, sigu~, continu~, qued~
keep en: qued~, segu~, permanec~, sigu~
stop: cerr~, cierr~, toc~, congel~, elimin~, abandon~, retir~, quit~, borr~, apag~, desactiv~, deshabilit~, suprim~,
  cancel~, dej~ de, dej~, descontinu~, discontinu~, jubil~, deshac~, deshech~, reviert~, revert~, fuera, adiós,
  adiós a, se acab~, acabaron, remov~, remuev~, desinstal~, deprec~, ces~, parar, paramos, basta de, desmont~,
  desmantel~, dej~ atrás, tir~, dar de baja, damos de baja, dado de baja, obsoleto, sobra, sobran
stop a: dec~ no, decimos no, renunci~, dec~ adiós, decimos adiós, fin
stop de: prescind~, deshac~, desped~, despid~, desprend~, olvid~, libr~, basta, alej~
stop con: acab~, termin~, romp~
stop.noun de: eliminación, abandono, retirada, supresión, cancelación, fin, apagado, desactivación, baja
forbid: prohib~, prohíb~, desech~, descart~, rechaz~, rechac~, evit~, veto, vet~, desestim~, desaconsej~, exclu~,
  excluy~, impid~, imped~, neg~, no merece la pena, no vale la pena, no hace falta, innecesario, perdió, pierde,
  nada de, ni hablar de
poor: demasiado caro, demasiado cara, demasiado lento, demasiado lenta, demasiado complejo, demasiado compleja,
  no aportó nada, no aporta nada
forbid contra: opt~, decid~
forbid.noun de: prohibición, rechazo
replace: reemplaz~, reemplac~, remplaz~, remplac~, sustitu~, sustituy~, substitu~, substituy~, releva, relev~,
  desbanc~, desplaz~, cambi~, intercambi~, reemplazo, cambiamos
replace.noun de: sustitución, reemplazo, remplazo, cambio
move: migr~, traslad~, muev~, mov~, port~, convert~, conviert~, salt~, transicion~, sal~, salg~
move.noun: migración, paso, cambio, traslado, transición, salto
win: gan~, venc~, super~
prefer: mejor, prefer~, prefier~, prefir~, antepon~
place con: prob~
none: prob~, ensay~
place: reescrib~, irán, transit~, guard~, almacen~, aloj~, proces~, despleg~, desplieg~, gestion~, env~, pas~, sub~,
  volv~, vuelv~, regres~, deleg~, va, van, vive, viven, corre, corren, escrib~, hac~, haremos, será, serán, construy~,
  constru~, cambi~, centraliz~, actualiz~, actualic~
none: aplaz~, aplac~, pospon~, pospuest~, posterg~, retras~, corrig~, correg~, corregido, corrección, pendiente,
  pendientes, por decidir, evalu~, discut~, estudi~, revis~, arregl~, reunión, gracias, todavía`,
  tells: 'aza uye an ar ir er mos ado ada ados adas ido ida idos idas ando iendo cion aron ieron ara aran',
  english: 'user mover remover reviser',
  prepositions: {
    from: 'de, desde',
    to: 'a, hacia, en',
    by: 'por, con',
    instead:
      'en lugar de, en detrimento de, en vez de, antes que, en sustitución de, en reemplazo de, y no, y no por, frente a, no por, y no con, no con',
    favour: 'a favor de, en favor de, en beneficio de',
    with: 'con, mediante, vía, a través de, por',
    in: 'en, sobre, bajo, a, desde, dentro de',
    without: 'sin',
    other:
      'para, como, tras, hasta, durante, entre, según, contra, ante, a partir de, antes de, después de, por culpa de, debido a, junto a, excepto, salvo, que, por ahora, por el momento, al menos, a causa de',
  },
  contracted: 'del de, al a',
  not: 'no, nunca, jamás, tampoco',
  none: 'ningún, ninguna, ninguno, ni, cero, nada de',
  noMore: 'ya no, no más, nunca más',
  and: 'y, e, o, u, pero, sino, luego, después, mientras que',
  reasons:
    'porque, ya que, puesto que, dado que, pues, si, cuando, aunque, mientras, así que, que, como, quien, donde, para que, debido a, a causa de, por culpa de',
  pronouns: '',
  fillers: `progresivo progresiva completo completa gradual definitivo definitiva nosotros se nos lo la los las el le les me un una unos unas este esta estos estas ese esa nuestro nuestra nuestros nuestras su sus cada todo toda todos todas es son será serán fue fueron ha han hemos había haber ser sido está están estamos estará sería
    decidimos decidido decidió decide decidir acordamos acordado acordó debe deben debemos deberá puede pueden podemos podrá vamos queremos quiere quiere ahora ya aún todavía también solo sólo únicamente siempre más desde ahora definitivamente progresivamente
    finalmente antiguo antigua antiguos nuevo nueva nuevos nuevas actual propio propia proponemos propuesta propuesto recomendamos recomienda pasan usando hoy hay que tarde directamente equipo comité`,
  letters: /[áéíóúñ¿¡]/iu,
  capitals: false,
  finite: 'es son será serán fue fueron ha han hemos había está están debe puede pueden nos lo se',
  nobody:
    'equipo comité enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado domingo semana mes año fin momento costes producción reunión ahora adelante',
  carriers:
    'dependencia dependencias clúster instancia servidor contrato suscripción soporte uso versión licencia propuesta migración actualización idea',
};
