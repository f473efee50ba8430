import type { NamedSetting } from '../../src/gateway/config/settings.ts';

/** Variables that libraries inside Dewey read. */
export const standardSettings: readonly NamedSetting[] = [
  { name: 'OTEL_SERVICE_NAME', type: 'name', value: 'dewey', description: 'Name of this service in traces.' },
  {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    type: '`key=value`, comma-separated',
    description: 'Attributes of every span.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    type: '`key=value`, comma-separated',
    description: 'Headers sent with traces.',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    type: 'name',
    initial: 'every call',
    description: 'Which calls are traced.',
  },
  {
    name: 'NODE_EXTRA_CA_CERTS',
    type: 'file',
    description: 'Certificates of authorities to trust, for `https` addresses in `DEWEY_URL`.',
  },
];

/** Variables that only `compose.yaml` reads. */
export const composeSettings: readonly NamedSetting[] = [
  {
    name: 'DEWEY_DB_PASSWORD_SOURCE',
    type: 'file',
    value: './secrets/db_password',
    description: 'File with the database password, mounted as a secret.',
  },
  {
    name: 'DEWEY_PUBLISHED_PORT',
    type: 'port',
    value: '9020',
    description: "Port of the gateway on this machine's 127.0.0.1.",
  },
  {
    name: 'DEWEY_PUBLISHED_PROXY_PORT',
    type: 'port',
    value: '9000',
    description: "Port of the capture proxy on this machine's 127.0.0.1.",
  },
  {
    name: 'DEWEY_PROXY_ALLOWED_HOSTS',
    type: 'names, comma-separated',
    value: 'proxy,dewey-proxy',
    description: '`DEWEY_ALLOWED_HOSTS` of the capture proxy.',
  },
  { name: 'DEWEY_MEMORY', type: 'size', value: '2g', description: 'Most memory of the gateway.' },
  { name: 'DEWEY_WORKER_MEMORY', type: 'size', value: '1g', description: 'Most memory of a worker.' },
  {
    name: 'DEWEY_PROXY_MEMORY',
    type: 'size',
    value: '512m',
    description: 'Most memory of the capture proxy.',
  },
  { name: 'DEWEY_DB_MEMORY', type: 'size', value: '2g', description: 'Most memory of PostgreSQL.' },
];
