# shellcheck shell=bash
# A private Docker engine, and stand-ins for the two base images, from Debian's packages and npm:
# for machines that have no engine and cannot pull images. To be sourced.
#
# The engine comes from Debian 13 (Debian 12 has no Compose v2) and runs in network, mount and
# process namespaces of its own, so it needs no free port, leaves the firewall and a real engine on
# this machine alone, and ends with its first process in any case. slirp4netns gives it network
# access, for the `npm ci` of the build.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
project=$(cd "$here/../.." && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/dewey-compose-test
scratch=
engine_pid=
starter_pid=
slirp_pid=
cgroup=dewey-compose-$$

say() { printf '%s\n' "$*" >&2; }

# --- bases, kept in the cache -------------------------------------------------------------------

# Checks all requirements at the start and reports them together.
require_host() {
  if [ "$(uname -s)" != Linux ] || [ "$(id -u)" != 0 ]; then
    say 'This test starts a Docker engine of its own and must run as root on Linux.'
    return 1
  fi
  if [ ! -d "$project/node_modules/ws" ]; then
    say "Run 'npm ci' first: the client of this test uses the packages of the project."
    return 1
  fi
  local missing=() tool
  for tool in debootstrap slirp4netns; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  if [ ${#missing[@]} -gt 0 ]; then
    say "Installing ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  fi
}

# The mirror that apt uses here; empty if there is none, and debootstrap then uses its default.
debian_mirror() {
  # shellcheck disable=SC2016 # apt's own fields
  apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' 2>/dev/null |
    awk -F'|' '$1 == "Debian" && $2 == "Debian" && !seen++ { print $3 }'
}

# bootstrap SUITE FOLDER PACKAGES: a minimal Debian.
bootstrap() {
  local suite=$1 folder=$2 packages=$3 mirror
  mirror=$(debian_mirror)
  say "Bootstrapping Debian $suite (${packages:-nothing more})"
  if ! debootstrap --variant=minbase ${packages:+--include="$packages"} "$suite" "$folder" \
    ${mirror:+"$mirror"} >"$cache/bootstrap.log" 2>&1; then
    tail -n 20 "$cache/bootstrap.log" >&2
    return 1
  fi
  rm -rf "$folder"/var/cache/apt/archives/*.deb "$folder"/var/lib/apt/lists/* "$folder"/usr/share/{doc,man,locale}
}

make_engine() {
  bootstrap trixie "$1" ca-certificates,docker.io,docker-cli,docker-compose,docker-buildx,iptables,tini
}

# Node's binary and npm from the registry's packages, laid out as in the official image.
make_node() {
  local root=$1 arch
  case $(uname -m) in
    x86_64) arch=x64 ;;
    aarch64) arch=arm64 ;;
    *) say "No Node binary is known for $(uname -m)."; return 1 ;;
  esac
  bootstrap bookworm "$root" ''
  (
    set -e
    cd "$root/usr/local"
    mkdir -p lib/node_modules/npm
    npm pack --silent --pack-destination . "node-linux-$arch@24" npm@11 >&2
    tar -xzf node-linux-*.tgz --strip-components=1 package/bin/node
    tar -xzf npm-*.tgz --strip-components=1 -C lib/node_modules/npm
    rm ./*.tgz
    chmod 755 bin/node
    ln -s ../lib/node_modules/npm/bin/npm-cli.js bin/npm
    ln -s ../lib/node_modules/npm/bin/npx-cli.js bin/npx
    chmod 755 lib/node_modules/npm/bin/*-cli.js
  )
  install -m 755 "$here/node-entrypoint.sh" "$root/usr/local/bin/docker-entrypoint.sh"
  chroot "$root" groupadd --gid 1000 node
  chroot "$root" useradd --uid 1000 --gid node --shell /bin/bash --create-home node
}

make_postgres() {
  bootstrap trixie "$1" postgresql-17
  rm -rf "$1/var/lib/postgresql/17" "$1/etc/postgresql/17"
  install -m 755 "$here/postgres-entrypoint.sh" "$1/usr/local/bin/docker-entrypoint.sh"
}

# cached NAME SOURCE...: creates $cache/NAME with make_NAME, unless it exists and its script is
# unchanged. An incomplete one never gets the name.
cached() {
  local name=$1 stamp half
  shift
  stamp=$(cat "$@" <(declare -f "make_$name" bootstrap) | sha256sum | cut -c1-16)
  [ "$(cat "$cache/$name.stamp" 2>/dev/null)" = "$stamp" ] && [ -e "$cache/$name" ] && return
  half=$cache/$name.half
  rm -rf "$half" "${cache:?}/$name" "$cache/$name.stamp"
  "make_$name" "$half"
  mv "$half" "$cache/$name"
  echo "$stamp" >"$cache/$name.stamp"
}

engine_prepare() {
  require_host
  mkdir -p "$cache"
  exec {lock}>"$cache/lock"
  flock "$lock"
  cached engine /dev/null
  cached node "$here/node-entrypoint.sh"
  cached postgres "$here/postgres-entrypoint.sh"
  flock --unlock "$lock"
}

# --- the engine ---------------------------------------------------------------------------------

# Runs as the first process of the namespaces: makes the cached Debian its read-only root, mounts
# the project at /mnt, and becomes the engine.
engine_main() {
  local root=$scratch/root
  mount --bind "$cache/engine" "$root"
  mount -o remount,bind,ro "$root"
  mount -t proc proc "$root/proc"
  mount -t sysfs sysfs "$root/sys"
  mount --rbind /sys/fs/cgroup "$root/sys/fs/cgroup"
  mount --rbind /dev "$root/dev"
  local folder
  for folder in run tmp root; do mount -t tmpfs tmpfs "$root/$folder"; done
  mount --bind "$scratch/lib" "$root/var/lib"
  mount --bind "$scratch/resolv.conf" "$root/etc/resolv.conf"
  mount --bind "$project" "$root/mnt"
  mount -o remount,bind,ro "$root/mnt"
  ip link set lo up
  # pivot_root and not chroot: runc does the same for every container, and the kernel requires the
  # root to be a mount.
  cd "$root"
  pivot_root . srv
  umount --lazy /srv
  exec tini -- dockerd --cgroup-parent "/$cgroup" --exec-opt native.cgroupdriver=cgroupfs
}

engine_start() {
  scratch=$(mktemp -d -t dewey-compose.XXXXXX)
  mkdir -p "$scratch/root" "$scratch/lib"
  # slirp4netns answers DNS here.
  echo 'nameserver 10.0.2.3' >"$scratch/resolv.conf"

  export here project cache scratch cgroup
  # Ends with this shell, even if that is killed.
  setpriv --pdeathsig KILL unshare --net --mount --pid --fork --kill-child \
    bash -c "set -euo pipefail; $(declare -f engine_main); engine_main" >"$scratch/engine.log" 2>&1 &
  starter_pid=$!
  for _ in {1..100}; do
    read -r engine_pid <"/proc/$starter_pid/task/$starter_pid/children" || true
    if [ -n "$engine_pid" ]; then break; fi
    sleep 0.1
  done
  [ -n "$engine_pid" ] || { say 'The engine did not start.'; cat "$scratch/engine.log" >&2; return 1; }

  setpriv --pdeathsig KILL slirp4netns --configure --disable-host-loopback "$engine_pid" tap0 \
    >"$scratch/slirp.log" 2>&1 &
  slirp_pid=$!
  for _ in {1..150}; do
    kill -0 "$starter_pid" 2>/dev/null || break
    docker_ version >/dev/null 2>&1 && return
    sleep 0.2
  done
  say 'The engine did not answer:'
  tail -n 20 "$scratch/engine.log" "$scratch/slirp.log" >&2
  return 1
}

# in_engine COMMAND...: inside the engine's root, with none of this shell's environment.
in_engine() {
  # shellcheck disable=SC2016 # expanded by the inner shell, which alone can change to the root's folder
  nsenter --target "$engine_pid" --mount --pid --net --root \
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    sh -c 'cd / && exec "$@"' sh "$@"
}

docker_() { in_engine docker "$@"; }

# on_host_of_engine COMMAND...: a program of this machine, seeing the engine's published ports.
on_host_of_engine() { nsenter --target "$engine_pid" --net "$@"; }

# import NAME IMAGE CHANGES...: a cached Debian as an image.
import() {
  local name=$1 image=$2 change changes=()
  shift 2
  for change in "$@"; do changes+=(--change "$change"); done
  tar --numeric-owner -C "$cache/$name" -cf - . | docker_ import "${changes[@]}" - "$image" >/dev/null
}

# The image names come from the files under test, so that a changed name cannot pass unnoticed.
engine_images() {
  local node_image postgres_image context=$scratch/npm key value
  node_image=$(sed -n 's/^ARG NODE_IMAGE=//p' "$project/Dockerfile")
  postgres_image=$(sed -n 's/^ *image: \(pgvector\/.*\)/\1/p' "$project/compose.yaml")

  import postgres "$postgres_image" \
    'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/17/bin' \
    'ENV PGDATA=/var/lib/postgresql/data' 'VOLUME /var/lib/postgresql/data' 'EXPOSE 5432' \
    'STOPSIGNAL SIGINT' 'ENTRYPOINT ["docker-entrypoint.sh"]' 'CMD ["postgres"]'
  import node dewey-test-node \
    'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
    'ENTRYPOINT ["docker-entrypoint.sh"]' 'CMD ["node"]'

  # The build must reach the npm registry as this machine does: same registry, proxies and
  # certificate authorities. Created on each run, since they belong to the machine and not to the
  # test.
  mkdir -p "$context"
  : >"$context/npmrc"
  for key in registry proxy https-proxy noproxy strict-ssl; do
    value=$(npm config get "$key" 2>/dev/null)
    case $value in null | '' | undefined) ;; *) echo "$key=$value" >>"$context/npmrc" ;; esac
  done
  if [ -s /etc/ssl/certs/ca-certificates.crt ]; then
    cp /etc/ssl/certs/ca-certificates.crt "$context/authorities.crt"
    echo 'cafile=/etc/ssl/authorities.crt' >>"$context/npmrc"
  else
    : >"$context/authorities.crt"
  fi
  cat >"$context/Dockerfile" <<'END'
FROM dewey-test-node
COPY npmrc /usr/local/etc/npmrc
COPY authorities.crt /etc/ssl/authorities.crt
END
  tar -C "$context" -cf - . | docker_ build --quiet --tag "$node_image" - >/dev/null
}

# Stops everything and cleans up; may be called more than once.
engine_stop() {
  if [ -n "$engine_pid" ]; then
    kill -TERM "$engine_pid" 2>/dev/null || true
    for _ in {1..100}; do
      kill -0 "$starter_pid" 2>/dev/null || break
      sleep 0.2
    done
    # Killing the first process ends all others of its namespace.
    kill -KILL "$engine_pid" 2>/dev/null || true
  fi
  if [ -n "$slirp_pid" ]; then kill "$slirp_pid" 2>/dev/null || true; fi
  if [ -n "$starter_pid" ]; then wait "$starter_pid" 2>/dev/null || true; fi
  if [ -n "$slirp_pid" ]; then wait "$slirp_pid" 2>/dev/null || true; fi
  if [ -n "$starter_pid" ]; then
    find /sys/fs/cgroup -depth -type d -path "*/$cgroup*" -exec rmdir {} + 2>/dev/null || true
  fi
  if [ -n "$scratch" ]; then rm -rf "$scratch"; fi
  engine_pid='' starter_pid='' slirp_pid='' scratch=''
}
