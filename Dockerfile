# The base is an argument so that a mirror or another Debian release can be used:
#   docker build --build-arg NODE_IMAGE=mirror.example/node:24-bookworm-slim .
ARG NODE_IMAGE=node:24-bookworm-slim

# --- everything npm installs; a layer of its own, so that a change in src/ does not install again
FROM ${NODE_IMAGE} AS install
WORKDIR /app
COPY package.json package-lock.json ./
# No scripts: `prepare` would build, and the sources are not here yet.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund

# --- dist/: the program with its libraries. No packages are needed beside it: the only ones left are
# those of the embedded PostgreSQL, and the container talks to a server outside of it.
FROM install AS build
COPY scripts/bundle*.ts ./scripts/
COPY model ./model
COPY src ./src
RUN npm run build

# --- the image
FROM ${NODE_IMAGE}
WORKDIR /app

# 0.0.0.0 inside the container: a server on the container's own 127.0.0.1 cannot be reached from
# outside. compose.yaml publishes the port on the host's loopback address only.
# There are no agents' transcripts inside a container, so nothing is watched.
ENV NODE_ENV=production \
    DEWEY_MCP_HOST=0.0.0.0 \
    DEWEY_MCP_PORT=9020 \
    DEWEY_WATCH=off \
    DEWEY_DATA_DIR=/var/lib/dewey

# The one folder the server may write to; mount a volume here to keep it. The program itself
# belongs to root, so that the server cannot change it.
RUN install -d -o node -g node -m 0700 /var/lib/dewey

COPY package.json LICENSE* ./
COPY drizzle ./drizzle
COPY --from=build /app/dist ./dist

USER node
EXPOSE 9020 9000
STOPSIGNAL SIGTERM

# /readyz asks the database, so a container that cannot store anything is not called healthy.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.DEWEY_MCP_PORT || 9020}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

# Any command: docker run --init --read-only … doctor
ENTRYPOINT ["node", "--max-semi-space-size=8", "dist/main.js"]
CMD ["serve"]

# Last, so that a new version or revision changes no layer above.
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title="dewey" \
      org.opencontainers.image.description="A librarian for AI agents: conversations, contexts and decisions over MCP, kept in PostgreSQL" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
