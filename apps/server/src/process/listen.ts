import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { ConfigError } from '../config/config-error.ts';

/** The host and the port on which a server listens, and the names of the environment variables that set them. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly hostVariable: string;
  readonly portVariable: string;
}

/**
 * Listens at the address.
 * @throws {ConfigError} if the address cannot be used. The message names the variable to change.
 */
export async function listen(server: Server, address: ListenAddress): Promise<void> {
  // A worker gets its socket from the supervisor through the IPC channel. The channel must keep the worker running
  // until the socket has arrived.
  const channel = cluster.isWorker ? process.channel : undefined;
  channel?.ref();
  try {
    server.listen(address.port, address.host);
    await once(server, 'listening');
  } catch (error) {
    throw configErrorOf(error, address) ?? error;
  } finally {
    channel?.unref();
  }
}

function configErrorOf(error: unknown, address: ListenAddress): ConfigError | undefined {
  const { host, port, hostVariable, portVariable } = address;
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return new ConfigError(`${portVariable} takes a free port: ${port} on ${host} is already in use.`);
    case 'EACCES':
      return new ConfigError(`${portVariable} takes a port that this user may listen on, not '${port}'.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new ConfigError(`${hostVariable} takes an address or a name of this machine, not '${host}'.`);
    default:
      return undefined;
  }
}

/** Returns the URL of a listening server, such as `http://127.0.0.1:3000`. */
export function urlOf(server: Server): string {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
