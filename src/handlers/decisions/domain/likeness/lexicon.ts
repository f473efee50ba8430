/**
 * What decisions about software speak of, in English, German, French and Spanish. A line is a concept and the beginnings of
 * its words; `=` stands before a whole word. Words of six letters and more are found within compounds as well.
 */
export const lexicon = `
database: databas, datenbank, bases de donn, =bdd, =db, =dbs, base de dat, basededat
table: table, tabelle, tabla
column: column, spalte, colonn, columna, field, champ, campo, =felder, =feld
query: query, queries, abfrage, requet, consulta
index: index, indice
row: =row, =rows, zeile, ligne, =fila, =filas, record, =datensatz
schema: schema, esquema
migrate: migrat, migrier, migrar, migrer, umzug, umziehen, =zieht
replica: replica, replik, lesereplik, follower, standby, replic
primary: primary, hauptdatenbank, primair, primaria, =master
server: server, serveur, servidor, machine, maschine, rechner, instance, =vm, =vms, hardware, bare metal
cloud: cloud, hyperscaler, nube, nuage, wolke, azure, =aws, =gcp
hosting: hosting, hosted, provider, prestatair, anbieter, proveedor, dienstleister, =saas, managed, verwaltet, gere, gestionad, vendor
own: =own, ourselv, selbst, eigen, propre, propio, propia, self, inhouse, on-prem, =rack, =racks, colocation, rechenzentrum, data centr, =datacenter
deploy: deploy, ausliefer, ausroll, deploie, despleg, desplieg, rollout, livraison
release: releas, version, veroffentlich, publier, publicar, sortie
pipeline: pipelin, =ci, =cd, build, kette
test: test, prueba, essai, pruef, prueft, verify
unit: =unit, unitair, unitari, modultest
container: contain, docker, conteneur, contenedor
kubernetes: kubernet, =k8s, cluster, =helm
service: servic, dienst, servicio, microserv
monolith: monolith, monolit, =one application, =single application
module: modul, packag, paket, paquet
split: split, separat, trenn, aufteil, getrennt, separ, decoup, divid, carve, =apart, zerleg
merge: merg, fusion, zusammen, unif, consolid, combin, bring together, vereinig
repository: repo, depot, monorepo, polyrepo, submodul
branch: branch, zweig, =rama, =ramas, trunk
commit: commit
review: review, =pr, =prs, pull request, approv, genehmig, freigabe, approuv, revis, aprob, relectur, begutacht
document: docum, =docs, wiki, manual, handbuch, manuel, handbook, readme
markdown: markdown, asciidoc, =md
meeting: meeting, besprech, treffen, reunion, =call, =calls, stand-up, standup, video, sprechen, =treff
sprint: sprint, scrum, iteration, zweiwoch
kanban: kanban, =wip
estimate: estimat, schatz, estim, point, punkte
oncall: on-call, oncall, pager, guardia, bereitschaft, astreint, wake, woken, page, =rota
alert: alert, alarm, alerta, notif, benachricht
monitor: monitor, uberwach, surveill, observ, metric, metrik, metriq, dashboard
log: =log, =logs, logging, logg, protokoll, journal, registro
trace: trac, spans, telemetr
error: error, fehler, erreur, fail, ausfall, panne, outage
slo: =slo, =slos, =sla, budget
password: password, passwort, mot de passe, contrasen, kennwort
login: login, log in, sign in, anmeld, connexion, =acceso, auth, session, =sso, =oidc, identit, identid
token: token, =jwt, =jwts, cookie, jeton
encrypt: encrypt, verschlussel, chiffr, cifra, crypt
secret: secret, geheim, credential, vault, =keys, =key, schlussel, clef, =cle, =cles, clave
permission: permiss, recht, droit, permis, rolle, =role, =roles, =rbac, access, zugriff, acces
user: user, nutzer, benutzer, utilisat, usuari, customer, kunde, client, member, mitglied
browser: brows, navigat, =ie, explor
mobile: mobil, phone, =ios, android, native, nativ, =handy, telefon, flutter, =kotlin, swift
frontend: front-end, frontend, front, oberflach, interfac, =ui, portal
page: =seite, seiten, =site, website, =spa
script: javascript, =js
types: typescript, =ts, typed, types, typis, typage, tipado, mypy, strict
style: style, =css, tailwind, design system
component: compon, bausteine, widget
render: render, =ssr, =csr, hydrat
bundler: bundl, webpack, =vite, esbuild, rollup, rspack, turbopack
framework: framework, marco
library: librar, bibliothek, bibliothe, bibliotec
language: languag, sprache, langu, idioma, lengua
api: =api, =apis, endpoint, schnittstell, rest, openapi, swagger
graphql: graphql
grpc: grpc, protobuf, proto
websocket: websocket, socket, =sse, server-sent, push, event stream, dauerverbind, connexion permanent
poll: poll, period, interrog, every second, abfragen
contract: contract, vertrag, contrat
first: =first, zuerst, abord, primero, before, upfront, avant, antes
generate: generat, erzeug, gener, deriv, codegen
version: semver, calver, semantic, semantis, =version number
event: event, ereignis, evenement, evento
queue: queue, warteschlang, file d, cola, broker, rabbitmq, kafka, =sqs, sidekiq, celery, job
stream: stream, strom, flux de
batch: batch, nightly, nachts, nuit, noche, cron, schedul
cache: cach, zwischenspeich, =redis, memcach
outbox: outbox, dual write
search: search, such, recherch, busqu, elasticsearch, opensearch
analytics: analytic, warehous, bigquery, clickhous, snowflake, report, bericht, rapport, informe, auswert
retention: retention, erase, losch, delet, supprim, borrar, elimin, aufbewahr, purg
backup: backup, sicherung, sauvegard, copia de seg, restor, wiederherst
archive: archiv
history: histor, verlauf, audit, append-only
offline: offline, ohne netz, hors ligne, =sync, synchron, sincron, abgeglichen, local first
conflict: conflict, konflikt, =crdt, =lock, locking, concurren
payment: payment, zahlung, paiement, pago, card, karte, carte, tarjeta, checkout, stripe, mollie, adyen
money: =price, =cost, costs, =bill, kosten, cout, coste, budget, cheap, expens, =prix, =preis, precio
mail: mail, courriel, correo, smtp, postfix, sendgrid, postmark, brevo
list: mailing list, mailinglist, mailman, liste
forum: forum, foro, discours, discussion
chat: chat, slack, discord, zulip, matrix, =irc, canal, kanal, channel, mattermost
license: licens, licenc, lizenz, =gpl, =agpl, =lgpl, =mit, apache, copyleft, permissiv
contribut: contribut, beitra, contribu, =cla, =dco, sign-off
infrastructure: infrastruct, infrastruk, terraform, pulumi, ansible, opentofu, infraestr, =iac
gitops: gitops, argo, flux, manifest
push: =push
region: region, =zone, zones, =site, sites, standort, geograph, multi-region, redundan
function: function, serverless, lambda, =faas, funktion, fonction, funcion
permanent: always on, permanent, long-running, never sleep, dauer, siempre
small: small, klein, petit, peque
environment: environ, umgebung, environn, entorno, staging, preview, recette, ephem, vorschau
local: =local, lokal, laptop, development, entwickl, dev
hand: =hand, manual, manuell, manuel, hand-, click, klick, =main, =mano
automatic: automat, bot, renovate, dependabot
dependency: dependenc, abhangig, dependanc, depend
update: updat, upgrad, aktualis, mise a jour, actualiz
flag: =flag, =flags, toggle, launchdarkly, unleash, schalter
canary: canary, gradual, progress, blue, percent, prozent, schrittweise
rollback: rollback, roll back, zuruckroll, revert
team: team, equip, equipo, mannschaft, gruppe
developer: develop, entwickler, desarroll, developp, engineer, programm
week: week, woche, semain, seman
month: month, monat, mois, =mes, mensual
day: daily, =day, =days, taglich, =tag, =tage, jour, =dia, =dias
year: =year, years, =jahr, jahre, =an, annee, ano
two: =two, zwei, deux, =dos, second, zweit
one: =one, single, =ein, =eine, =einen, =un, =une, =una, einzig, seul, unic, only
date: date, datum, fecha, train, calendar, fahrplan, fixed, fest
ready: =ready, fertig, pret, listo
support: support, unterstutz, sopport, soport
code: =code, quellcode, codigo
layer: layer, schicht, couche, capa, hexagon, adapter, adaptat, adaptad, ports
core: =core, domain, kern, noyau, nucleo, business logic, metier, negocio
orm: =orm, prisma, sqlalchem, hibernate, typeorm, gorm, raw sql
sql: =sql, sqlc, jooq
nosql: nosql, mongo, document stor, dynamo, couch
id: =id, =ids, uuid, ulid, =key sequence, identifier, bezeichner
time: =utc, time zone, timezone, zeitzon, fuseau, huso
feature: feature, funktional, fonctionnal
accessible: accessib, wcag, barrierefrei, screen reader
translate: translat, ubersetz, traduc, traduct, i18n, locale
image: image, picture, =bild, bilder, imagen, =cdn, asset
file: =file, =files, datei, fichier, archivo, object stor, bucket, =s3, minio, blob
limit: limit, quota, throttl, rate, begrenz, grenz
retry: retr, wiederhol, reessa, reintent, idempot
timeout: timeout, deadline, circuit
security: secur, sicherh, securit, segurid, vulnerab, scan
network: network, netz, reseau, =red, vpn, firewall, proxy, ingress, gateway
tenant: tenant, mandant, locatair, inquilin, per customer
hire: hire, interview, einstell, embauch, contrat
remote: remote, buro, office, bureau, oficina, telework
write: writ, schreib, ecri, escrib
read: =read, reads, lesen, lectur, leer
tool: tool, werkzeug, outil, herramient
format: format, linter, =lint, eslint, biome, prettier
compile: compil, transpil, =rust, =go
machine learning: =ml, =llm, model, modell, modele, modelo
diagram: diagram, drawing, zeichn, schema dessin, structurizr
pair: =pair, pairing, =mob
incident: incident, postmortem, vorfall, retrospect
runbook: runbook
form: =form, forms, formular, formulair, formulari
state: =state, store, redux, zustand, etat, estado, mobx
`;

/** Words of these languages that say nothing of their own. */
export const functionWords = `
der die das den dem des ein eine einen einer eines und oder mit ohne nicht kein keine keinen wird werden wurde ist sind war hat haben sich
auf aus bei bis fur von vom zum zur zu im in an am als auch nur noch nach uber unter vor weil denn dass wir ihr sie es man statt
le la les un une des du de et ou avec sans ne pas plus que qui par pour dans sur sous au aux ce cette ces est sont nous vous ils elles on
el los las unos unas y o con sin no se que por para en del al lo es son ya su sus nos como mas pero desde
it its that this which who than then too own more most other each every
`;
