/** Matters of languages, libraries, builds and releases, across ecosystems. The notation is explained in read.ts. */
export const languages = `
code layout.tool: rustfmt, gofmt, gofumpt, scalafmt, ktlint, ktfmt, google-java-format, spotless, prettier, black, ruff format, yapf, clang-format, swiftformat, mix format, php-cs-fixer, dart format, csharpier, dotnet format, stylua, shfmt, biome format, formatter in ci, auto-format*, autoformat*, standardrb, ormolu, fourmolu, elm-format
code layout.people: style guide in the wiki, style by hand, format by hand, formatting in review
code layout.: formatting, formatter, code style, whitespace, line length, bikeshed*, indentation, tabs, unformatted, layout of code, formatier*, editorconfig, import order, brace style, einruck*
warnings fatal.with: werror, warnings as errors, warnings-as-errors, treatwarningsaserrors, deny warnings, fatal warnings, xfatal-warnings, warnings are errors, zero warnings, fail on warnings, warnungen als fehler
warnings fatal.without: warnings stay warnings, not fail on warnings, no werror
warnings fatal.: warning*, compiler warning*, deny, lints, rustflags, clippy, xlint, new compilers, diagnostics, nowarn, suppress*, warnung*
lock files.with: commit the lockfile, committed lockfile, lockfile in git, lock file checked in, frozen lockfile, frozen-lockfile, npm ci, locked mode, restorelockedmode, hash pinned
lock files.without: no lockfile, lockfile ignored, lockfile in gitignore
lock files.: lockfile*, lock file*, cargo.lock, gemfile.lock, composer.lock, package-lock, yarn.lock, poetry.lock, uv.lock, pipfile.lock, go.sum, packages.lock.json, mix.lock, pubspec.lock, reproducible install*, same versions everywhere
third code.manager: vcpkg, conan, package manager, dependency manager, cpm, fetchcontent, hunter, spack, nuget, swift package manager, cocoapods, carthage, resolved from the registry, xmake
third code.copied: vendored, vendor folder, vendor directory, go mod vendor, bundled sources, copied into, third_party, in-tree copy, amalgamation, mitgeliefert*
third code.modules: git submodule*, submodule*, subtree, git subtree
third code.: third-party code, third-party librar*, third party code, external code, bundled librar*, fremdcode, dependencies come from, air-gapped, offline build*
weight of library.few: zero dependencies, no dependencies, dependency-free, std only, standard library only, own implementation, fewer dependencies, few dependencies, hand-rolled, no third-party
weight of library.optional: opt-in features, feature flags of the crate, optional dependenc*, default features, default-features, extras, extras_require, peer dependenc*, peerdependenc*, suggest, no_std, starter, off by default, behind a feature, behind features
weight of library.: transitive dependenc*, dependency tree, batteries included, install size, heavy dependenc*, footprint, lightweight, left-pad, abhangigkeiten
version scheme.semantic: semver, semantic version*, major minor patch, breaking means major, semantische version*
version scheme.date: calver, calendar version*, date-based version*, year.month, versions by date, jahr und monat, year and month
version scheme.zero: zerover, stay on 0.x, 0.x, pre-1.0, tag 1.0, 1.0 release, stable release
version scheme.: version number*, version bump*, version string, numbering, versionsnummer*, lockstep, independent versions, one number, fixed versions
public surface.guarded: api freeze, abi stability, abi checker, api checker, mima, japicmp, revapi, binary compatib*, binary compatibility validator, cargo-semver-checks, public-api, publicapianalyzers, api extractor, api-extractor, apidiff, gorelease, griffe, backward compatibility check, api.txt, abi-compliance*, abigail
public surface.: public api, backwards compatib*, source compatib*, breaking change*, exported symbols, abi, internal package*, module boundary, visibility, api surface, abwartskompatib*, offentliche api
give notice.slow: deprecation period, deprecated for, one major, two minors, kept with a warning, deprecation warning*, soft deprecat*, soft-deprecat*, grace period, removed in the next major, ubergangsfrist, one full major, shim*, obsolete attribute
give notice.fast: removed immediately, hard break, clean break, no deprecation, remove without warning, sofort entfernt
give notice.: deprecat*, obsolete, sunset*, veraltet*, abgekundigt, removal, legacy api*, upgrade guide, migration guide, codemod*
supported since.raise: raise the minimum, drop support for old, bump msrv, minimum version is, requires node, requires python, requires java, mindestversion, only the latest, baseline is raised
supported since.hold: keep support for, old compilers, still support, conservative baseline, stays compatible with
supported since.: msrv, minimum supported, end of life, eol, lts, minimum version, toolchain version*, language version, supported versions, support window, supported platforms, language standard, c++17, c++20, c++11, jdk 17, jdk 21, java 8, java 11, node 18, node 20
failures are.values: result type*, returned errors, error values, errors as values, expected<, tl::expected, std::expected, either, result<t>, neverthrow, typed errors, thiserror, error enum*, sealed error*, oneof, error tuple*, sum type*, domain errors, error codes returned, statuscodes
failures are.thrown: exceptions, throw, throws, thrown, unchecked exception*, runtimeexception, checked exception*, raise, panics, unwind*, ausnahmen
failures are.opaque: anyhow, eyre, boxed error*, box<dyn error>, opaque error*, generic error, wrapped error*, pkg/errors, errors.wrap, sentinel error*
failures are.: error handling, error type*, error hierarchy, error signature*, failure path, fehlerbehandlung, fehlertyp*, errors propagate, swallow*
null safety.with: strict null, nullable enabled, nullable reference types, option type, optional return, non-null*, jspecify, nullaway, no null, null safe*, sound null safety
null safety.: nullable, nullpointerexception, npe, null checks, null pointer*, undefined checks
concurrent.messages: actor*, message passing, channels, share nothing, genserver, mailbox*, csp, worker threads, web worker*, postmessage, single writer
concurrent.shared: shared memory, mutex*, locks, rwlock, concurrent map, atomics, lock-free, ets table, concurrenthashmap, synchronized, reentrantlock, read-mostly
concurrent.async: async runtime, tokio, asyncio, async-std, smol, event loop, futures, promises, coroutines, trio, anyio, completablefuture, virtual threads, loom, structured concurrency, swift concurrency, gcd, combine, rxswift, rxjava, reactor, webflux, project reactor
concurrent.pool: thread pool*, worker pool, fork join, rayon, openmp, process pool, multiprocessing, spawn_blocking, bounded pool, green threads
concurrent.: concurren*, race condition*, deadlock*, bottleneck process, blocking call*, parallel*, nebenlauf*, data race*, thread safe*, cancellation, gil, contention
memory kept.manual: malloc, free lists, arena, arenas, bump allocat*, pool allocat*, preallocat*, static allocation, no heap, no allocation*, object pool*, jemalloc, mimalloc, raii, smart pointers, unique_ptr, shared_ptr, intrusive
memory kept.collected: garbage collect*, gc pauses, zgc, g1, shenandoah, boehm, reference count*, arc
memory kept.: memory management, allocat*, heap, stack size, memory leak*, out of memory, oom, speicherverwaltung, fragmentation
unsafe code.: unsafe, forbid unsafe, memory safe*, miri, valgrind, asan, sanitizer*, ubsan, tsan, buffer overflow*, bounds check*, hardening flags, cheri, safe language, rewrite in rust
foreign calls.: ffi, bindings, pybind11, nanobind, pyo3, cffi, ctypes, jni, jna, panama, napi, node-addon*, neon, cgo, uniffi, cxx bridge, swig, wasm bindgen, wasm-bindgen, native extension*, c extension*, cython, c abi, interop
compile to.bytecode: wasm, webassembly, wasi, wasmtime, wasmer, jvm bytecode, ebpf
compile to.native: graalvm, native image, native-image, aot, ahead of time, nativeaot, static binary, musl, statically linked, cross compil*, cross-compil*, zig cc
compile to.: startup time, cold start*, jit, binary size, dynamic link*, shared librar*, header-only, header only, single header, static librar*
made code.generated: code generation, codegen, source generator*, annotation process*, kapt, ksp, lombok, macros, proc macro*, derive macro*, build.rs, protoc, jooq, sqlc, openapi-generator, t4
made code.hand: hand-written, handwritten, written by hand, delombok, records, no code generation, plain classes, von hand geschrieben
made code.: boilerplate, generated sources, generated files, generated code, annotations, reflection, metaprogramming, generiert*
text to data.: serde, jackson, gson, moshi, kotlinx.serialization, system.text.json, newtonsoft, codable, msgspec, marshmallow, attrs, pydantic, serializ*, deserializ*, jsonb codec, circe, upickle, play-json, simdjson, rapidjson, serialisier*
config format.: toml, yaml, json5, ini, hocon, dhall, cue, jsonnet, pkl, nickel, kdl, ron, config file format, dotenv, xml configuration, starlark, lua config, konfigurationsformat
args.: argument pars*, clap, argparse, click, typer, cobra, picocli, commander, yargs, oclif, docopt, structopt, subcommand*, command line flag*, optparse, command-line interface
logging in code.: slf4j, logback, log4j, log4j2, tracing crate, env_logger, spdlog, zap, zerolog, logrus, slog, serilog, nlog, loguru, structlog, winston, pino, bunyan, psr-3, monolog, logging facade, log facade, timber, oslog, mdc
http client.: http client*, guzzle, httplug, psr-18, okhttp, retrofit, ktor client, httpx, aiohttp, requests library, reqwest, hyper, ureq, axios, fetch api, undici, got, resty, httpclient, urlsession, alamofire, faraday, curl, libcurl, transport is injectable, resttemplate, webclient, restclient, feign, tesla, req, finch, hackney
inversion.: pluggable, injectable, adapter*, interface instead, behaviour, bring your own, vendor neutral, decoupl*, ports and adapters, abstraction layer, wrapper, own interface, concrete implementation, swappable, austauschbar*, backend trait, driver interface
math numbers.: bignum, bigdecimal, fixed point, fixed-point, floating point, decimal type, rational, int64, overflow*, checked arithmetic, saturating, wrapping, float32, half precision, bfloat16, double precision, festkomma
text encoding.: utf-8, utf8, utf-16, latin-1, unicode, normalization, nfc, icu4x, collation, encoding*, grapheme*, zeichensatz*, code page, utf8mb4, bom
regex engine.: regex*, re2, hyperscan, pcre, backtracking, redos, regular expression*, linear time matching
random.: random number*, rng, prng, seed*, csprng, uuid*, entropy, pcg, xoshiro, deterministic seed, mersenne twister, zufallszahl*
hash map.: hash function*, siphash, ahash, fxhash, xxhash, murmur*, blake3, sha-1, md5, crc32, checksum*, prufsumme*, fnv
build driver.make: makefile*, make targets, gnu make, justfile, taskfile, shell scripts, mage, rake, npm scripts, invoke, nox, tox
build driver.hermetic: bazel, buck2, pants, please build, nix, nix flake*, hermetic, guix, earthly, remote caching, remote execution
build driver.c: cmake, meson, autotools, autoconf, ninja, scons, premake, waf, qmake, gn, msbuild, xmake, cmakepresets, configure script
build driver.jvm: gradle, maven, sbt, mill, ant, bazel java, kotlin dsl, version catalog, gradle plugin, bom, parent pom, leiningen, deps.edn
build driver.: build tool*, build system*, build description*, build file*, incremental build*, clean build, build times, compile time*, ccache, sccache, precompiled header*, unity build, ubersetzungszeit, linker, lld, mold
release run.auto: semantic-release, release-please, release-plz, changesets, goreleaser, cargo-release, jreleaser, auto release, release bot, tag triggers, publish from ci, automatic publish*, lerna, release drafter, np
release run.people: release by hand, release manager, manual tagging, manual release, from a laptop, checklist release
release run.train: release train, every six weeks, fixed cadence, time-based release*, monthly release, biweekly release, feature freeze, release candidate*, quarterly release
release run.: publish*, tagging, release process, releasing, cut a release, hotfix release*, veroffentlich*, release notes, changelog*, keep a changelog
proof of origin.: trusted publishing, oidc publish*, provenance, slsa, sigstore, cosign, gpg signed, signed artifact*, signed release*, attestation*, in-toto, npm provenance, upload token*, api token for upload, notariz*, code signing, authenticode, reproducible build*
one repo.: workspace, workspaces, cargo workspace, pnpm workspace*, nx, turborepo, lerna, umbrella, monorepo, multi-module, multi-repo, polyrepo, repository per, split repo*, own repositor*, moved in under
docs in code.: docstring*, rustdoc, javadoc, kdoc, typedoc, doxygen, sphinx, mkdocs, docusaurus, doctest*, doc tests, api reference, hexdocs, godoc, examples compiled, missing_docs, dokka, vitepress, antora, read the docs, jsdoc
docs kind.: diataxis, tutorial*, how-to, handbook, user manual, man page*, readme first, documentation portal, benutzerhandbuch, cookbook, faq
checks before.: pre-commit, pre-commit hook*, husky, lefthook, lint-staged, git hooks, commit hook*, pre-push
finders.: eslint, ruff, pylint, flake8, rubocop, standardrb, credo, detekt, checkstyle, spotbugs, errorprone, error prone, pmd, sonarqube, sonar, golangci-lint, staticcheck, clippy, clang-tidy, cppcheck, psalm, phpstan, scalafix, wartremover, biome, oxlint, static analysis, linter rules, statische analyse
code owner files.: codeowners, maintainers file, area owners, owners file, two reviewers, second reviewer, one approval, review required, vier-augen*, four eyes, self merge
test style.example: table tests, table-driven, parametrized, parameterised test*, spec style, given/when/then, one assertion*, assertj, hamcrest, shouldly, fluentassertions, assertion librar*, truth, kotest assertions, expect style, power assert
test style.law: property-based*, property tests, scalacheck, hypothesis, quickcheck, proptest, jqwik, fast-check, round-trip*, laws, invariants, shrinking, fuzz*, libfuzzer, oss-fuzz, afl, cargo-fuzz, jazzer
test style.golden: golden file*, snapshot*, approval test*, insta, expect test*, reference output*, recorded output*, cassette*, vcr, recorded http, record and replay
test style.: test framework, test runner, unit tests, xunit, nunit, junit 4, junit 5, jupiter, testng, scalatest, munit, specs2, rspec, minitest, pytest, unittest, exunit, catch2, googletest, doctest framework, gtest, phpunit, pest
time in tests.: fake clock, virtual time, injected clock, clock interface, freeze time, sleep in tests, wait until, awaitility, fake timers, time travel, deterministic time
measured speed.: benchmark*, criterion, jmh, benchmarkdotnet, pytest-benchmark, asv, performance regression*, perf budget, continuous benchmarking, codspeed, hyperfine, profil*, flamegraph*, p99, perf gate, microbenchmark*
plug ins.: plugin*, extension api, extension point*, scripting, embedded lua, lua, wasm plugin*, spi, serviceloader, hooks api, add-on*, mods, modding, user scripts, erweiterung*, entry points, dynamic loading, dlopen
wiring.: autowiring, service container, dependency injection, zlayer, constructor injection, dagger, hilt, koin, guice, service locator, manual di, macwire, wire, fx, implicit, tagless final, parameter passing, singletons, globals
data shape.: immutable, immutab*, records, data class*, value object*, case class*, builder pattern, functional options, options struct, named arguments, fluent builder*, mutable state, persistent data structure*, newtype*, branded type*, type alias*
effects.: cats-effect, zio, monix, effect-ts, fp-ts, arrow, monad*, io monad, future, functional programming, pure functions, side effects, tagless, vavr
web server lib.: axum, actix, rocket, warp, express, fastify, hono, nestjs, koa, gin, echo, chi, fiber, net/http, flask, django, fastapi, starlette, litestar, spring boot, quarkus, micronaut, helidon, ktor, vert.x, rails, sinatra, hanami, laravel, symfony, slim, phoenix, plug, asp.net, minimal api*, servlet*, tomcat, jetty, undertow
worker lib.: celery, dramatiq, rq, sidekiq, good_job, solid queue, resque, oban, hangfire, quartz, bullmq, bull, agenda, asynq, river, machinery, faktory, background job*, task queue, hintergrundjob*
in process bus.: mediatr, event bus, domain event*, in-process event*, mediator, observer, dispatcher, signals, eventemitter, masstransit, nservicebus, wolverine, axon, pub/sub inside
editor tools.: language server, tree-sitter, vs code extension, intellij, lsp server, ide, devcontainer*, dev container*, codespaces, gitpod, devbox, mise, asdf, direnv, nix shell, sdkman, nvm, volta, tool version*, local setup, onboarding setup
secret words.: secure by default, opt-in, opt-out, default on, default off, enabled by default, disabled by default, sane default*, standardmassig
`;
