/** Matters of services, interfaces and languages. The notation is explained in read.ts. */
export const services = `
retention.: retention, purge, erasure, gdpr, dsgvo, right to be forgotten, anonymi*, aufbewahrung*, loschfrist*, art 17, pseudonym*
backup.: backup*, restore, point in time recovery, pitr, snapshots, disaster recovery, sicherung*, wal-g, pgbackrest, rpo, rto
audit.: audit log, audit trail, audit table, history table, change history, protokollierung, who changed
api style.rest: rest, openapi, plain rest, json over http, http json, swagger
api style.graphql: graphql, apollo, relay, federation, hasura, n+1
api style.rpc: grpc, rpc, trpc, protobuf, connect rpc, thrift, twirp, json rpc, jsonrpc
contract first.spec: spec first, contract first, api first, openapi spec, schema first, design first, generated from the spec, codegen
contract first.code: code first, annotations, generated from code, hand written types
versions api.path: version in the url, url path, path version*, in the path, im pfad, hauptversion im pfad, url version*, /v1, /v2, v2 path
versions api.header: accept header, media type version*, header version*, date based version*, via header, content negotiation
versions api.none: no versioning, additive changes only, evolve, never break
versions api.: api version*, breaking change*, public api, deprecation policy, sunset header
paging.cursor: cursor*, keyset, seek method, continuation token, cursor token*
paging.offset: offset, limit offset, page number*, per_page, page per_page, seitenzahl*
paging.: pagination, paging, paginierung, list endpoints, deep pages, blattern, infinite scroll, load more
counts.: total count*, estimated counts, gesamtzahl, number of results
api errors.: problem json, problem details, rfc 7807, rfc 9457, error format, error codes, fehlerformat
casing.: snake_case, snake case, camelcase, camel case, kebab case, field names
limits.: rate limit*, throttl*, quota*, token bucket, 429, ratenbegrenz*
push.stream: sse, server sent events, server-sent, event stream, eventsource
push.socket: websocket*, web socket*, socket.io, signalr, mqtt, persistent connection
push.poll: poll, polls, polling, every 30s, long poll*, pull, periodically fetch*, abfragen
push.: live updates, push channel, real time updates, realtime, echtzeit, presence
webhooks.: webhook*, callback url, callbacks, signed payload, hmac
bff.: bff, backend for frontend, api gateway, aggregates, kong, apigee, gateway
api auth.key: api key*, static api keys, basic auth, shared key
api auth.oauth: oauth, client credentials, oidc, oauth2, mutual tls
id exposure.: internal id, opaque slug, public urls, public id*, expose sequential
sync calls.sync: synchronous, http call*, direct call*, request response, synchron*
sync calls.async: asynchronous, async messag*, events, choreograph*, event driven, asynchron*, saga, sagas
cut.monolith: monolith*, modular monolith, one deployable, single deployable, single application, merge the services, merge services, consolidate services, one codebase, module boundaries, gemeinsame anwendung
cut.services: microservice*, micro service*, own service, separate service, extract*, split off, independently deploy*, deployed independently, bounded context, herausgelost, ausgegliedert, eigener dienst, leave the monolith
layers.: hexagonal, clean architecture, layered, ports and adapters, vertical slice*, domain driven, ddd, onion, mvc, schichten*
errors code.exceptions: exceptions, try catch, ausnahmen
errors code.values: result type*, error values, either, errors as values, return codes, checked errors, anyhow, thiserror
threads.async: async await, async, event loop, tokio, asyncio, reactive, webflux, rxjava, coroutines, non blocking
threads.threads: threads, virtual threads, blocking, thread per request, goroutines, loom
resilience.: circuit breaker*, retry*, retries, timeout*, backoff, bulkhead, hedged, wiederholung*
language.jvm: java, kotlin, scala, jvm, spring, spring boot, quarkus, micronaut, groovy, clojure
language.rust: rust, cargo, memory safe, memory-safe, without manual memory, speichersicher*
language.go: golang, go services, in go, rust or go, go oder, go binary
language.python: python, django, flask, fastapi
language.js: node, nodejs, javascript, express, nestjs, fastify, deno, bun
language.ruby: ruby, rails, sinatra
language.php: php, laravel, symfony
language.dotnet: csharp, c#, dotnet, .net, asp.net
language.beam: elixir, erlang, phoenix, beam
language.c: c++, cpp, c, manual memory, unsafe code
memory safety.safe: rust, memory safe, memory-safe, without manual memory, safe language, speichersicher*, golang, rust or go
memory safety.hardened: fuzz*, sandbox*, sanitizers, asan, hardening, hartung, c++, c
memory safety.: untrusted input, parsers, decoder*, network facing, attack surface, angriffsflache
web framework.: django, flask, fastapi, rails, spring boot, express, nestjs, fastify, laravel, symfony, gin, echo, actix, axum, web framework, quarkus, micronaut, ktor
native module.: native extension, c extension, pyo3, cython, ffi, n-api, hot path, jni, cffi, pybind*
plugins.wasm: wasm, webassembly, wasmtime, component model
plugins.script: lua, scripting, embedded scripting, javascript plugins, python plugins, starlark
plugins.native: dylib, shared library, native plugins, in-process plugin*
plugins.: plugin*, plug-in*, extension api, erweiterung*, extensions
di.: dependency injection, di container, inversion of control, service locator, wire, dagger, hilt, koin, guice
config.env: environment variable*, env vars, env var, dotenv, .env, twelve factor, umgebungsvariable*
config.file: config file*, yaml, toml, ini, json config, konfigurationsdatei*, mounted file, gemountete datei
config.service: consul, etcd, config server, parameter store, appconfig, central configuration
parser.hand: recursive descent, hand written parser, hand-written, handwritten parser, hand rolled, hand-rolled, coded manually, own parser, manual parser
parser.generated: antlr, bison, yacc, tree-sitter, treesitter, peg, generated parser, parser generator, generated grammar*, lalr, lex, flex
parser.: parser, grammar, compiler front end, syntax tree, error recovery, diagnostics, tokenis*, tokeniz*, lexer
highlight.: syntax highlight*, textmate, semantic tokens, highlighting
lsp.: language server, lsp, incremental parsing, reparse*, text document sync
gc.: garbage collect*, reference counting, arena, allocator, jemalloc, mimalloc, heap, memory usage, memory leak*
generics.: generics, inheritance, composition, traits, macros, reflection, code generation, annotation process*
nulls.: null, nullable, optional, option type, null safety, nullpointer*
immutable.: immutab*, functional, pure functions, mutable state, unveranderlich*
global state.: singleton*, global variable*, globals, static state
deprecations.: deprecat*, deprecation warning*, deprecation period, backward compat*, backwards compat*, abwartskompatib*, breaking change*, grace period
units.: metric units, imperial, si units, units of measure
search index.: reindex*, alias swap, index rebuild
feature detection.: feature detection, capability negotiation, user agent sniffing
protocol.: binary protocol, text protocol, tcp, udp, custom protocol, wire protocol, framing
templates.: template engine, jinja, handlebars, mustache, liquid, templating
graph.: graph database, neo4j, graph db, recursive cte, dgraph, gremlin
timeseries.: time series, timescale*, influx*, victoriametrics, zeitreihen
geo.: postgis, geospatial, spatial, h3, geohash, maps, openstreetmap, google maps, mapbox, leaflet
mailing.: email delivery, ses, sendgrid, postmark, mailgun, smtp, transactional mail, mailversand
payments.: stripe, adyen, paypal, braintree, payment provider, billing, zahlungsanbieter, invoices
files text.: pdf, pdf generation, puppeteer, wkhtmltopdf, weasyprint, document generation
compress.zstd: zstd, brotli, lz4, snappy
compress.gzip: gzip, deflate, zlib, xz, bzip2
compress.: compression, komprimier*, compressed
hash.new: sha256, sha-256, blake3, xxhash, sha3
hash.old: sha1, sha-1, md5, crc32
hash.: checksum*, prufsumme*, digest algorithm, hashing
`;
