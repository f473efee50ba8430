/** Matters of operations, infrastructure and security. The notation is explained in read.ts. */
export const running = `
orchestrator.cluster: kubernetes, k8s, k3s, eks, gke, aks, openshift, nomad, rancher, orchestrator, control plane, containerorchestrierung, helm, pods
orchestrator.plain: docker compose, compose, systemd, vm, vms, plain vm, linux box, unit files, plain server, bare vm, docker swarm, kamal, two vms
orchestrator.managed: ecs, fargate, cloud run, app runner, heroku, fly.io, render, paas, app service, elastic beanstalk
serverless.functions: lambda, lambdas, serverless, faas, cloud functions, cold start*, azure functions
serverless.long: long running, always on, long-running
place.cloud: aws, azure, gcp, hyperscaler, public cloud
place.own: on-prem, on premise, on-premise, own servers, eigene* server*, rechenzentrum, data centre, data center, colocation, colo, own rack, bare metal, hetzner, own hardware, basement, keller, im eigenen haus
vendors.: multi cloud, multi-cloud, vendor lock, lock-in, single cloud, second provider
regions.: multi region, multi-region, single region, active active, failover, availability zone*, second region, standby region
manifests.kustomize: kustomize, overlays, plain manifests, plain yaml
manifests.helm: helm, chart, charts, go templates, helm charts
manifests.: manifests, jsonnet, cdk8s, packag* for kubernetes, templating yaml
gitops.pull: argo cd, argocd, flux, gitops, reconcil*, pulls manifests
gitops.push: kubectl apply, push deploy*, from pipelines, deploy script*, ssh deploy
iac tool.terraform: terraform, hcl, hashicorp
iac tool.tofu: opentofu, tofu
iac tool.code: pulumi, cdk, crossplane, bicep, cloudformation, sst
iac tool.config: ansible, puppet, chef, saltstack, playbook*
iac tool.: infrastructure as code, iac, infrastructure definitions, drift
iac state.: terraform state, state file, remote state, terraform cloud, state locking, dynamodb locking, spacelift, atlantis
by hand.code: as code, through merge requests, through pull requests, pull request*, in git, automation, automated, versioned
by hand.manual: web ui, web console, click ops, clickops, by hand, manual changes, in the console
dns.: dns, zone*, registrar, route53, route 53, octodns, external-dns, dnscontrol, nameserver*, domain names
network.: vpc, peering, transit gateway, service mesh, istio, linkerd, cilium, calico, network polic*, ipv6, ipv4, subnet*, envoy, sidecar
mesh.with: istio, linkerd, service mesh, sidecar*, consul connect
mesh.without: no mesh, plain ingress, without mesh
ingress.: nginx, haproxy, traefik, envoy, caddy, ingress, load balancer, reverse proxy, alb, gateway api, lastverteiler
remote access.vpn: vpn, openvpn, wireguard, ipsec
remote access.zero: zero trust, beyondcorp, tailscale, teleport, cloudflare access, identity aware proxy
remote access.bastion: bastion, jump host, jumpbox, open ssh, ssh keys
remote access.: ssh, ssh access, ssm session, admin access, fernzugriff
tls.: tls, certificate*, cert-manager, let's encrypt, lets encrypt, acme, zertifikat*, mtls, mutual tls, tls termination, https, wildcard cert*
http version.new: http/3, http3, quic, http/2, http2, h2c
http version.old: http/1.1, http1
image base.alpine: alpine, musl
image base.debian: debian slim, slim, debian-slim, bookworm, bullseye, ubuntu, glibc, debian
image base.distroless: distroless, scratch, wolfi, chainguard, minimal image
image base.: base image*, docker image*, runtime image, container image*, dockerfile*
image build.: buildpacks, kaniko, buildkit, docker build, buildah, jib, ko, nix images, multi stage, podman
pin.pinned: pin, pinned, pinning, commit sha, full sha, by digest, digest, immutable hash, by hash, frozen revision, lock file, lockfile, exact version*, hash pinning, fixiert
pin.floating: floating, :latest, latest tag, version tags, major tag*, tags, version range*, caret
pin.: third party, third-party, external code, marketplace
actions.: github action, actions, workflow steps, reusable workflow*, marketplace, ci-bausteine, build definitions, drittanbieter*
arch.arm: arm, arm64, graviton, aarch64, ampere, apple silicon
arch.x86: x86, amd64, intel
arch.: cpu architecture, multi arch, armv7, 32 bit, 64 bit, fat binary
capacity.elastic: autoscal*, auto scaling, hpa, karpenter, keda, scale to zero, on demand
capacity.fixed: fixed capacity, overprovision*, reserved, static size, fixed nodes
capacity.spot: spot, spot instances, preemptible
ci.jenkins: jenkins, groovy, bamboo, teamcity, travis, travis ci, build server, build-server, build master, controller, self-run, circleci, circle ci, drone, buildbot
ci.hosted: github actions, gitlab ci, hosted runners, actions, hosted ci, workflow files, azure pipelines, buildkite, cirrus, code host, code-hoster*, forge ci, woodpecker
ci.: ci, pipelines, pipeline, builds, continuous integration, build jobs, build-jobs
runners.own: self-hosted runner*, self hosted runner*, own runners, own build farm, spot runners, eigene runner
runners.hosted: hosted minutes, github-hosted, hosted runners, larger runners
ci logic.: taskfile, makefile, logic in yaml, dagger, earthly, runs locally, justfile, build script*
build cache.: build cache, remote cache, sccache, ccache, turborepo cache, gradle cache, shared cache for builds
rollout.gradual: canary, staged rollout, gradual, progressive delivery, percentage rollout*, blue green, blue-green, stufenweise, argo rollouts, phased
rollout.once: all at once, big bang, 100% at once, in place, recreate
rollout.: rolling update*, deployment strategy, rollout*, deploy window*, friday deploy*, freeze, rollback
environments.: staging, preview environment*, review app*, ephemeral environment*, test environment, dev environment, sandbox environment, testumgebung
flags.service: launchdarkly, unleash, flagsmith, flag service, split.io, configcat, growthbook, openfeature, flagd, feature management, statsig
flags.own: own toggles, homegrown toggle*, homemade flag*, plain env, config settings, simple config, flag table, own table, toggles table, self-made toggle*
flags.: feature flag*, feature toggle*, toggles, flags, switches, dark launch, merges dark, on off switches, schalter, release toggles
flag expiry.: stale flag*, expiry date, flag cleanup, tote schalter, remove flags
logs.elastic: elk, elastic stack, elasticsearch logs, kibana, logstash, opensearch logs, splunk, graylog, free text search
logs.labels: loki, cloudwatch logs, clickhouse logs, victorialogs, quickwit
logs.: logs, log aggregation, app logs, log storage, logspeicher*, protokolle, log search
log format.structured: structured log*, json logs, key value logs, strukturiert*
log format.plain: plain text, printf, text logs, free form
log format.: stdout, request id, correlation id, log level*, log lines
traces.open: opentelemetry, otel, otlp, vendor neutral, cncf, w3c, traceparent, open standard, jaeger, zipkin, tempo, herstellerneutral
traces.vendor: datadog*, new relic, dynatrace, oneagent, appdynamics, apm agent, proprietary, vendor agent, x-ray, instana, honeycomb
traces.: tracing, distributed tracing, spans, trace*, instrumentation, apm, propagat*
metrics.open: prometheus, grafana, thanos, mimir, victoriametrics, cortex, cadvisor
metrics.vendor: cloudwatch, datadog*, stackdriver, new relic, azure monitor
metrics.: metrics, metriken, monitoring, uberwachung, dashboard*, nagios, zabbix, icinga
alerts.: alert*, pagerduty, opsgenie, on-call, on call, slo, slos, error budget, bereitschaft, symptom based, burn rate
crash.: crashlytics, sentry, crash report*, crash reporter, error tracking, bugsnag, rollbar, acra, glitchtip, absturz*
telemetry.in: opt-in, opt in, anonymous, no tracking, telemetry removed, plausible, matomo, self hosted analytics, privacy friendly
telemetry.out: opt-out, google analytics, mixpanel, amplitude, segment, tracking sdk
telemetry.: usage statistics, telemetry, analytics, nutzungsstatistik*, usage data, tracking
hosting.self: self hosted, self-hosted, selbst betrieben*, selbst gehostet, own instance, own server, in-house, run our own, on our own, own box, own hardware, eigenbetrieb, own gpus, own rack
hosting.managed: managed, hosted, saas, cloud service, as a service, fully managed, managed service, dienstleister, eingekauft
build or buy.buy: buy, bought, vendor product, off the shelf, saas, commercial, kaufen, external product, subscription, purchase
build or buy.own: home grown, homegrown, homemade, in-house, self-made, build ourselves, write our own, roll our own, own implementation, maintaining our own, selbst gebaut, eigenentwicklung
costs.: bill, too expensive, price, pricing, cheaper, cost, saves, kosten, teuer
secrets.vault: vault, hashicorp vault, openbao, dynamic credentials, unseal*
secrets.managed: secrets manager, secret manager, key vault, parameter store, external-secrets, external secrets, managed store, 1password, doppler, infisical
secrets.git: sops, sealed-secrets, sealed secrets, age, git-crypt, encrypted in git, encrypted secrets, ansible vault
secrets.env: .env, dotenv, env files, environment variable*, umgebungsvariable*, k8s secrets, kubernetes secrets
secrets.: secret*, credentials, geheimnis*, passworter, zugangsdaten
secret scan.: gitleaks, trufflehog, push protection, secret scanning, detect-secrets, leaked key*
ci identity.short: oidc, federation, workload identity, trusted publish*, assume role, assume a role, short lived token*, short-lived, temporary identit*, temporary credential*, assumes a role, keyless, kurzlebig*
ci identity.static: static access key*, access key*, access keys, iam user*, service account key, service account json, json key, api token, upload token, long lived, long-lived, robot password, robot account, static keys, stored token, langlebig* schlussel
ci identity.: cloud keys, ci authenticat*, deploy credential*, publish to pypi, publish to npm, key rotation, rotate quarterly, deploy key*
sessions.stateless: jwt, jwts, signed token*, stateless, self-contained, self contained, bearer, access token*, refresh token*, zugangsticket*, signierte*, no lookup, remembers nothing, merkt sich nichts, paseto
sessions.server: server side session*, server-side session*, opaque, session id*, session table, session row, sitzung*, revok*, sessions in redis, session store, redis sessions, logout must, introspection, cookie session, session cookie*
sessions.: session*, logged in, logout, login state, token, tokens, disable really works
cookies.: samesite, httponly, http only, __host, cookie*, csrf
token signing.: rs256, hs256, eddsa, signing algorithm, jwks
idp.own: keycloak, authentik, zitadel, ory, self-hosted identity, own identity provider, devise, in-house auth, dex
idp.hosted: auth0, okta, cognito, clerk, entra, azure ad, hosted idp, firebase auth, workos, fusionauth
idp.: identity, identity provider, idp, login, oidc, saml, sso, single sign on, user table, anmeldung, konten, ldap, accounts, mau pricing
passwords.argon: argon2*, memory hard, memory-hard, scrypt
passwords.older: bcrypt, pbkdf2, md5, sha1, sha256 passwords
passwords.: password hash*, password storage, passwords, passworter, anmeldepassw*, kdf, login credentials, user credentials, rehash*, hashing
passwordless.without: passkey*, webauthn, magic link*, passwordless, fido2, no passwords, passwortlos
passwordless.with: password login, passwords
mfa.: mfa, 2fa, two factor, second factor, totp, hardware key*, yubikey*, zweiter faktor, sms codes
authorise.roles: rbac, roles, role based, rollen*
authorise.relations: abac, zanzibar, openfga, spicedb, policy engine, opa, rego, cedar, attribute based, casbin
authorise.: permission*, authoriz*, authoris*, access control, berechtigung*, scopes, acl
encryption.: encryption at rest, encrypt*, kms, verschlussel*, sqlcipher, client side encryption, end to end encryption, e2ee, tde, column encryption, envelope encryption
key store.: keychain, keystore, hsm, android keystore, sharedpreferences, secure enclave, tpm, kms
signing.keyless: sigstore, cosign, keyless, fulcio, rekor, slsa, provenance, attestation*
signing.gpg: gpg, pgp, detached signature*, maintainers key, signing key, minisign
signing.: signed releases, release artifacts, signatures, signing, signier*, signed commits, app signing
sbom.: sbom, cyclonedx, spdx, syft, bill of materials, dependency track
scanning.: trivy, snyk, sast, codeql, semgrep, vulnerability scan*, cve, cves, dast, dependency scan*, pentest*, grype, sonarqube, schwachstellen*, osv
disclosure.: bug bounty, security.txt, responsible disclosure, embargo, vulnerability report*, security advisory
fuzz.: fuzz*, afl, oss-fuzz, libfuzzer, sanitizer*
sandbox.: sandbox*, gvisor, seccomp, firecracker, apparmor, selinux, rootless, read only root, non root, privileged
headers.: csp, content security policy, hsts, cors, security headers, referrer policy, permissions policy
spam.: captcha, recaptcha, hcaptcha, turnstile, proof of work, bot protection, waf
os.rolling: nixos, talos, flatcar, coreos, bottlerocket, immutable os, image based, silverblue
os.classic: ubuntu, debian, rhel, centos, rocky, almalinux, suse, sles
os.: operating system, betriebssystem, distribution, linux distro
fleet updates.: ota, over the air, a/b update*, mender, rauc, swupdate, firmware update*, unattended upgrades
rtos.: rtos, zephyr, freertos, bare metal firmware, embedded linux, yocto, buildroot, bootloader
iot.: mqtt, coap, lorawan, zigbee, modbus, opc ua, matter protocol, can bus, ble, thread network
chaos.: chaos, game day*, fault injection, failure test*, litmus, disaster drill*, restore drill*
ntp.: ntp, chrony, clock sync, ptp
disks.: zfs, btrfs, ext4, xfs, raid, lvm, block storage, nvme, longhorn, rook
schedulers.: slurm, hpc, batch scheduler, mpi, lsf
virtual.: vmware, proxmox, kvm, hyper-v, openstack, xen, virtualisierung, hypervisor
mail server.: postfix, exim, dovecot, dkim, dmarc, spf
payload limits.: upload size, chunked upload*, multipart upload, presigned, tus, resumable upload*
disposal.: decommission*, sunset*, end of life, eol
`;
