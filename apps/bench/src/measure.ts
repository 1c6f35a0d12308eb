import autocannon from 'autocannon';
import { headersOf, type Repeated, type Request } from './requests.ts';
import { cpuTimes, type Service } from './service.ts';

const limitsEveryMs = 250;
let sent = 0;

const written = (request: Request): autocannon.Request => ({
  method: request.method ?? 'GET',
  path: request.path,
  headers: headersOf(request),
  ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
});

export type Measurement = Awaited<ReturnType<typeof measure>>;

/**
 * Sends one kind of request over all connections, each of which waits for the response before its next request.
 * @returns requests a second, and the CPU time for each request in milliseconds
 */
export async function measure(service: Service, request: Repeated, load: { connections: number; duration: number }) {
  // Setting roles is limited for each caller, and the limit is not what is measured. Peers do not have this table.
  const reset = () => void service.database?.query('DELETE FROM rate_limits').catch(() => undefined);
  const resets = setInterval(reset, limitsEveryMs);
  const before = await cpuTimes(service);
  const next = typeof request === 'function' ? { setupRequest: () => written(request(sent++)) } : written(request);
  const result = await autocannon({ url: service.url, ...load, requests: [next] });
  clearInterval(resets);
  const after = await cpuTimes(service);
  const count = result.requests.total;
  let databaseMs = 0;
  for (const [pid, ms] of after.database) databaseMs += ms - (before.database.get(pid) ?? 0);
  return {
    perSecond: count / result.duration,
    serverMs: (after.server - before.server) / count,
    databaseMs: databaseMs / count,
    errors: result.errors + result.timeouts + result['4xx'] + result['5xx'],
  };
}
