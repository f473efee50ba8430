import type { Tables } from './tables.ts';

/** How German decides; the notation is explained in tables.ts. */
export const german: Tables = {
  endings: ' e n st t en te ten et ete eten est',
  participles: 't et en',
  predicates: `
adopt: nehm~, nimm~, nahm~, nomm~, nutz~, benutz~, verwend~, ein|setz~, ein|führ~, aus|roll~, wähl~, aus|wähl~,
  adoptier~, pilotier~, übernehm~, übernimm~, übernomm~, installier~, ein|bau~, auf|setz~, erlaub~, genehmig~,
  zu|lass~, zu|läss~, zulässig, akzeptier~, verlang~, verpflicht~, vor|schreib~, vor|schrieb~, kauf~, beschaff~,
  führ~ weiter, abonnier~, an|schaff~, favorisier~, gilt, gelten, pflicht, verbindlich, standard, gesetzt, gebucht,
  aktualisier~, ein|schalt~, beschließ~, beschloss~, rein, gewinn~, gewann~, gewonn~, überzeug~, durch|setz~,
  das rennen, den zuschlag, den vorzug, sieger, die wahl ist, gibt es, gibts, zum einsatz, zum zug, in betrieb,
  zum standard, erwart~, her mit, willkommen, kriegen, reicht, reichen, genügt, genügen, obligatorisch, vorgeschrieben,
  neuer standard
adopt auf: wahl, setz~, einig~, verständig~, wahl fiel, fiel die wahl, fällt die wahl, die wahl fällt, bau~,
  zurück|greif~, fest|leg~, standardisier~, vertrau~
adopt für: entscheid~, entschied~, votier~, stimm~, plädier~, aus|sprech~, aus|sproch~
adopt an für: zuschlag
adopt an: kein weg
adopt zu: ja, greif~, griff~
adopt mit: arbeit~, bau~, fahr~, start~, begin~, begonn~
adopt.noun von: einführung, einsatz, nutzung, verwendung, einbau, umsetzung, ausbau, rollout, adoption
adopt.noun auf: upgrade, update, aktualisierung
keep: behalt~, behält~, behielt~, bei|behalt~, bleib~, blieb~, bewahr~, weiter|verwend~, weiter|nutz~, weiter|benutz~,
  weiter|betreib~, weiter|führ~, weiter|verfolg~, aufrecht|erhalt~, verlänger~, unterstütz~
keep bei: bleib~, blieb~
keep an: fest|halt~, fest|hält~, fest|hielt~
keep auf: bleib~, zurück|komm~
stop an: rüttl~, rüttel~
stop: rückgängig, aus|bleib~, ab|schaff~, ab|schalt~, stillleg~, still|leg~, ab|stell~, ein|stell~, auf|geb~, auf|gib~,
  auf|gab~, entfern~, lösch~, streich~, strich~, kündig~, ab|kündig~, aus|muster~, raus, hinaus, rauswerf~, raus|werf~,
  raus|wirf~, raus|worf~, raus|schmeiß~, raus|schmiss~, raus|flieg~, raus|flog~, weg, fort, entfall~, entfäll~,
  aus|bau~, zurück|bau~, zurück|roll~, auf|lös~, verlier~, verlor~, weg|fall~, weg|fäll~, aus|dien~, ausgedient,
  in rente, in die tonne, laufpass, den rücken, außer betrieb, vom netz, herunter|fahr~, runter|fahr~, ein|frier~,
  ein|fror~, ab|brech~, ab|broch~, ab|brach~, sperr~, deaktivier~, stopp~, beend~, aus|lauf~, aus|läuf~, aus|lass~,
  streichen wir, wegwerf~, weg|werf~, weg|worf~, gestorben, schluss, ade, adieu, geht, gehen, ist geschichte,
  aus|schalt~, aus|steig~, aus|stieg~, auf|hör~, weg|lass~, weg|fiel~, abgeschaltet, begrab~, ein|stampf~, ausgelaufen,
  zurück|zieh~, zurück|zog~, zurück|nehm~, zurück|nomm~
stop auf: verzicht~
stop von: trenn~, verabschied~, abschied, rück~ ab, ab|rück~, abkehr, weg, finger weg, die finger, hände weg, lös~,
  ab|lass~, los|sag~
stop mit: schluss, auf|hör~, ab in die tonne, brech~, broch~, nicht weiter, aus|lass~
stop ohne: aus|komm~, auskomm~, weiter|mach~
stop für: aus
stop.noun von: abschaltung, abschaffung, entfernung, stilllegung, kündigung, löschung, aus, abschied, rückbau, ausbau,
  ende, einstellung
stop.noun auf: verzicht
forbid: verbiet~, verbot~, untersag~, ab|lehn~, verwerf~, verworf~, verwarf~, aus|schließ~, aus|schloss~,
  ausgeschlossen, vermeid~, vermied~, unterlass~, meid~, aus|scheid~, aus|schied~, zurück|weis~, zurück|wies~,
  ab|weis~, ab|wies~, nicht in frage, nicht infrage, nicht drin, tabu, vom tisch, unerwünscht, unzulässig,
  lassen wir sein, bleiben lassen, sein lassen, bitte lassen, lohnt nicht, lohnt sich nicht, kommt nicht, nein,
  unterlag~, unterlieg~, unterleg~, durch|fall~, durch|gefall~, abgeblitzt, nicht nötig, überflüssig, riegel,
  ist keine option, sparen wir
poor: bringt nichts, zu langsam, zu teuer, zu komplex, zu groß, zu schwer, zu kompliziert, zu aufwendig, zu aufwändig,
  zu unsicher, zu träge
forbid zu: nein
forbid gegen: entscheid~, entschied~, aus|sprech~, aus|sproch~, votier~, stimm~
forbid.noun von: verbot, ablehnung
prefer: vor|zieh~, vor|zog~, bevorzug~, lieber, vorzug vor
replace gegen: tausch~, ein|tausch~
replace: ersetz~, ab|lös~, aus|tausch~, aus|stech~, aus|stich~, aus|stoch~, aus|sticht~, verdräng~
replace.noun von: ablösung, ersatz, ersetzung, austausch
move: um|steig~, um|stieg~, wechsl~, wechsel~, gewechselt, migrier~, um|stell~, um|zieh~, um|zog~, überführ~, um|rüst~,
  portier~, verlager~, um|schwenk~, zurück|kehr~, zurück|wechsl~, wander~, ziehen, zieht
move.noun: umstieg, wechsel, migration, umstellung, umzug, rückkehr, umschwenk, portierung
place: speicher~, leg~, ab|leg~, halt~, hält~, gehalten, lauf~, läuf~, ab|wickl~, abgewickelt, ausgeliefert,
  aus|liefer~, deploy~, betreib~, kommen, kommt, gehen, land~, schreib~, schrieb~, lieg~, pfleg~, verschlüssel~,
  gebaut, hosten, gehostet, verwalt~, sind jetzt, steh~, erfass~, bearbeit~, miss~, mess~, überwach~, mach~, wird der,
  wird die, wird das, wird unser, wird zentral, sprech~, sprich~, generier~, erzeug~, sammel~, verschick~, send~,
  gelagert, lager~, neu|bau~, validier~, darf, nimmt
place mit: testen, getestet
place über per mit: gibt es, gibts
none: testen, testet, getestet, erprob~
none über: entscheidung, entscheid~, entschied~
none: verschieb~, verschob~, vertag~, vertagt, verleg~, zurück|stell~, auf|schieb~, auf|schob~, offen, frage, behob~,
  beheb~, behoben, fix~, repariert, termin, fällt aus, rutscht, findet, klär~, klärt, danke, prüf~, evaluier~,
  überlegen, diskutier~, zeig~, noch nicht entschieden, wird entschieden, vielleicht, abwarten, melden,
  nachfolger gesucht`,
  tells: 'en t te ten',
  english: 'start rollout update lost halt verboten',
  prepositions: {
    from: 'von, vom, aus, weg von',
    to: 'zu, zum, zur, auf, nach, hin zu, hin zum, hin zur',
    by: 'durch, gegen',
    instead:
      'statt, anstatt, anstelle, anstelle von, an stelle von, statt auf, statt mit, statt in, statt über, statt mit, nicht mehr in, statt von, zulasten, zulasten von, zu lasten, zu lasten von, als ersatz für, an die stelle von',
    favour: 'zugunsten, zugunsten von, zu gunsten von, zu gunsten',
    with: 'mit, via, per, über, mittels',
    in: 'in, im, ins, auf, an, am, unter, aus',
    without: 'ohne',
    other:
      'bei, beim, für, fürs, als, wegen, trotz, seit, ab, bis, vor, hinter, neben, zwischen, je, pro, innerhalb, außerhalb, um, laut, gemäß, dank, zwecks, samt, anhand, außer, gegenüber',
  },
  contracted:
    'im in, ins in, zum zu, zur zu, vom von, beim bei, am an, fürs für, aufs auf, übers über, durchs durch',
  not: 'nicht, nie, niemals, keinesfalls, auf keinen fall, niemand, niemandem, niemanden',
  none: 'kein, keine, keinen, keinem, keiner, keines, weder',
  noMore: 'nicht mehr, nicht länger, gar nicht mehr',
  and: 'und, oder, aber, sondern, sowie, doch, bzw, dann, danach',
  reasons:
    'weil, da, denn, damit, obwohl, sofern, falls, wenn, sobald, solange, bevor, bis, ob, wer, wie, womit, so dass, sodass, um, egal, auch wenn, was, warum, wo, dass wir nicht, nachdem, während',
  pronouns: 'die, der, das, den',
  fillers: `schrittweise schrittweisen vollständig vollständigen komplette kompletten wir ich man es sie er uns sich unser unsere unseren unserem unserer euch die der das den dem des ein eine einen einem einer eines jede jeder jedes jeden alle allen diese dieser dieses diesen
    ist sind war waren wird werden wurde wurden worden sei habe haben hat hatte hatten sein kann können könnte konnte soll sollen sollte sollten will wollen wollten muss müssen mussten darf dürfen möchten würde lassen lasst lass
    beschlossen entschieden empfohlen entscheiden empfehlen planen geplant vorgeschlagen vereinbart künftig kuenftig zukünftig jetzt nun ab_sofort ab_jetzt ab_heute ab_nun sofort infrage nichts heute morgen bald noch nur auch schon bereits mehr wieder weiter weiterhin vorerst erst immer mal
    so zu dass bitte voll ganz eh ohnehin ausschließlich erstmal endgültig komplett langsam nach außerdem dort hier daran dafür davon damit also sonst einfach doch neu neue neuen neues neuer alten alte alter altes altem bisherige bisherigen eigene eigenen eigenes selbst lokal direkt ja nein ergebnis nachtrag tipp protokoll intern extern dauerhaft automatisch einzige einzigen einziges
    ersatzlos hoch los gern gerne rum her hin dabei daher deshalb deswegen zukunft beim`,
  letters: /[äöüß]/iu,
  capitals: true,
  finite:
    'ist sind war waren hat haben hatte hatten wird werden wurde wurden es sie er das bringt kann können soll muss darf wir',
  nobody:
    'team abteilung vorstand runde board architekturboard kollegen kolleginnen januar februar märz april mai juni juli august september oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonntag woche wochen monat jahr jahre jahres quartal herbst sommer winter frühjahr ende anfang ostern weihnachten haus',
  carriers:
    'abhängigkeit abhängigkeiten betrieb vertrag abo einsatz nutzung support version versionen server cluster instanz lizenz update upgrade einführung idee vorschlag umstieg wechsel wiki spike',
};
