import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aPrivateKey } from '../../test/support/private-keys.ts';
import { startCluster, type Cluster } from '../../stress/support/processes.ts';
import { createTestHost, freePort, until, type TestHost } from '../../test/support/machine.ts';

/** A request that reached the service behind the gateway. */
export interface Reached {
  readonly method: string;
  readonly url: string;
  /** Names and values in turn, as they were received. */
  readonly rawHeaders: readonly string[];
}

export interface Gateways {
  readonly cluster: Cluster;
  /** The URLs of the gateways, by their names. */
  readonly urls: GatewayUrls;
  /** Where the gateways run. */
  readonly machine: TestHost;
  /** The URL of the service behind the gateways. */
  readonly serviceUrl: string;
  /** The requests that reached the service since `reached` was last emptied. */
  readonly reached: Reached[];
  readonly stop: () => Promise<void>;
}

/** The `PUBLIC_URL` of the processes behind the gateways. */
export const issuer = 'https://id.example.com';

const guide = fileURLToPath(new URL('../../../../../docs/access.md', import.meta.url));

/** Returns the only code block of the guide in this language. */
async function blockOf(language: string): Promise<string> {
  const blocks = [...(await readFile(guide, 'utf8')).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))];
  const [, text] = blocks[0] ?? [];
  if (text === undefined || blocks.length !== 1) throw new Error(`The guide must have one block in ${language}.`);
  return text;
}

/** Starts a service that records the requests that reach it. */
async function startService(reached: Reached[]) {
  const server = createServer(({ method = '', url = '', rawHeaders }, response) => {
    reached.push({ method, url, rawHeaders });
    response.end('reached');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The service has no port.');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}

/** The URLs of both gateways. */
export type GatewayUrls = Readonly<Record<'nginx' | 'caddy', string>>;

/**
 * Starts both gateways with the configurations of the guide.
 * @param servers the URLs of two processes of Portcullis
 * @param service the URL of the service behind the gateways
 */
export async function startBoth(
  machine: TestHost,
  servers: readonly [string, string],
  service: string,
): Promise<GatewayUrls> {
  const localized = (text: string): string =>
    text
      .replace('server-1:3000', new URL(servers[0]).host)
      .replace('server-2:3000', new URL(servers[1]).host)
      .replace('service:8080', new URL(service).host);
  return {
    nginx: await startNginx(machine, localized(await blockOf('nginx'))),
    caddy: await startCaddy(machine, localized(await blockOf('caddyfile'))),
  };
}

/** Starts both gateways, two processes behind them, and a service. */
export async function startGateways(): Promise<Gateways> {
  const cluster = await startCluster({
    TRUST_PROXY: '1',
    JWT_SECRET: '',
    JWT_PRIVATE_KEY: aPrivateKey(),
    PUBLIC_URL: issuer,
  });
  const machine = createTestHost('nginx', 'caddy');
  const reached: Reached[] = [];
  const service = await startService(reached);
  const [one, other] = cluster.servers;
  return {
    cluster,
    machine,
    urls: await startBoth(machine, [one.url, other.url], service.url),
    serviceUrl: service.url,
    reached,
    stop: async () => {
      await machine.dismantle();
      service.close();
      await cluster.stop();
    },
  };
}

const isListening = (url: string) => async (): Promise<boolean> => (await fetch(url)).status > 0;

/** Starts nginx with a site whose outermost server has the line `listen 8080`. */
export async function startNginx(machine: TestHost, site: string): Promise<string> {
  const port = await freePort();
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  const file = join(machine.directory, `nginx-${port}.conf`);
  await writeFile(
    file,
    `daemon off; worker_processes 1; pid nginx-${port}.pid; error_log stderr crit; events { worker_connections 1024; }
     http { access_log off; ${folders.join(' ')} ${site.replace('listen 8080', `listen 127.0.0.1:${port}`)} }`,
  );
  machine.start('nginx', '-p', machine.directory, '-c', file, '-e', 'stderr').stderr?.pipe(process.stderr);
  const url = `http://127.0.0.1:${port}`;
  await until('nginx listens', isListening(url));
  return url;
}

/** Starts Caddy with a site at `:8080`. */
export async function startCaddy(machine: TestHost, site: string): Promise<string> {
  const port = await freePort();
  const file = join(machine.directory, `Caddyfile-${port}`);
  const options = `{\n\tadmin off\n\tauto_https off\n\tstorage file_system ${machine.directory}\n}\n`;
  await writeFile(file, options + site.replace(':8080', `:${port}`));
  machine.start('caddy', 'run', '--config', file, '--adapter', 'caddyfile').stderr?.resume();
  const url = `http://127.0.0.1:${port}`;
  await until('Caddy listens', isListening(url));
  return url;
}
