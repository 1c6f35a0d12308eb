import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** A proxy in front of PostgreSQL that counts round trips. */
export interface CountingProxy {
  readonly url: string;
  /** The number of round trips so far. */
  readonly trips: () => number;
  readonly close: () => void;
}

/** The names of the prepared statements of rate-limiter-flexible, which counts calls. */
const counter = 'rlflx-';

/**
 * Starts a proxy. Statements that are sent without waiting for a result are one round trip, whatever their number. The
 * counters of limits are left out, because they may also be in Redis.
 */
export async function countingProxy(serverUrl: string): Promise<CountingProxy> {
  const target = new URL(serverUrl);
  let trips = 0;
  const server = createServer((client) => {
    const database = connect({ host: target.hostname, port: Number(target.port || 5432), noDelay: true });
    let hasResult = true;
    client.setNoDelay();
    client.on('data', (sent) => {
      if (hasResult && !sent.includes(counter)) trips += 1;
      hasResult = false;
      database.write(sent);
    });
    database.on('data', (received) => {
      hasResult = true;
      client.write(received);
    });
    const end = (): void => void [client.destroy(), database.destroy()];
    for (const socket of [client, database]) socket.on('close', end).on('error', end);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port }: AddressInfo = Object(server.address());
  const url = Object.assign(new URL(serverUrl), { hostname: '127.0.0.1', port: String(port) }).href;
  return { url, trips: () => trips, close: () => void server.close() };
}
