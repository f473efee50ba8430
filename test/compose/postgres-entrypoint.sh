#!/bin/bash
# Entry point of the stand-in for the official PostgreSQL image: the part of its behaviour that
# compose.yaml relies on. An empty PGDATA is initialised with POSTGRES_USER, POSTGRES_PASSWORD and
# POSTGRES_DB by a server that listens on the Unix socket only; then the real server takes over as
# process 1, so that it gets Docker's stop signal.
set -euo pipefail

if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /run/postgresql
  chown -R postgres: "$PGDATA" /run/postgresql
  chmod 700 "$PGDATA"
  exec setpriv --reuid postgres --regid postgres --init-groups -- "$0" "$@"
fi

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  if [ -n "${POSTGRES_PASSWORD_FILE:-}" ]; then POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE"); fi
  : "${POSTGRES_PASSWORD:?required to initialise an empty database}"
  user=${POSTGRES_USER:-postgres}
  database=${POSTGRES_DB:-$user}
  initdb --pgdata "$PGDATA" --username "$user" --pwfile <(printf '%s\n' "$POSTGRES_PASSWORD") \
    --auth-local trust --auth-host scram-sha-256 --encoding UTF8 --locale C.UTF-8
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl --pgdata "$PGDATA" --wait --options "-c listen_addresses=''" start
  if [ "$database" != postgres ]; then
    createdb --username "$user" --maintenance-db postgres "$database"
  fi
  pg_ctl --pgdata "$PGDATA" --wait --mode fast stop
fi

exec "$@" -c listen_addresses='*'
