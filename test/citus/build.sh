#!/bin/sh
# Builds Citus for PostgreSQL 15 from its public repository and installs it, so that `npm run test:citus` finds it.
# On Debian 12, as root; takes a few minutes. PG_CONFIG names another PostgreSQL to build for, whose folder of programs
# CITUS_BIN then names for the tests.
set -eu

apt-get update --quiet
DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
  ca-certificates git build-essential postgresql-15 postgresql-server-dev-15 libkrb5-dev liblz4-dev libzstd-dev

source=$(mktemp -d)
trap 'rm -rf "$source"' EXIT
git clone --quiet --depth 1 --branch "v${CITUS_VERSION:-12.1.6}" https://github.com/citusdata/citus.git "$source"
cd "$source"
./configure --quiet --without-libcurl
make --silent -j "$(nproc)"
make --silent install
