/** Matters of code, tools and teamwork. The notation is explained in read.ts. */
export const work = `
branches.trunk: trunk*, trunk-based, short-lived branch*, short lived branch*, into main, main only, mainline, hauptlinie, taglich integrier*, integrate daily, no long-lived branch*, develop branch deleted
branches.flow: gitflow, git flow, git-flow, develop branch, development branch, release branch*, long-lived branch*, long lived branch*, langlebige zweige, langlebig* branch*, frozen target
branches.: branch*, zweig*
merging.squash: squash*, one commit per pr, linear history
merging.merge: merge commit*, no ff
merging.: rebase, merge queue, merge train, merge strategy
repos.mono: monorepo, mono repo, one repository, single repository, one repo, hauptrepo, big repo, nx, turborepo, workspaces, merged into one repository, common codebase, same repository
repos.poly: polyrepo, repo per service, repo per team, own repo*, separate repo*, seperate repo*, getrennte repos, two repos, split the repo, split the big repo, split the monorepo, own release cadence, multi repo, independent release*
repos.: repository, repositories, repo, repos, cross-cutting changes, cross-package, lockstep, submodule*
commits.: conventional commit*, commit message*, commitizen, signed-off*, dco, signed commits, commitlint
cla.cla: cla, contributor agreement, copyright assign*, contributor licence agreement, contributor license agreement
cla.dco: dco, developer certificate, signed-off*, sign-off
reviews.: code review*, reviewer*, two approvals, approval*, codeowners, code owners, ship show ask, pair review, freigabe*, four eyes, vier augen
pairing.with: pair programming, mob programming, pairing, mobbing, ensemble
pairing.without: solo, individual work, async review
versions.semver: semver, semantic version*
versions.calver: calver, calendar version*, date based release*
cadence.train: release train, time based release*, fixed cadence, every six weeks, monthly release*, quarterly release*, lts
cadence.continuous: continuous deploy*, continuous delivery, on every merge, when ready, release when
cadence.: release cadence, release cycle, release schedule
changelog.auto: changesets, release please, semantic release, generated changelog, git-cliff, automatic release notes
changelog.hand: towncrier, news fragment*, keep a changelog, hand written changelog, hand-written notes
changelog.: changelog, release notes, versionshinweise
docs.code: docs in the repo, docs as code, markdown, in git, adr, adrs, madr, sphinx, mkdocs, docusaurus, next to the code, antora, asciidoc
docs.wiki: wiki, confluence, notion, google docs, sharepoint
docs.: documentation, dokumentation, design document*, architecture decision*, rfc process, rfc
diagrams.: diagram*, mermaid, plantuml, c4, structurizr, draw.io, lucidchart
work.scrum: scrum, sprint*, story points, velocity
work.flow: kanban, wip limit*, shape up, no sprints, no estimates, continuous flow
work.: estimate*, planning, backlog, standup*, stand-up*, retrospective*, okr*
tracker.: jira, github issues, issue tracker, youtrack, bugzilla, gitlab issues, redmine, trello, ticketsystem, tickets, phabricator, trac
tracker open.: bug tracker, mailing list for bugs
chat.open: mattermost, matrix, zulip, irc, rocket chat, element
chat.closed: slack, discord, ms teams, microsoft teams, telegram
forum.list: mailing list*, mailman
forum.web: discourse, forum, github discussions, discussions, stack overflow
code host.own: gitea, forgejo, gerrit, self-hosted gitlab, own gitlab, codeberg, sourcehut, cgit, gitolite
code host.hosted: github, gitlab.com, bitbucket
code host.: gitlab, code host*, code hosting, git server, forge
issues closing.: stale bot, triage, close inactive
governance.: governance, steering, maintainer*, voting, code of conduct, foundation, bdfl, lazy consensus, working group*, committee
decisions.: rfc process, rfcs, enhancement proposal*, pep, kep, proposal process, architecture board
incidents.: incident*, postmortem*, post mortem*, runbook*, blameless, status page, vorfall*, root cause, war room
remote.: remote work, office, hybrid work, asynchronous communication, homeoffice
linting.fast: ruff, biome, oxlint, rust-based linter, single linter, single binary, fast binary, one tool, golangci
linting.older: flake8, black, isort, pylint, eslint, prettier, tslint, yapf, checkstyle
linting.: linter*, lint, formatter*, formatting, format*, code style, style check*, import sort*, import order, code quality, formatierung, clang-format, gofmt, rubocop
lint place.hook: pre-commit, pre commit, git hook*, husky, lefthook, on save
lint place.ci: in the pipeline, in ci, prufung im build, format bot, bot pusht, auto-fix, merge gate
typing.static: typescript, static typing, typed, strict mode, strict typing, mypy, pyright, type annotation*, type hint*, .ts, sorbet, typisier*
typing.dynamic: plain javascript, jsdoc, untyped, no type annotation*, back to javascript, .js
typing.: types, type check*, tsc
build system.big: bazel, buck*, pants, hermetic build*, starlark, please, gn
build system.native: native build tool, cargo, go build, maven, npm scripts, gradle, make, plain make, cmake + gradle
build system.: build tool*, build files, build system, incremental build*
c build.cmake: cmake
c build.meson: meson, ninja
c build.autotools: autotools, autoconf, automake, configure script
c build.: scons, xmake, conan, vcpkg, build c
java build.gradle: gradle, kotlin dsl
java build.maven: maven, pom
java build.: sbt, ant
js packages.npm: npm
js packages.yarn: yarn, plug'n'play
js packages.pnpm: pnpm, bun install, bun
js packages.: package manager, lockfile, node_modules, hoisting, phantom dependenc*
py packages.new: uv, poetry, pdm, hatch*, flit, pyproject, pixi
py packages.old: pip, setuptools, pip-tools, requirements.txt, pipenv, setup.py, virtualenv
py packages.: conda, wheels, meson-python, python packag*, build backend
dev setup.container: devcontainer*, dev container*, codespaces, gitpod, docker for development, remote development, cloud workspace*
dev setup.nix: nix, devbox, flake, flakes, guix
dev setup.local: asdf, mise, local setup, onboarding script, vagrant, homebrew, native setup
dev setup.: entwicklungsumgebung*, development environment*
dep updates.bot: renovate, dependabot, automatic dependency, automerge, auto merge, automatic upgrades, automatische prs
dep updates.manual: once per sprint, im quartal, manual bumps, upgrades gebundelt, routine version bumps
dep updates.: dependency update*, version bumps, upgrades, dependency prs, abhangigkeiten
dep age.: cooldown, week old, minimum age, days old, minimum release age, wait some days, newly published, freshly released, new package version*, new versions, supply chain, malicious upload*
vendoring.with: vendoring, vendored, vendor directory, checked in dependencies, forked dependency, copy the code
vendoring.proxy: private registry, artifactory, nexus, proxy registry, internal registry, mirror
vendoring.: external dependency, third-party code
min version.raise: drop support, support removed, minsdk, minimum version, oldest supported, python_requires, support window, spec 0, nep 29, msrv, rolling minimum, rollierend*, minor not breaking, no further updates, support ends, end of support, only latest, evergreen
min version.keep: keep supporting, still supported, stays at, until eol, lower the requirement, fixed msrv, bleibt auf, mindestversion bleibt, older versions, long support, rhel7, debian stable, keep 26
min version.: minimum*, mindestversion*, requirement, oldest, supported versions, python 2*, python 3*, node 1*, node 2*, android 5, android 6, android 7, marshmallow, lollipop, nougat, ios 1*, rust version, compiler version, oldest usable, old browsers, java 8, java 11, java 17, interpreters, engines
`;
