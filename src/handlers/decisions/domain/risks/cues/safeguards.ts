/**
 * What protects, one class a line: the risk is its absence. A class with a minus is absent by its very name.
 */
export const safeguards = `
backup-: no backups, backup never tested, backups never tested, never restored, backups have never been restored, backup was never
backup: backup, back up, backed up, backing up, snapshot, dump, restore point, point in time recovery, pitr, export first,
  copy of data, recovery copy, off site copy, archive first, soft delete, soft deletion, tombstone, recycle bin, undelete,
  final snapshot, automated backup, safety copy, replica promoted
testing: run ~ before, tried before, done before, rehearsed before, used before, test, tested, testing, rehearsal, rehearse, dry run, trial run, staging run, verify, verified, verification run, qa, tried on copy,
  try on copy, tried it on copy, compared with, trial, load test, checked against, tried out, ci, try out first, checking, check whether, check what, staging environment, through staging, in staging, on staging, staging first, staging,
  smoke test, acceptance test, regression test, integration test, practice run, pre production, on clone, on copy, compare
testing-: never tested, never been tested, never tried, never been tried, not been tested, not been tried, no test, first time in production, with real customer, try it in production, try it on live, tested in production, see in production, untested, untried, unverified, unrehearsed, unproven, blind, blindly, straight to production, directly in production,
  directly on production, straight into production, straight on production, directly against production, yolo,
  test in production, test on customers, hot edit, on live table, skip rehearsal, on live machines, on live database,
  without staging, not compared, with fingers crossed, hope for best, direct in production
rollback: rollback, roll back, rolled back, way back, downgrade, revert path, back out, backout, down migration, undo,
  fall back, fallback, reversible, reverting, revert, return to old version, kill switch, blue green, old version kept, switch to turn ~ off, way to stop, way to turn ~ off, emergency stop, stop button, switch back,
  old path, way to turn off, abort switch,
  prior version, previous version
featureflag: feature flag, feature toggle, feature switch, behind flag, behind toggle, toggle
rollback-: not be restored, not be undone, not be recovered, not be reversed, no undo, old one can not, old version can not, not readable by old, can not go back, incompatible, not backward compatible, backward incompatible, backwards incompatible, not go back, no turning back, without return, not come back, dismantle, reuse flag, reuse old flag, reuse old feature flag, reuse retired flag, no stop, irreversible, irreversibly, one way, no return, burn bridges, point of no return, unrevertable, no going back
gradual: canary, in ~ step, step by step, gradual, gradually, canary, canaries, staged, staged rollout, in stages, step by step, incrementally, incremental,
  phased, percent of users, per cent of users, one by one, one region at time, one host at time, few at time, at time, rings, ring,
  pilot group, pilot, in batches, batch, wave, progressively, rolling, small share, expand and contract, two phase,
  in waves, dark launch, shadow, dual write, several releases, one release after, some releases later, concurrently, stagger,
  in a release, slowly, concurrent index
gradual-: maxunavailable 100, max unavailable 100, maxunavailable to 100, all pod at once, every pod at once, in same deployment, in one commit, in one migration, in same migration, all of them, all brokers, all nodes, every node, all servers, all machines, all instances, every server, every machine, every device, all devices, every edge, all edge, all edge locations, all regions, all data centers, all data centres, every customer at once, whole cluster, every cluster, all clusters, all tenants at once, whole network, entire network, every store, all stores, all clients at once, every client at once, hard cut, hard cutover, hard switch, flag day, one weekend, single weekend, single release, one release, full cutover, no staged mode, no staging, no ring, no gradual, no phased, same moment, one push, all at once, big bang, in one step, in one go, in same minute, everywhere at once, for everyone at once, whole fleet,
  entire fleet, whole edge, all regions immediately, to everyone immediately, in single step, at same time, overnight switch,
  all customers at once, simultaneously, in single deploy, on every host, globally, all regions at once, all servers at once,
  in single transaction, one big, whole world at once, in same transaction, one update all, single transaction, in same release, in very release, full traffic, all traffic,
  all of traffic, every region, whole user base, entire user base, in same deploy, in one deploy, straight to all, 100 of users,
  straight to everyone, at once, in single night, in one night, same night
canary: canary, canaries, staged rollout, gradual rollout, staged mode, staging environment, ring deployment, rollout stage, phased rollout, soak time, bake time
review: prints ~ would, print ~ would, lists ~ would, shows ~ would, needs ~ to type, to type ~ name, ask ~ to type, ask for, ask before, ask first, prompt for confirmation, review, reviewer, approval, approve, approving, approved, sign off, second pair of eyes, four eyes, code owner, pull request review,
  code review, security review, peer review, change board, consent, confirmation, confirm, confirming, maintainer approval, second person,
  manual gate, human in loop
review-: nobody checks, nobody looks at, without anyone looking, no second pair, merge directly, push directly, push straight, directly to main, straight to main, straight to master, on their own, on its own authority, without asking, without anybody approving, without anyone approving, without approval, self merge, admin merge, bypass branch protection, branch protection off, unreviewed, unapproved, self approved, rubber stamp, auto approve, automatically approve
authentication: authentication, authenticate, authenticating, authenticated, mfa, 2fa, two factor, multi factor,
  second factor, sso, single sign on, identity check, session check, signed url, password protection, auth check, auth,
  credentials check, token check, access control, authorization, authorisation, authorize, authorise, permission check, rbac, acl,
  access check, ownership check, least privilege, oauth, oidc, openid connect, saml, passkey, password prompt, identity verification, signature check, api key check, mutual tls, mtls, row level security, rls
login: login, log in, sign in, password prompt
authentication-: accept any password, no token needed, knows url, know url, whoever, only by obscurity, known password, guessable, default credential, admin admin, unauthenticated, unauthorized, unauthorised, anonymous, anonymously, no auth, open to all, passwordless root,
  without credentials, open relay, auth none, allowallauthenticator, trust authentication, unprotected, wide open, default password, empty password,
  blank password, guest access
validation: validate, validated, validation, validating, sanitize, sanitized, sanitised, sanitise, sanitization, sanitation, escape, escaped, escaping, parameterized,
  parameterised, parameterize, prepared statement, bound parameter, bind parameter, bind variable, placeholder, allow list, allowlist, allowlisted, whitelist, schema check,
  input check, type check, output encoding, sandbox, sandboxed, safe load, safe loader,
  safeloader, content type check, size limit, xss filter, sanitizer, dompurify, filter input, input filter, query builder,
  stored procedure, argument list, argument array, purify, encode, html encode, antivirus scan, virus scan
webguard: escaping, auto escaping, autoescape, autoescaping, html escaping, csp, content security policy, csrf token, csrf check, csrf protection, x frame options, origin check, same origin policy, samesite, cors check, security header, httponly
validation-: shown unchanged, html unchanged, to all customers unchanged, rendered unchanged, as submitted, as uploaded, unmodified from, as sent, whatever they send, whatever comes in, whatever it contains, whatever is in it, taken from request, taken from url, taken from header, build ~ from ~ field, straight into, directly into, raw into, unsanitized, unsanitised, unescaped, unvalidated, unchecked, unfiltered, raw user, verbatim from user, unparameterized,
  as is from, exactly as user, straight from request, straight from user, whatever they contain, whatever class, directly from request,
  straight into query, exactly as typed, as typed, as entered, whatever user types, as user typed
secretstore: kms, sops, sealed secret, vault, secret manager, secrets manager, parameter store, key vault, git crypt, keychain, hsm, secret store, password manager, secret object, kubernetes secret, docker secret, credential helper, one time link, secrets vault, credential store, oidc, short lived, short lived credential, expire after, expires after, gitignore, environment secret, encrypted secret, masked, redacted
encryption: encryption, encrypt, encrypted, encrypting, at rest encryption, age encrypted, end to end encryption, envelope encryption, encrypted at rest, aes gcm, age
transport: tls, https, ssl, wireguard, vpn, secure channel, hsts, secure cookie, secure flag, ssh tunnel, transport encryption
encryption-: unencrypted, unencryptedly, plain http, cleartext traffic, http only, telnet, ftp, over http, without tls, in clear,
  plain ftp, sslmode disable, http instead of https, downgrade to http, plain connection, insecure connection
hashing: hash, hashed, hashing, salt, salted, salting, argon2, argon2id, bcrypt, scrypt, pbkdf2, kdf, key stretching, password hash, work factor,
  iteration, pepper
hashing-: unhashed, unsalted, reversible, reversibly, recoverable, one iteration, single round, single iteration, one round, one global salt,
  same salt, fixed salt, static salt, hardcoded salt, hard coded salt, constant salt
certificates: certificate verification, verify certificate, verify ssl certificate, verify tls certificate, certificate check, certificate validation, tls verification, ssl verification,
  verify certificates, hostname verification, hostname check, verify hostname, host key check, host key verification, stricthostkeychecking,
  peer verification, certificate pinning, check certificate, validate certificate, signature verification, verify signature, check signature, integrity check,
  checksum, verify checksum, verify ssl, cert verification, cert check, cert validation, ssl check, tls check, verify webhook signature, verify token signature, jwt verification, certificate verify,
  validate signature, subresource integrity, package signature, mac, authenticated mode, authenticated encryption, hmac
certificates-: whatever algorithm, any algorithm, algorithm ~ header names, algorithm from header, alg from header, any ~ certificate, every ~ certificate, self signed certificate accept, not check certificate, whatever certificate, any host key, skip ~ signature, insecureskipverify, insecureskiptlsverify, verify false, rejectunauthorized false, verify none, ssl verify none, trust all certificate, accept any certificate, accept all certificate,
  curl k, insecure registry, accept self signed, ignore certificate error, trust every certificate, trustallcerts, allowinsecure, accept invalid certificate,
  unsigned, alg none, accept every certificate, accept any host key, no check certificate, trust any certificate, gpgcheck 0, strict ssl false, cert none, self signed certificate
ratelimit: rate limit, rate limiting, throttle, throttling, quota, backoff, back off, exponential backoff, circuit breaker, retry limit, lockout,
  max retry, attempt limit, captcha, brute force protection, loop detection, recursive loop detection, recursion guard, dead letter queue, idempotency key, idempotent,
  deduplication, jitter, concurrency limit
costcap: budget, spending limit, spending cap, cost cap, cap on spending, billing alarm, billing alert, cost alert, budget alert, upper bound, upper limit, maximum, hard limit,
  max instance, spend limit, lifecycle policy, lifecycle rule, retention limit, ttl, auto shutdown, auto stop, bytes billed limit, limit on bytes billed, maximum bytes billed, maximumbytesbilled,
  partition filter, sampling, sample, expiry, scale down, scale to zero, cost limit, cost review, alarm, reserved concurrency, token limit, max token, limit, cap, upper bounds, ceiling, cost estimate, cost control, timeout, price check
budget: alarm on spend, spend alarm, alert on spend, cost alarm, usage limit, usage cap, usage quota, max instance, maximum instance, maximum number of instance, spending alert, budget alert, budget alarm, billing alarm, billing alert, cost alert, spending limit, spending cap, budget, cost cap, cap on spending, spend limit, cost control, lifecycle rule, lifecycle policy, concurrency limit, recursive loop detection, loop detection, auto shutdown, limit on bytes billed
costcap-: unlimited, unbounded, uncapped, unmetered, no matter cost, whatever it costs, limitless, endless, endlessly, indefinitely, infinitely, infinite, as many as it wants,
  as often as it wants, as often as it take, until it works, until it succeeds, until it can, forever, without end, regardless of cost, at any price
monitoring: readiness probe, liveness probe, startup probe, smoke test, monitoring, monitor, alerting, alert, health check, anyone on call, someone on call, anybody on call, on call engineer, observability, audit log, audit trail, logging of access, access log, dashboard watch, metrics, on call
monitoring-: unmonitored, unattended, unaudited, nobody on call, nobody watching, nobody is watching, no one is watching, nobody around
durability: autovacuum, fsync, wal, write ahead log, wal archiving, replication, replica, synchronous commit, persistence, aof, journaling, transaction, foreign key, constraint,
  durable, durability, multi az, redundancy, raid, deletion protection, versioning, object lock, prevent destroy, termination protection, referential integrity, quorum, checksums, final snapshot, write concern, acknowledgement, delete protection
durability-: autovacuum off, vacuum off, autovacuum stay off, autovacuum ~ off, lost write, lose write, data loss, lose data, losing data, lost data, loss of data, no persistence, without persistence, reclaim policy delete, deletionpolicy delete, single point of failure, single zone, single availability zone, one zone, no journal, async commit, asynchronous commit, no redundancy, retention ~ to one day, retention ~ to zero, keep only last backup, backup for one day, fsync off, synchronous commit off, unlogged, raid 0, single disk, single copy, only copy, in memory only, memory only, only in memory, skip final snapshot, skip final snapshot true, delete automated backup, delete automated backups, prevent destroy false,
  deletion protection false, force destroy, force destroy true, tmpfs, ephemeral disk, ephemeral storage, instance store, w 0, write concern 0, no replica, single node without, emptydir, local disk of container, container filesystem, force new, instance storage, make prevent destroy false, delete on termination, one disk
isolation: private network, private subnet, vpc, firewall, network policy, bastion, internal only, behind proxy, ip allow list, security group, segmentation, namespace, non root, seccomp, apparmor, selinux, cap drop, read only filesystem, network restriction, pod security,
  user namespace, rootless, sandboxed runner, ephemeral runner, localhost only, loopback, authenticating proxy, authenticating reverse proxy
`;
