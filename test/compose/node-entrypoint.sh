#!/bin/sh
# Entry point of the stand-in for the official Node image: `docker run IMAGE --version` means node.
set -eu
if [ "${1#-}" != "$1" ] || [ -z "$(command -v "$1")" ]; then
  set -- node "$@"
fi
exec "$@"
