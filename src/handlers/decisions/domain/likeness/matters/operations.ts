/** Matters of operations, security, data and apps, in the words that they are spoken of with. The notation is explained in read.ts. */
export const operations = `
platform.cluster: kubernetes, k8s, aks, eks, gke, gke autopilot, k3s, openshift, own cluster, self-run cluster, cluster upgrades, container orchestrator, managed kubernetes, talos, rancher
platform.managed: fargate, ecs, container apps, cloud run, app runner, paas, heroku, render, fly.io, railway, app service, lightsail, scalingo, managed containers
platform.plain: vms, systemd, compose, nomad, kamal, two boxes, hetzner boxes, plain servers, docker compose, swarm, ansible, single server, dokku, coolify
platform.: containers, workloads, container platform, cluster*, hosting platform, orchestrat*, version bumps, platform
review stacks.with: review app*, preview environment*, throwaway environment*, per-pr, per pr, branch deploy*, every pull request gets, ephemeral environment*, vercel preview*, environment per branch, preview deploy*, umgebung pro branch, vorschauumgebung*
review stacks.without: shared staging, one staging, common test system, single staging, booking channel, gemeinsame testumgebung, permanent staging, shared test environment
review stacks.: staging, environments, test system, testsystem*, seeded db, torn down, umgebung*
switches.with: feature flag*, feature toggle*, dark behind a switch, behind a switch, dark launch, unleash, launchdarkly, growthbook, flagsmith, openfeature, kill switch*, hidden behind
switches.without: stop hiding, no toggles, no flags, remove flags, ship small, hold the branch, flag removal
switches.: flags, toggles, switch, tenant by tenant, percentage rollout, unfinished work, schalter
flag host.own: self-host unleash, own cluster, own unleash, home-made table, self-hosted flags, flags in the database, own flag service
flag host.bought: launchdarkly, split, configcat, statsig, hosted offering*, flag vendor
metrics host.own: prometheus, thanos, mimir, loki, victoriametrics, self-run grafana, self-hosted prometheus, own monitoring, elk, graylog, self-hosted monitoring, signoz, grafana stack
metrics host.bought: datadog, new relic, grafana cloud, dynatrace, splunk, honeycomb, cloudwatch, azure monitor, logz.io, elastic cloud, papertrail, better stack
metrics host.: monitoring, observability, metrics and logs, dashboards, log storage, log management, telemetry backend, monitoring stack
agents.: opentelemetry, otel, vendor agent*, collector, fans out, instrumentation, ebpf
log time.: log retention, keep logs, days of logs, log sampling, log volume, debug logs, aufbewahrungsdauer, trace sampling, tail sampling
pipelines.own: jenkins, self-hosted runners, teamcity, own runners, drone, concourse, build farm, woodpecker, buildbot
pipelines.hosted: github actions, gitlab ci, circleci, buildkite, hosted runners, azure pipelines, bitbucket pipelines, hosted ci, blacksmith, depot
deploy how.pull: argo cd, argocd, flux, desired state, reconcil*, gitops, env repo, pulls the, cluster pulls, sync controller
deploy how.push: kubectl apply, helm upgrade, pushing with helm, push from ci, pipeline deploys, from github actions, kubectl write, deploy script, ssh and, capistrano
deploy how.: cluster credentials, manifests, drift, deployment*, kubectl, helm
roll.gradual: canary, blue/green, blue-green, progressive*, percent of traffic, ring deployment, rings, argo rollouts, flagger, gradually, step by step, stufenweise, wave*
roll.once: big bang, all at once, in one go, straight to everyone, recreate, rolling update
cloud creds.short: id token, oidc, temporary credential*, temporary aws credential*, assumes cloud role*, workload identity*, federation, short-lived, an hour, kurzlebig*, trades, no stored key*, trusted publishing
cloud creds.static: static iam user*, long-lived access key*, access key*, service account json, json files, static key*, rotate keys, stored key*, api token in, shared password, dauerhafte schlussel
secret place.git: sops, age encrypted, sealed secrets, encrypted in git, git-crypt, encrypted files
secret place.store: vault, secrets manager, key vault, external secrets, infisical, doppler, openbao, 1password, secret manager, parameter store
secret place.env: .env files, environment variable*, ci variable*, plain env
backups test.: restore drill*, restore test*, disaster recovery, rehears*, rebuilt from scratch, rto, rpo, recovery time, game day, chaos*, failover test*, restored, wiederherstellung*, dr exercise, ruckspiel*
backups how.: backup*, point-in-time, wal archiving, pgbackrest, pg_dump, dumps, object lock, immutable backup*, second provider, snapshot*, sicherung*, barman, restic, velero, offsite, ransomware
alarm drift.: drift, terraform plan every night, plan on schedule, manual change*
iac how.declarative: terraform, opentofu, tofu, hcl, bicep, cloudformation
iac how.code: pulumi, cdk, cdktf, general purpose language, typescript for infrastructure
iac how.: infrastructure as code, modules registry, terragrunt, workspaces, state file, state backend
cloud exit.out: leave the cloud, cloud exit, own hardware, bare metal, hetzner, ovh, on-premises, on-prem, own rack, european provider, sovereign*, colocation, rechenzentrum, zuruck ins
cloud exit.in: move to aws, move to azure, to the cloud, hyperscaler*, lift and shift, public cloud, in die cloud, migrate to gcp
managed db.managed: rds, aurora, cloud sql, managed database, managed postgres, vendor run the database, cloud vendor run, neon, supabase, planetscale, atlas, flexible server, crunchy bridge, managed instance
managed db.own: own postgres, self-managed database, own replica set, patroni, cloudnativepg, cnpg, run the database ourselves, self-hosted postgres, operator in the cluster, own database servers
functions how.functions: lambda*, serverless, cloud functions, faas, azure functions, workers, edge functions, cloudflare workers, per invocation
functions how.servers: long-running, container instead of, always-on, long running process, fixed instances, cold starts hurt
machines.: arm, graviton, x86, amd64, arm64, spot instance*, reserved instance*, savings plan*, karpenter, autoscal*, right-siz*, scale to zero, scale down at night, nightly shutdown, over-provision*
money cloud.: cost tag*, finops, egress cost*, cloud bill, budget alert*, chargeback, showback, kubecost, cloud cost*
entry.: ingress, gateway api, traefik, nginx, envoy, caddy, haproxy, load balancer, reverse proxy, api gateway, kong, lastverteiler
mesh how.: istio, linkerd, service mesh, sidecar*, mtls, ambient mesh, cilium, mutual tls
edge.: cdn, cloudflare, fastly, cloudfront, akamai, edge cach*, bunny, waf, web application firewall, ddos
name service.: dns, ttl, registrar, split horizon, private zone, service discovery, consul
reach.: vpn, wireguard, tailscale, zero trust, bastion, jump host, identity-aware proxy, teleport, beyondcorp, zscaler, ip allowlist*, allowlist
servers patch.replace: immutable image*, golden image*, packer, rebuild nodes, replace nodes, cattle, image-based, bootc
servers patch.patch: unattended-upgrades, patch in place, ansible patch*, patch day, kernel live patch*, pets, in-place upgrade*
registry.: container registry, harbor, ecr, ghcr, docker hub, pull-through, image mirror, artifactory, nexus, package registry, verdaccio, private registry
images base.: distroless, alpine, debian-slim, wolfi, chainguard, base image*, ubi, slim image*, scratch image, nix image*, buildpacks, multi-stage, musl
images pin.: digest, pinned to a commit, commit sha, pin to, latest tag, by tag, floating tags, actions are pinned, lockfile, hashes, exact versions, version ranges, caret ranges
signing how.: cosign, sigstore, slsa, provenance, sbom, signed image*, attest*, admission policy, kyverno, gatekeeper, opa, policy as code
scan how.: trivy, grype, snyk, dependabot alert*, codeql, semgrep, sonarqube, zap, sast, dast, scan*, vulnerabilit*, cve*, secret scanning, gitleaks, trufflehog, push protection, schwachstelle*
login host.own: keycloak, authentik, zitadel, ory, ory kratos, own authentication, own auth, self-written, homemade login, in-house, user management, own user table, devise, spring security, dex, own identity
login host.bought: auth0, cognito, okta, clerk, workos, entra id, azure ad b2c, firebase auth, identity is bought, stytch, supabase auth, hosted login, fusionauth
login host.: identity, sign-in, login, authentication, anmeldung, mfa, sso, active user*, user management, storing passwords
passkeys.with: passkey*, webauthn, fido2, magic link*, passwordless, password becomes optional, hardware key*, yubikey*, passwortlos*
passkeys.without: password and totp, passwords stay, password login
second factor.: totp, second factor, mfa mandatory, sms code*, two-factor, 2fa, authenticator app, zweiter faktor, zwei-faktor*
password age.: password rotation, rotate passwords, password expir*, every 90 days, password policy, complexity rules, nist, breached password*, passwortwechsel*, password manager, have i been pwned
standing access.temporary: just-in-time, just in time, jit access, break glass, break-glass, time-boxed, expires after, on request, temporary admin*, auf anfrage, zeitlich begrenzt*
standing access.standing: permanent admin, standing access, root access for, everyone can, admin rights for, prod access for all, developers keep
standing access.: production access, least privilege, admin right*, sudo, prod database access, produktionszugriff*, access review*
sso plan.: saml, scim, enterprise sso, sso tax, directory sync, provisioning
permissions how.: rbac, abac, rebac, openfga, spicedb, opa, cedar, casbin, row-level security, roles, policy engine, permission model, berechtigung*, zanzibar, policies
privacy.: gdpr, dsgvo, erasure, pseudonym*, anonymis*, personal data, pii, personenbezogen*, mask*, redact*, data residency, eu region, right to be forgotten, loschung*, data minimi*, tokeniz*, field-level encryption
keep time.: retention, delete after, kept for, days after, purge after, archive after, aufbewahr*, loschfrist*, cold storage, data lifecycle, ttl
erase how.soft: soft-delete*, soft delete*, archived_at, deleted_at, is_deleted, flagged inactive, flag*, tombstone*, never physically, nothing is ever, hidden rather than, papierkorb, trash, restore via
erase how.hard: real deletes, hard delete*, cascade, physical delete*, really deleted, actual deletes, truly remove, endgultig geloscht
erase how.archive: archive table*, archivtabelle*, history table*, shadow table*, moved to an archive
erase how.: accidental removal*, deletion*, removed rows, geloschte datensatze, inactive, removal*, deleted records
handles.time: uuidv7, uuid v7, ulid*, sortable, time-ordered, time ordered, ksuid, snowflake id*, tsid, 128-bit, minted in application
handles.serial: bigserial, bigint, identity column, sequences, auto-increment, db sequence*, numeric ids, sequence*, laufende nummer*
handles.random: uuidv4, random v4, uuid4, guid*
handles.: primary key*, row handle*, identifiers, surrogate key*, ids, keys, index bloat, insert locality, primarschlussel, natural key*
schema moves.steps: expand, contract, expand/contract, add copy drop, backward compatible, three releases, several releases, backfill, add nullable, no deployed version, parallel change, zero downtime, online migration*, rueckwartskompatib*
schema moves.window: maintenance window, downtime, sunday, at night, lockstep, wartungsfenster*, offline migration, read-only mode
schema moves.tool: gh-ost, pt-online-schema-change, pgroll, online ddl, reshape, strong_migrations, squawk
schema moves.: schema upgrade*, schema change*, column rename*, ddl, rename*, alters, migrations, schemaanderung*
moves when.: migrations run, migrationen laufen, before the rollout, at startup, beim start, init container, separate job, pre-deploy, on boot, own job, helm hook
find in.database: full-text, postgres full-text, pg_trgm, tsvector, volltextsuche, in postgres, in the database, paradedb, sqlite fts, trigram*
find in.engine: elasticsearch, opensearch, typesense, meilisearch, algolia, solr, elastic, search cluster, pagefind, search service, lucene, vespa, quickwit
find in.: search, suche, product search, typos, synonyms, ranking, relevance, site search
vectors in.database: pgvector, vector column, embeddings stay, in the database we already operate, in our postgres, sqlite-vec, vectors in postgres
vectors in.engine: pinecone, weaviate, qdrant, milvus, chroma, dedicated engine, vector database, dedicated qdrant, vertex vector, turbopuffer, lancedb
vectors in.: similarity, embedding*, hnsw, nearest neighbour*, nearest neighbor*, vectors, recall, ann
warehouse how.warehouse: snowflake, bigquery, redshift, data warehouse, databricks, synapse, fabric, warehouse, motherduck
warehouse how.replica: read replica, replica and metabase, replica, no warehouse, kein data warehouse, straight on postgres, reporting on the replica, operational database
warehouse how.files: duckdb, parquet on s3, lakehouse, iceberg, delta lake, hudi, trino, athena, files on s3
warehouse how.columns: clickhouse, druid, pinot, timescale, starrocks, column store
warehouse how.: reporting, product analytics, reports, funnels, bi, kennzahlen, auswertungen, dashboards
sql models.with: dbt, sqlmesh, dataform, dbt models, models in git
sql models.without: sql scripts, cron'd sql, hand-maintained sql, stored procedures, views by hand
flow tool.: airflow, dagster, prefect, kestra, cron jobs, scheduler, dags, orchestrat*, argo workflows, luigi, mage, temporal
flow speed.stream: streaming, flink, kafka streams, real-time, spark streaming, materialize, event by event, continuous, echtzeit, change data capture
flow speed.batch: batch, nightly, hourly, once a day, overnight, micro-batch, nachtlich*
data checks.: data quality, great expectations, soda, data contract*, schema registry, row count check*, data test*, anomaly detection, freshness check*, datenqualitat, late data
data owner.mesh: data mesh, domain teams own, decentral*, data products, teams own their data
data owner.central: central data team, centralised, central platform, one data team, zentrales datenteam
metrics words.: semantic layer, metric definition*, cube, metricflow, lookml, one definition, kpi definition*, headless bi
past values.: slowly changing, scd, snapshot table*, history of changes, bitemporal, valid_from, temporal table*, historis*, audit trail*, audit table*
trial.: a/b test*, experiment*, bayesian, frequentist, sequential testing, multi-armed, holdout*, significance, stopping rule
model place.hosted: openai, gpt-4, gpt, claude, gemini, bedrock, azure openai, hosted model, api model, mistral api, vertex ai, anthropic
model place.own: llama, vllm, ollama, open weights, open-weight, self-hosted model, own gpu*, local model*, mistral 7b, qwen, lokales modell, on-prem inference
model place.: language model, llm provider, summaris*, model provider, inference cost*, chat assistant, transcri*, whisper
model fit.: fine-tun*, lora, rag, prompt*, few-shot, retrieval*, distill*, knowledge base, context window, agents, tool calling, guardrails, langchain, llamaindex, litellm
retrieve how.: bm25, hybrid retrieval, reranker, chunk*, fused, help bot, keyword search, dense retrieval, citations
labels.: annotat*, label studio, labelling, labeling, crowd workers, active learning, weak supervision, expert label*, prodigy
apps.cross: react native, flutter, expo, ionic, capacitor, one codebase, single team for android, maui, cross-platform, cross platform, single codebase, both stores, gemeinsame codebasis, compose multiplatform
apps.native: swift and kotlin, native ios, native android, two native apps, rewrite in swift, swiftui and compose, per platform, native apps, nativ, jetpack compose, swiftui
apps.logic: kotlin multiplatform, kmp, shared logic, business logic shared, ui stays native, rust core, shared core
apps.web: pwa, web app only, progressive web app, installable web, drop the app
apps.: mobile app, ios and android, app rewrite, android and ios, apps, scrolling lists
app store rhythm.: store release*, app release*, staged rollout, weekly app release*, testflight, phased release, internal track, hotfix*, codepush, ota update*, over-the-air, expo updates, shorebird, force update*, forced update*, minimum app version, in-app update*
app store data.: sqlite, room, realm, core data, swiftdata, sqldelight, watermelondb, mmkv, datastore, sharedpreferences, userdefaults, on the device, device storage, objectbox, hive, isar
app offline.with: offline first, offline-first, works offline, local-first, sync engine, crdt*, queue writes, powersync, electric, last write wins, conflict resolution, ohne netz, replicache
app offline.without: online only, online-only, requires a connection, no offline, connection required, nur online
app notices.: push notification*, fcm, apns, firebase messaging, onesignal, silent push, in-app message*, push-benachrichtigung*
app crash.: crashlytics, sentry, bugsnag, crash report*, error tracking, glitchtip, rollbar, crash-free, absturzbericht*
app shape.: mvvm, mvi, viper, tca, composable architecture, single activity, navigation component, coordinator*, unidirectional data flow, xml layout*, storyboards, uikit, compose, swiftui
app packages.: cocoapods, swift package manager, spm, carthage, gradle version catalog, tuist, xcodegen, kotlin dsl
app login.: biometric*, face id, fingerprint, keychain, secure enclave, pin code, attestation, app attest, play integrity, jailbreak, root detection, certificate pinning, ssl pinning
app links.: deep link*, universal link*, app link*, branch.io, custom scheme
app size.: app size, bundle size, app bundle*, dynamic feature*, proguard, r8, code splitting, bundle budget, tree shaking, lazy loading
lookups.enum: postgres enum, enum type*, native enum*, db enum
lookups.table: lookup table*, reference table*, check constraint*, text column with, varchar with
names of tables.: plural table*, singular table*, table names, column naming, naming convention*, tabellennamen
constraints.with: foreign key*, database constraint*, fk constraints, enforced by the database, check constraints, referential integrity, fremdschlussel
constraints.without: no foreign keys, drop foreign keys, without constraints, app enforces, ohne fremdschlussel
rows apart.: schema per tenant, row-level security, database per customer, tenant_id, shared schema, shared tables, per-tenant, mandant*, multi-tenan*, silo, pooled
graph store.: neo4j, graph database, recursive cte*, age, dgraph, neptune, memgraph, adjacency list, ltree, closure table, nested set*, graphdatenbank
series.: timescale*, influxdb, time series, questdb, prometheus remote, hypertable*, zeitreihen, tdengine
places.: postgis, geospatial, h3, geohash, elasticsearch geo, mapbox, google maps, openstreetmap, leaflet, maplibre, geodaten, tiles
upgrade db.: major upgrade*, pg_upgrade, logical replication, dump and restore, in place upgrade, blue/green upgrade, postgres 1*, mysql 8, versionssprung
slow queries.: statement timeout*, query timeout*, slow query*, covering index*, partial index*, index*, materialized view*, materialised view*, denormali*, precomput*, explain
read where.: read-your-writes, replica lag, primary read*, sticky read*, stale read*, read from replica*, read/write split
`;
