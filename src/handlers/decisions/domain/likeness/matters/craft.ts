/** Matters of code, interfaces and tests, in the words that they are spoken of with. The notation is explained in read.ts. */
export const craft = `
outbox.outbox: atomic*, together with the business change, background process forwards, forwarder, next to the order, table in the same transaction, publishes from there, saves the notification
outbox.direct: publish straight, send directly, straight to sns, after the commit, fire and forget
jobs.database: skip locked, ordinary table, ordinary mysql table, job table, jobs table, postgres queue, queue table, plain table, no separate broker
jobs.redis: job server, sidekiq, celery worker, redis based queue
jobs.: deferred work, asynchronous work, long running task*, offload*
idempotent.: idempoten*, idempotency key*, retry safe, safe to retry, double charge*, doppelte buchung*, dedup*
sync calls.sync: request/response, rest calls between, call directly, blocking call*
sync calls.async: message driven, event-driven, over the bus, publish an event, subscribe, event choreography, eventual consistency
orchestration.central: orchestrat*, temporal, workflow engine, saga orchestrator, camunda, state machine, zeebe, step functions, durable execution, cadence, restate
orchestration.spread: choreograph*, each service reacts, no central coordinator
rpc.: grpc, rest internally, internal api*, service to service, twirp, json over http, thrift, interne dienste, between services
validation.: input validation, zod, joi, pydantic, ajv, json schema, bean validation, class-validator, valibot, validate at the edge, validation at the boundary, schema validation
error reply.: problem details, problem+json, rfc 9457, rfc 7807, error body, error response*, error payload*, error format, fehlerformat*, error code*, status code*, http status
money words.: money, amounts, price fields, cents, decimal*, rounding, float, geldbetrag*, betrage
patch how.: patch, put, merge patch, json patch, partial update*, full replace*
long calls.: 202, long running operation*, operation resource, status url, async endpoint*, job resource, callback url
bulk.: bulk endpoint*, batch endpoint*, batching, bulk api, one by one, per item
hypermedia api.: hateoas, hypermedia, json:api, hal, links in responses, jsonapi, sparse fieldset*
field names.: snake case, camel case, snake_case, camelcase, kebab-case, field naming, attribute names, feldnamen
public ids.: prefixed id*, public handle, opaque id*, expose, exposed id*, slug*, hashid*, sqid*, internal ids
versions api.path: url prefix, /v2/, version goes in the path, version in the path, own url prefix, uri versioning, in the url
versions api.header: version header, date-pinned, date pinned, pinned version header, media type, accept header, header versioning
versions api.none: additive evolution, no api version*, additive only, never removed or renamed, fields are never, evolve without
versions api.: incompatible generation*, old generation, previous one is kept, breaking change*, deprecation header*, sunset header*, api generation*
paging.cursor: continuation token*, cursor-based, keyset paging, opaque cursor, next token, after parameter, nextpagetoken
paging.offset: page number*, index+size, page and size, limit/offset, offsets, skip and take, seitenzahlen
paging.: listing, list response*, deep page*, large collections, collections
graph layer.graphql: graphql, federated, apollo, hot chocolate, relay, hasura, graphql gateway, graphql layer, subgraph*, urql, yoga
graph layer.rest: rest endpoints, plain rest, openapi, rest endpoint*, json endpoints, ressourcen, rest api
graph layer.rpc: trpc, grpc-web, connect, rpc endpoints, server actions, server functions
graph layer.: over-fetching, overfetching, overfetch*, home screen needed, round trip*, too many requests per screen, n+1, bff, backend for frontend, aggregation layer, client libraries, chatty
api clients.generated: generated client*, sdk generat*, openapi generator, codegen, generated sdk*, stainless, speakeasy, kiota, orval
api clients.hand: hand-written client*, handwritten sdk, own client, thin wrapper
spec.first: spec first, spec-first, design first, api first, contract first, typespec, openapi document first, schema first, schema-first
spec.code: code first, code-first, from annotations, derived from code, generated spec
api diff.: oasdiff, breaking change check*, buf breaking, compatibility check*, schema check, optic
webhook how.push: webhook*, push notification to partner*, callbacks, event delivery, svix
webhook how.pull: poll*, partners poll, event feed, pull api, changes feed, abrufen
live.: websocket*, sse, server-sent events, polling, long polling, live update*, real-time update*, push channel, echtzeit*, pusher, ably, socket.io, live view
api limit.: rate limit*, throttl*, quota*, 429, token bucket, per client limit, fair use, load shedding, backpressure
retry how.: retry, retries, backoff, jitter, circuit breaker*, timeouts, deadline propagation, hedg*, bulkhead, wiederholungen
login token.stateless: signed jwt, signed token*, stateless, no server-side session, no session store, access token in, jwt in local storage, no lookup, without lookup, without any lookup
login token.session: opaque session, session cookie*, httponly, server-side session*, bff keeps, revoke, never sees access token*, opaque token*, redis-backed session*, logout everywhere
login token.: jwt*, refresh rotation, refresh token*, session*, browser session, single-page app holds, login state, sticky session*
email how.: transactional mail*, email deliver*, sendgrid, postmark, mailgun, amazon ses, ses, own smtp, postfix, mail provider, mailversand, resend, mjml, brevo
pdf.: pdf*, invoice rendering, headless chrome, weasyprint, wkhtmltopdf, typst, gotenberg, latex
uploads.: upload*, presigned*, pre-signed, direct to s3, through the app server, objektspeicher, object storage, multipart
images how.: thumbnail*, image proxy, imgproxy, resize*, image service, imagemagick, sharp, libvips, cloudinary, imgix, bildskalierung, image cdn, image optimisation
di how.with: dependency injection, di container, ioc container, spring, guice, dagger, hilt, koin, autowir*, wire
di how.without: manual wiring, constructor by hand, pass dependencies, pure di, no container, service locator, plain constructors
architecture.modules: modular monolith, modulith, monolith, single deployable, merge services, merged back, one process, back into one, zusammengefuhrt, shared process
architecture.services: microservice*, own service, separate service*, split the monolith, extract the, service per, macro services, self-contained system*, services per domain
architecture.: bounded context*, service boundaries, nanoservices, distributed monolith, deployables
code shape.: hexagonal, clean architecture, vertical slice*, layers, onion, feature folder*, package by feature, ddd, domain model, anemic, cqrs, mediator, mediatr, repository pattern, active record
errors how.: exceptions, result type*, either, error values, checked exception*, panic, error handling, errors as values, neverthrow
async code.: async/await, coroutines, virtual threads, reactive, webflux, rxjava, goroutines, callbacks, threads, actor*, akka, project loom, structured concurrency, event loop
typing code.static: typescript, type checked, strict mode, strict null, mypy, pyright, typed, static types, type hints, sorbet, phpstan, strict typing, gradual typing, typisierung
typing code.dynamic: plain javascript, jsdoc, untyped, dynamic typing, no types, types removed, ohne typen
lint how.one: biome, ruff, oxlint, one tool for, rust based linter, rust-based, oxc, dprint
lint how.many: eslint, prettier, black, isort, flake8, pylint, stylelint, checkstyle, spotless, ktlint, rubocop, clang-format, gofmt
lint how.: format*, lint*, style guide, code style, auto-format*, pre-commit, warnings as errors, formatierung
packages js.pnpm: pnpm, hard-links, hard links, content-addressed, content addressed, strict node_modules, phantom dependenc*
packages js.npm: npm, npm workspaces, package-lock
packages js.yarn: yarn, yarn classic, yarn berry, plug'n'play, pnp
packages js.bun: bun, bun install
packages js.: dependency installer, package manager, hoist*, node_modules, lockfile, install time, ci install, paketmanager
packages py.new: uv, poetry, pdm, hatch, rye, pixi, pyproject.toml
packages py.old: pip, pip-tools, pipenv, conda, virtualenv, requirements.txt, setup.py
packages py.: resolving and locking, python dependenc*, python packag*, lock python, wheels, venv
dep bot.auto: automerge*, auto-merge*, merges minor, merges patch, merge itself, merged unattended, unattended, selbst mergen, merged ihn unbeaufsichtigt, merge on its own, without a human, automatic merge*, automatisch gemergt
dep bot.hand: by hand and reviewed, human merges, mensch klickt, never by the bot, merging is done by, cooldown, reviewed update*, manual update*, von hand
dep bot.: dependency update*, dependabot, renovate, patch update*, bumps, patch bumps, dependency bot, bot*, abhangigkeitsupdate*, version updates, groups updates
versions supported.drop: end of life, eol, dropped, drops, leaves the engines, fallt weg, leaves with, no longer supported, minimum is, minimum ist, engines >=, requires node, raise minimum, bump minimum, abgekundigt, drop node, drop php, drop python, only maintained
versions supported.keep: stays supported, remains supported, keep java 8, cannot move yet, extended support, until the end of, bleibt unterstutzt, keep node, lower bound
versions supported.: support window, supported version*, node 16, node 18, node 20, php 7, php 8, java 8, java 11, java 17, python 3.8, python 3.9, ruby 2, ruby 3, .net framework, minimum version*, runtime version*, upstream-maintained, ios version, android version, mindestversion*, browserslist, last 2 versions, minsdk, api level*
store of state.light: signals, zustand, jotai, context + usereducer, react context, usereducer, pinia, no dedicated store, no store library, local state, component state, riverpod, signal store, nanostore*
store of state.heavy: redux, redux toolkit, ngrx, vuex, mobx, bloc, action log, flux, one store, ngxs
store of state.: ceremony, boilerplate, effects and selectors, state management, store library, stores, global store, client state, ui state, slices, zustandsverwaltung
server cache.: tanstack query, react query, swr, rtk query, loading flags, data fetching, comes from the server, server state, apollo cache, fetch in useeffect
css how.utility: tailwind, utility classes, utility-first, atomic css, unocss, panda css, classes in the markup
css how.runtime: styled-components, css-in-js, emotion, stitches, styled components, runtime styles
css how.plain: css modules, plain css, vanilla-extract, sass, scss, stylesheet per component, bem, custom properties, cascade layers, less files, linaria
css how.: styling, styles, stylesheet*, design tokens, css
widgets.own: own components, our own dropdown*, hand-built components, own design system, in-house component*, self-made components, eigene komponenten
widgets.library: radix, headless ui, material ui, mui, ant design, chakra, bootstrap, shadcn, mantine, react aria, primeng, vuetify, component kit
widgets.: component librar*, dropdowns, dialogs, primitives, design system, storybook, ui kit, komponentenbibliothek*
pages made.server: server rendered, server-rendered, ssr, server components, rsc, server rendering, html over the wire, htmx, hotwire, livewire, serverseitig*, rails views, templates on the server, next.js, nuxt, remix, phoenix liveview
pages made.client: spa, single-page app, client-side rendering, client rendered, react app, csr, client side rendering, vite spa
pages made.static: static site, static export, ssg, astro, hugo, jekyll, eleventy, prerender*, static html, jamstack
pages made.: rendering, first paint, lcp, seo, hydration, first load, time to interactive
site content.: cms, headless cms, wordpress, contentful, strapi, sanity, storyblok, directus, drupal, typo3, redaktion*, editors, markdown content
forms how.: form library, react hook form, formik, form state, native forms, formular*, constraint validation, multi-step form*
i18n how.: translation*, weblate, crowdin, lokalise, gettext, i18next, icu, ubersetz*, lingui, translators, phrase, locale*, message catalog*
icons.: icon font*, svg sprite*, svg icons, font awesome, lucide, material icons, icons
fonts how.: web font*, google fonts, self-hosted fonts, system font*, schriften, variable font
dates how.: moment, moment.js, date-fns, luxon, day.js, dayjs, temporal, joda, java.time, date library
browsers old.: polyfill*, legacy bundle, ie11, internet explorer, old safari, evergreen, baseline, transpil*, es5, es2020
shells.: electron, tauri, webview, desktop app, pwa, progressive web app, installable, native shell, desktop client
a11y how.auto: axe, pa11y, axe checks, automated checks, axe-core, accessibility lint, wcag errors fail, lighthouse ci, automated accessibility
a11y how.people: keyboard and screen reader, manual audit*, external audit*, screen reader pass, externes buro, audit once a year, user tests with
a11y how.: accessib*, wcag, a11y, barrierefrei*, contrast, aria, en 301 549
visual.with: visual regression*, screenshot compar*, pixel by pixel, compares rendered images, chromatic, percy, argos, reg-suit, applitools, snapshots for every storybook, backstop*, image diff*
visual.without: screenshot diffing turned off, designers look, eyeball*, manual look
visual.: screenshot*, layout breakage, baselines, ui review, screenshot diffing, font rendering noise, visual test*
snapshots how.: jest snapshot*, snapshot file*, inline snapshot*, golden file*, approval test*, snapshot test*, golden master
flaky how.quarantine: quarantin*, moved out of the merge gate, separate job, non-blocking, cannot stop a pr, can't stop a pr, deadline, expiry date, out of the gate, side job, nicht blockierend*
flaky how.retry: re-run*, rerun*, retries, accepts green, retry until green, retry twice, wiederhol*
flaky how.: flak*, intermittent*, unstable check*, unstable test*, nondeterministic, unreliable test*, sporadisch*, random failure*, wackel*
cover.with: hard gate, coverage gate, line coverage, minimum coverage, coverage must, coverage threshold, codecov gate, branch coverage, 80 %, 85 percent, mindestabdeckung
cover.without: no longer enforced, threshold removed, coverage removed, informational, report only, no coverage target, reviewers judge, ohne mindestabdeckung
cover.diff: diff coverage, changed lines, patch coverage, new code only
cover.: coverage, covered, abdeckung*, assertion-free, percent minimum, testabdeckung
browser test.playwright: playwright
browser test.cypress: cypress, sorry-cypress
browser test.selenium: selenium, webdriver, selenium grid, webdriverio, nightwatch, testcafe, puppeteer
browser test.: browser test*, e2e, end-to-end test*, webkit, safari bugs, ui test*, smoke suite, oberflachentest*
test level.unit: pushed down, unit level, component level, testing library, fast tests, unit test*, pyramid, isolated test*, component test*
test level.full: full-stack test*, end to end, e2e, through the ui, critical user journeys, journeys, trophy, against the whole system, system test*
test doubles.real: testcontainers, real database, real postgres, real broker, ephemeral database, real dependencies, echte datenbank*, localstack
test doubles.fake: mock*, stub*, in-memory database, h2, sqlite in tests, fake*, wiremock, msw, attrappe*, test double*
contracts.: pact, contract test*, consumer-driven, provider verification, schema test*, spring cloud contract, vertragstest*
mutants.: mutation test*, stryker, pitest, mutmut, mutation score, cargo-mutants
properties.: property-based, property based, quickcheck, hypothesis, fast-check, proptest, generative test*, fuzz*
loads.: load test*, k6, gatling, locust, jmeter, stress test*, soak test*, lasttest*, performance budget*, performance regression*, benchmark*, capacity test*
sample data.production: production copy, anonymised production, anonymized, production dump, masked production, prod snapshot, anonymisierte*
sample data.synthetic: synthetic, fixtures, factories, seed script, faker, generated data, factory*, builders, testdatengenerator*
production checks.: test in production, synthetic monitoring, smoke test after deploy, synthetic check*, traffic shadow*, shadow traffic, dark traffic, checkly
bdd.with: gherkin, cucumber, bdd, given when then, specflow, behat, behave, scenario files, reqnroll
bdd.without: plain code tests, tests as plain code
tdd how.: tdd, test-first, test first, tests before, tests along
test order.: random order, test isolation, parallel test*, sharded test*, shard the suite, test splitting, test order, database per worker, parallel
test choice.: affected tests, test selection, only affected, test impact, whole suite, full suite, nightly run, on every commit, nx affected
test tool.: jest, vitest, mocha, junit, testng, kotest, pytest, unittest, xunit, nunit, rspec, minitest, phpunit, pest, go test, testify, node:test, test runner, spock
device tests.: device farm, emulators, simulators, firebase test lab, browserstack, sauce labs, maestro, appium, detox, real devices, espresso, xcuitest
prompt tests.auto: promptfoo, golden conversation*, llm-as-judge, llm judge, eval suite*, evals, eval gate, ragas, deepeval, score gate, prompt edit*, prompt change*, regression set
prompt tests.people: spot checks, rated by hand, rates by hand, experts rate, human rating, human evaluation, weekly sample, by hand
prompt tests.: eval*, assistant answers, prompt*, model version, model release, judge, bewertung*, hallucinat*
`;
