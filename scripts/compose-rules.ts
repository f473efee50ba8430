import { parse } from 'yaml';
import { variableNames } from '../src/gateway/config/env.ts';

type Service = {
  image?: string;
  build?: unknown;
  command?: string[];
  restart?: string;
  read_only?: boolean;
  privileged?: boolean;
  network_mode?: string;
  mem_limit?: string;
  cap_drop?: string[];
  security_opt?: string[];
  logging?: { driver?: string };
  healthcheck?: { test?: unknown; disable?: boolean };
  ports?: string[];
  volumes?: string[];
  secrets?: string[];
  networks?: Record<string, unknown>;
  depends_on?: Record<string, { condition?: string }>;
  environment?: Record<string, string | number | null>;
};

export type Composition = {
  services: Record<string, Service>;
  volumes?: Record<string, unknown>;
  secrets?: Record<string, { file?: string }>;
  networks?: Record<string, { external?: boolean }>;
};

/** Parses a compose file, resolving anchors and merges; variables stay unexpanded. */
export const readComposition = (text: string): Composition => parse(text, { merge: true });

/** Merges an override into a file: by service, and environments by variable. */
export function joined(base: Composition, override: Composition): Composition {
  const services = { ...base.services };
  for (const [name, added] of Object.entries(override.services)) {
    const before = services[name];
    services[name] = { ...before, ...added, environment: { ...before?.environment, ...added.environment } };
  }
  return { ...base, services, networks: { ...base.networks, ...override.networks } };
}

/** The faults of a composition, one sentence each; empty if there are none. */
export function faultsOf(composition: Composition, text: string, envExample: string): string[] {
  const faults: string[] = [];
  for (const [name, service] of Object.entries(composition.services))
    for (const fault of faultsOfService(name, service, composition)) faults.push(`${name}: ${fault}`);
  for (const [, variable = ''] of text.matchAll(/\$\{([A-Z_]+)/g))
    if (!new RegExp(`^#?${variable}=`, 'm').test(envExample))
      faults.push(`\${${variable}} is not explained in .env.example`);
  return [...new Set(faults)];
}

/** Set by the image, by a separate process or by the standards of OpenTelemetry, or used only on the host. */
const notHandedOn =
  /^(?:DATABASE_URL|DEWEY_DB_PASSWORD|DEWEY_(?:DATA_DIR|FILES_ROOT|WATCH|URL|API_KEY)|WORKER_ID|CLAUDE_CONFIG_DIR|CODEX_HOME|GEMINI_CLI_HOME|CLINE_DIR|CLINE_DATA_DIR|CLINE_SESSION_DATA_DIR|COPILOT_HOME|QWEN_HOME|QWEN_RUNTIME_DIR|GOOSE_PATH_ROOT|XDG_DATA_HOME|FLATPAK_XDG_DATA_HOME|OTEL_\w+)$/;

/** Variables that Dewey reads but a composition does not pass on, or that are not documented for users. */
export function settingFaults({ services }: Composition, envExample: string): string[] {
  const handedOn = new Set(
    Object.values(services).flatMap(({ environment }) => Object.keys(environment ?? {})),
  );
  return variableNames.flatMap((variable) => [
    ...(handedOn.has(variable) || notHandedOn.test(variable) ? [] : [`${variable} reaches no container`]),
    ...(/^OTEL_/.test(variable) || new RegExp(`^#${variable}=`, 'm').test(envExample)
      ? []
      : [`${variable} is not in .env.example`]),
  ]);
}

function* faultsOfService(name: string, service: Service, whole: Composition): Generator<string> {
  if (!service.image) yield 'has no image';
  if (service.restart !== 'unless-stopped') yield 'is not restarted when it fails';
  if (service.read_only !== true) yield 'has a writable root file system';
  if (service.privileged || service.network_mode === 'host') yield 'is not confined to its container';
  if (!service.mem_limit) yield 'has no memory limit';
  if (!service.logging?.driver) yield 'has a log that grows without limit';
  if (!service.security_opt?.includes('no-new-privileges:true')) yield 'may gain privileges';
  if (!service.healthcheck && !service.build) yield 'has no health check and does not disable it explicitly';
  for (const port of service.ports ?? [])
    if (!port.startsWith('127.0.0.1:')) yield `publishes ${port} on other addresses than 127.0.0.1`;
  for (const secret of service.secrets ?? [])
    if (!whole.secrets?.[secret]?.file) yield `uses a secret ${secret}, which is not a file`;
  for (const volume of service.volumes ?? []) {
    const [source = ''] = volume.split(':');
    if (!/^[./]/.test(source) && !(source in (whole.volumes ?? {})))
      yield `uses a volume ${source}, which is not declared`;
  }
  for (const network of Object.keys(service.networks ?? {}))
    if (network !== 'default' && !(network in (whole.networks ?? {})))
      yield `is on a network ${network}, which is not declared`;
  for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
    const target = whole.services[other];
    if (!target) yield `depends on ${other}, which is not a service`;
    else if (condition === 'service_healthy' && target.healthcheck?.disable)
      yield `waits for ${other}, which has no health check`;
  }
  for (const [variable, value] of Object.entries(service.environment ?? {}))
    if (/PASSWORD$|SECRET$/.test(variable) && value !== null) yield `has ${variable} in its environment`;
  if (!service.image?.startsWith('dewey')) return;
  if (!service.cap_drop?.includes('ALL')) yield 'keeps capabilities it does not need';
  for (const variable of Object.keys(service.environment ?? {}))
    if (!variable.startsWith('OTEL_') && !variableNames.includes(variable))
      yield `sets ${variable}, which Dewey does not read`;
  if (name !== 'dewey' && !['worker', 'proxy'].includes(service.command?.join(' ') ?? ''))
    yield 'does not run a command of Dewey';
}
