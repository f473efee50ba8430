import type { NamedSetting } from '../../src/gateway/config/setting.ts';

/** Variables read by Node.js and by libraries that Dewey uses. */
export const standardSettings: readonly NamedSetting[] = [
  { name: 'OTEL_SERVICE_NAME', type: 'name', value: 'dewey', description: 'Service name in traces.' },
  {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    type: '`key=value`, comma-separated',
    description: 'Attributes added to every span.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    type: '`key=value`, comma-separated',
    description: 'Headers sent with exported traces.',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    type: 'name',
    initial: 'every call',
    description: 'Sampler that decides which calls are traced.',
  },
  {
    name: 'NODE_EXTRA_CA_CERTS',
    type: 'file',
    description: 'Additional certificate authorities to trust for an `https` address in `DEWEY_URL`.',
  },
];

/** Variables that only `compose.yaml` reads. */
export const composeSettings: readonly NamedSetting[] = [
  {
    name: 'DEWEY_DB_PASSWORD_SOURCE',
    type: 'file',
    value: './secrets/db_password',
    description: 'File that contains the database password, mounted as a secret.',
  },
  {
    name: 'DEWEY_PUBLISHED_PORT',
    type: 'port',
    value: '9020',
    description: 'Host port of the gateway, published on 127.0.0.1.',
  },
  {
    name: 'DEWEY_PUBLISHED_PROXY_PORT',
    type: 'port',
    value: '9000',
    description: 'Host port of the capture proxy, published on 127.0.0.1.',
  },
  {
    name: 'DEWEY_PROXY_ALLOWED_HOSTS',
    type: 'names, comma-separated',
    value: 'proxy,dewey-proxy',
    description: 'Value of `DEWEY_ALLOWED_HOSTS` for the capture proxy.',
  },
  { name: 'DEWEY_MEMORY', type: 'size', value: '2g', description: 'Memory limit of the gateway.' },
  { name: 'DEWEY_WORKER_MEMORY', type: 'size', value: '1g', description: 'Memory limit of each worker.' },
  {
    name: 'DEWEY_PROXY_MEMORY',
    type: 'size',
    value: '512m',
    description: 'Memory limit of the capture proxy.',
  },
  { name: 'DEWEY_DB_MEMORY', type: 'size', value: '2g', description: 'Memory limit of PostgreSQL.' },
];
