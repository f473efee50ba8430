/** Matters of running, securing and agreeing, in everyday words as well as by names. The notation is explained in read.ts. */
export const people = `
sign in by link.with: magic link*, sign-in link, login link, link by e-mail, passwordless, one-time link, email link, link sent by, one-time code, otp by sms, sms code, receive a url
sign in by link.key: passkey*, webauthn, fido2, security key*, yubikey*
sign in by link.word: e-mail and password, email and password, username and password, e-mail plus password, passwort*, classic password
sign in by link.: log in, login, sign in, sign-in, anmeld*, credentials, registration, account creation, einlogg*
who is who.own: own user table, own login, home-grown auth, self-built auth, devise, built-in auth
who is who.bought: auth0, okta, cognito, clerk, firebase auth, entra, azure ad, workos, stytch, fusionauth cloud
who is who.hosted: keycloak, authentik, zitadel, ory, kratos, authelia, dex, hydra, identityserver, freeipa
who is who.: identity provider, idp, sso, single sign-on, saml, oidc, openid connect, oauth*, ldap, active directory, federation, user directory, scim, identitat*, shibboleth
may do.: rbac, abac, rebac, role based, opa, rego, cedar, openfga, spicedb, casbin, permission check*, authori*, policy engine, row level security, row-level security, rls, berechtigung*, least privilege, scopes, admin rights, access control, zanzibar
clash rule.last: last write wins, last-write-wins, lww, latest wins, newest wins, newer updated_at, most recent change wins, timestamp wins, last modification
clash rule.merge: crdt*, automerge, yjs, merge per field, field-level merge, field level merge, operational transform*, three-way merge, automatic merge
clash rule.people: ask the user, manual merge, user picks, show both versions, conflict dialog*, person decides, conflict is shown
clash rule.: conflict*, conflicting edit*, offline edit*, sync conflict*, concurrent edit*, stale edit*, optimistic lock*, pessimistic lock*, etag, if-match, version column, konflikt*, overwritten silently
secret home.: vault, openbao, secrets manager, key vault, parameter store, sops, sealed secret*, external secrets, age encrypted, doppler, infisical, 1password, kms, hsm, .env, environment variables for secrets, rotat*, secret store, unseal, bitwarden, managed identity, workload identity, oidc federation, short-lived credentials, long-lived key*, access key*, geheimnis*, zugangsdaten
wire safe.: mtls, mutual tls, tls everywhere, let's encrypt, acme, cert-manager, certificate*, zertifikat*, plain http inside, terminate tls, hsts, tls 1.2, tls 1.3, wildcard certificate, private ca, spiffe, spire, step-ca
at rest.: encrypt* at rest, disk encryption, column encryption, field-level encryption, envelope encryption, byok, luks, pgcrypto, tokeniz*, tokenis*, client-side encryption, end-to-end encrypt*, e2ee, verschlussel*, argon2, bcrypt, scrypt, password hash*, pbkdf2
attack watch.: pentest*, penetration test*, bug bounty, threat model*, waf, crowdsec, fail2ban, intrusion, siem, falco, dast, sast, vulnerability scan*, trivy, grype, snyk, dependabot alert*, cve*, security.txt, red team, audit log*, audit trail, captcha*, bot protection, turnstile, ddos, security advisor*
web guard.: csp, content security policy, csrf, xss, samesite, cors, subresource integrity, trusted types, clickjacking, sanitiz*, sanitis*, dompurify, escape*, ssrf, security header*
private data.: gdpr, dsgvo, pseudonym*, anonymi*, consent*, cookie banner, right to be forgotten, data protection, personal data, pii, retention period, data residency, eu region, hipaa, personenbezogen*, datenschutz*, einwilligung*, data minimi*, legal hold
visit counts.own: matomo, piwik, plausible, umami, goatcounter, server logs, self-hosted analytics, open web analytics, own analytics, posthog self-hosted, without cookies
visit counts.bought: google analytics, ga4, mixpanel, amplitude, segment, heap, adobe analytics, hotjar, fullstory
visit counts.: web analytics, analytics, tracking, page views, visitor*, product analytics, besucher*, funnel, usage statistics
box pick.containers: docker, podman, containers, containerd, compose, docker compose, container image*, oci
box pick.cluster: kubernetes, k8s, k3s, eks, gke, aks, openshift, nomad, swarm, ecs, fargate, rancher, talos, helm, kustomize, argo cd, argocd, flux, cluster
box pick.plain: plain vm*, virtual machine*, systemd, bare servers, ansible on, root server*, hetzner, packages on the host, single server, one big server, one vm, dedicated server
box pick.platform: heroku, fly.io, render.com, railway, app runner, cloud run, vercel, netlify, app engine, beanstalk, paas, dokku, coolify, kamal
box pick.functions: lambda, lambdas, cloud functions, azure functions, workers, serverless, faas, functions as a service, edge functions
ci host.own: self-hosted runner*, own runners, own hardware, mac mini*, own build server, buildkite, jenkins, teamcity, drone, woodpecker, concourse, bamboo, on-prem ci, build machine*, own agents, eigene runner
ci host.bought: github actions, gitlab ci, circleci, travis, azure pipelines, bitbucket pipelines, hosted runner*, cloud executor*, xcode cloud, bitrise, appveyor, cirrus ci, codebuild, cloud build
ci host.: build minutes, runner*, build agent*, ci minutes, queue time, ci cost, executor*, pipeline host, build-server
ship how.progressive: canary, canaries, progressive delivery, ring deploy*, percentage rollout, gradual rollout, blue/green, blue-green, shadow traffic, staged rollout, phased rollout, argo rollouts, flagger, traffic split*
ship how.all: rolling update, big bang, maintenance window, all at once, in-place deploy, wartungsfenster, downtime deploy*, recreate
ship how.: zero downtime, zero-downtime, deployment strategy, rollback, roll back, roll forward, release gate*, deploy freeze, freeze, friday deploy*, deploy on friday*, continuous deployment, ausroll*, promotion between environments, auslieferung
turn on.: feature flag*, feature toggle*, launchdarkly, unleash, flagsmith, openfeature, growthbook, kill switch*, toggles, dark launch, a/b test*, experiment*, split.io, configcat, remote config
watch tools.own: prometheus, grafana, loki, tempo, jaeger, zipkin, thanos, mimir, victoriametrics, elk, self-hosted sentry, glitchtip, graylog, signoz, opensearch dashboards, zabbix, nagios, icinga, checkmk, netdata, uptime kuma
watch tools.bought: datadog, new relic, dynatrace, honeycomb, splunk, sentry, cloudwatch, papertrail, logtail, grafana cloud, better stack, appdynamics, rollbar, bugsnag, lightstep, pingdom
watch tools.: observability, monitoring, traces, tracing, opentelemetry, otel, log aggregation, log shipping, fluent bit, vector agent, sampling, cardinality, error tracking, apm, uberwach*, uptime, logs are, dashboards
wake who.: on-call, on call, pager*, opsgenie, alert*, escalation*, runbook*, sev1, incident*, post-mortem*, postmortem*, blameless, status page, slo, sla, error budget*, bereitschaft*, alert fatigue, alarm*, burn rate, symptom based
safe copies.: backup*, restore test*, restic, borg, barman, pgbackrest, wal-g, point-in-time, pitr, disaster recovery, rpo, rto, snapshots of the volume, off-site, offsite, datensicher*, velero, standby region, failover, multi-region, active-active, cold standby, 3-2-1, immutable backup*, wiederherstell*
infra text.: terraform, opentofu, pulumi, cloudformation, cdk, bicep, ansible, puppet, chef, salt, nixos, crossplane, infrastructure as code, iac, click-ops, clickops, by hand in the console, remote state, terragrunt, state file*, modules for terraform, drift detection, cloud-init, packer
spend.: cost*, invoice, bill, expensive, budget, spot instance*, reserved instance*, savings plan, finops, pricing, price hike, cheaper, kosten, teuer*, rechnung, pay per use, egress, licence fee*, license fee*, tripled, per seat, vendor lock-in, lock-in
front door.: nginx, caddy, traefik, haproxy, envoy, istio, linkerd, kong, apisix, tyk, api gateway, ingress, load balancer, reverse proxy, service mesh, sidecar*, cloudflare, fastly, cloudfront, akamai, bunny, cdn, gateway api, cilium, varnish, edge caching, anycast
names how.: dns, route 53, route53, bind, coredns, powerdns, service discovery, consul, etcd, zookeeper, eureka, split horizon, domain registrar, ttl of records, external-dns
private net.: vpn, wireguard, tailscale, headscale, openvpn, zero trust, bastion, jump host, private network, vpc, peering, firewall rule*, beyondcorp, teleport, ssh keys, ssh access, ipv6, nat gateway, security group*
message road.log: kafka, redpanda, pulsar, kinesis, event hub*, event log, event stream*, warpstream, partitions, consumer group*
message road.queue: rabbitmq, sqs, activemq, artemis, service bus, nats, jetstream, zeromq, beanstalkd, amqp, message queue*, message broker, pub/sub, pubsub, sns, ibm mq, warteschlange*
message road.table: postgres as a queue, listen/notify, skip locked, outbox, database queue, jobs table, pgmq, polling table
quick store.: redis, valkey, memcached, dragonfly, keydb, hazelcast, caffeine, in-process cache, in-memory cache, local cache, ehcache, ignite, cache invalidat*, stampede, ttl, cache-aside, write-through, read-through, memoiz*, zwischenspeicher*, stale-while-revalidate, cached
row store.relational: postgres, postgresql, mysql, mariadb, sql server, oracle, sqlite, relational, relational database, sql database, aurora, cockroach*, yugabyte, tidb, spanner, relationale*, rdbms, planetscale, neon, vitess, libsql, turso, firebird, db2
row store.document: mongodb, mongo, couchdb, couchbase, dynamodb, firestore, cosmos db, cosmosdb, documentdb, rethinkdb, document database, document store, nosql, schemaless, ferretdb, dokumentdatenbank, ravendb
row store.wide: cassandra, scylla*, hbase, bigtable, wide column, rocksdb, leveldb, lmdb, badger, key value store, key-value store, foundationdb
row store.graph: neo4j, graph database, janusgraph, arangodb, memgraph, dgraph, age extension, sparql, rdf, triple store, tinkerpop, kuzu, recursive cte*
find text.engine: elasticsearch, opensearch, solr, meilisearch, typesense, algolia, sphinx search, manticore, quickwit, zinc, lucene, vespa
find text.database: full-text in postgres, tsvector, fts5, pg_trgm, trigram*, full text index, database search, paradedb, postgres full text, full-text search in
find text.: full-text, full text, volltext*, search engine, search box, autocomplete, typeahead, fuzzy search, typo*, facets, search relevance, synonyms, suche
ids of rows.: uuidv7, uuidv4, ulid, snowflake id*, bigint id*, auto increment, auto-increment, serial key*, natural key*, surrogate key*, nanoid, ksuid, sequence*, primary key*, ksuids, identity column, composite key*, primarschlussel*
change schema how.: flyway, liquibase, alembic, prisma migrate, migration tool, expand and contract, expand/contract, online schema change, gh-ost, pt-online, sqitch, atlas, dbmate, goose, rails migration*, schema migration*, backwards compatible migration*, down migration*, rollback script*, forward only, forward-only, migrate at boot, migrations run, schemaanderung*, ef migrations, pgroll
sql or map.: orm, hibernate, jpa, entity framework, dapper, sqlalchemy, prisma, drizzle, typeorm, sequelize, activerecord, active record, diesel, sqlx, gorm, ecto, jooq, mybatis, query builder, raw sql, handwritten sql, stored procedure*, kysely, knex, sqlc, lazy loading, exposed, doctrine, eloquent
many customers.: multi-tenan*, tenant*, schema per tenant, database per tenant, tenant_id, shared schema, silo, pooled, mandant*, noisy neighbour*, per-tenant
keep past.: event sourcing, event-sourced, history table*, temporal table*, audit table*, bitemporal, append only, append-only, versioned rows, system versioned, cqrs, projection*, soft delete*, soft-delete*, deleted_at, hard delete*, tombstone*, archiv*, paranoia, is_deleted, historis*
big table.: partition*, shard*, citus, read replica*, connection pool*, pgbouncer, odyssey, vacuum, bloat, index bloat, materialized view*, covering index, brin, cold storage, hot/cold, table size, retention job, partitionier*
work rhythm.flow: kanban, wip limit*, continuous flow, no sprints, shape up, six-week cycles, cooldown, flow based
work rhythm.sprint: scrum, sprint*, two-week, iterations, sprint planning, safe, pi planning, velocity
work rhythm.: planning, backlog, refinement, standup*, stand-up*, daily, retro*, ceremonies, cycle time, lead time, arbeitsweise
guess size.with: story points, planning poker, t-shirt size*, estimates, schatz*, person days, hours estimates
guess size.without: no estimates, #noestimates, issue count, ticket count, monte carlo, throughput, count tickets, zahlen tickets
team shape.: stream-aligned, platform team, feature team*, component team*, guild*, chapter*, squad*, team topologies, embedded sre, cross-functional, devops team, qa team, ops team, ownership, you build it, conway*, enabling team, inner source, innersource, team per
work together.: pair programming, pairing, mob programming, mobbing, code review*, async review, ensemble, paar*, solo work, ship show ask, review queue, reviewers, review rota, merge queue, stacked pr*, small pull requests, draft pr*
where people.: remote, office days, hybrid, home office, time zone*, async first, async-first, core hours, on site, offshore, meeting free, meeting-free, no-meeting, homeoffice, written first, vier tage, four-day week
talk place.: slack, discord, matrix, zulip, irc, mattermost, teams chat, mailing list*, discourse, github discussions, forum, rocket.chat, gitter, element, stack overflow, support channel*, signal group, mailingliste*
write down.: adr, adrs, architecture decision record*, rfc process, rfcs, design doc*, decision log, confluence, notion, wiki, obsidian, docs as code, documentation in the repo, handbook, one-pager, arc42, c4 model, structurizr, mermaid, plantuml, backstage, techdocs, entscheidungsprotokoll*
task place.: jira, linear, github issues, gitlab issues, redmine, youtrack, trello, asana, bugzilla, phabricator, shortcut, clickup, azure boards, issue tracker, ticket system, tickets, stale bot, issue template*, triage, taiga, openproject, plane
code place.: github, gitlab, gitea, forgejo, codeberg, bitbucket, sourcehut, gerrit, azure repos, self-hosted git, svn, subversion, mercurial, mirror only, perforce, radicle, code hosting
branch way.trunk: trunk based, trunk-based, short-lived branches, commit to main, straight to main, release from main, github flow
branch way.long: gitflow, git flow, develop branch, release branch*, long-lived branch*, feature branches, support branch*, maintenance branch*
branch way.merge: squash, squash merge, rebase, rebase merge, merge commit*, linear history, fast-forward, fast forward only, conventional commit*, commit message*, dco, signed-off-by, cla, signed commits, commitlint
rights of code.: licence*, license*, mit, apache 2.0, gpl, agpl, bsl, sspl, relicens*, dual licens*, copyleft, permissive, lgpl, mpl, eupl, source available, open core, copyright assign*, reuse, spdx, fsl, lizenz*, elastic license
who steers.: steering committee, bdfl, governance, maintainers vote, lazy consensus, foundation, technical committee, voting, core team, code of conduct, charter, commit rights, sponsors, open collective, funding, grants, spenden, tidelift, verein, stiftung, patreon
robots help.: copilot, coding assistant*, ai generated, ai-generated, agentic, cursor, claude code, ai code review, llm-written, ai policy, coding agent*, generated by ai, ki-generiert*, vibe cod*, agents.md
buy or make.: buy, off the shelf, off-the-shelf, saas, build ourselves, in-house, build our own, self-built, commercial product, open source alternative, self-host*, managed service, vendor, hosted service, standardsoftware, eigenentwicklung, eigenbau
hosted words.: cms, headless cms, wordpress, typo3, drupal, static site, hugo, strapi, contentful, newsletter, mailchimp, listmonk, ghost, redaktion*, editorial, directus, sanity, wagtail, kirby, statamic, payload cms
take money.: stripe, adyen, braintree, paypal, mollie, payment provider*, billing, subscription*, invoic*, chargebee, paddle, sepa, checkout, pci, zahlung*, payment service, lago, tax calculation, revenuecat, ledger, double-entry, double entry
public duty.: accessib*, wcag, barrierefrei*, bitv, plain language, easy language, leichte sprache, public sector, procurement, open standards, open data, citizens, authority, behorde*, verwaltung, municipal*, foia, e-government, xoev, it-grundschutz, bsi
words of users.: i18n, l10n, translat*, weblate, crowdin, transifex, pontoon, gettext, po files, fluent, icu message*, rtl, locale*, plural*, ubersetz*, lokalis*, poeditor, string catalog*
`;
