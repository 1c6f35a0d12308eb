import { once } from 'node:events';
import type { Server } from 'node:http';
import { ConfigError, type Config } from './config.ts';

/** Listens where the configuration says. Throws `ConfigError` where nobody can. */
export async function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw refusalOf(error, host, port) ?? error;
  }
}

function refusalOf(error: unknown, host: string, port: number): ConfigError | undefined {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new ConfigError(`PORT takes a port that is free: something listens on ${port} of ${host} already.`);
    case 'EACCES':
      return new ConfigError(`PORT takes a port that this user may listen on, not '${port}'.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new ConfigError(`HOST takes an address or a name of this machine, not '${host}'.`);
    default:
      return undefined;
  }
}
