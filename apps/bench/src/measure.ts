import autocannon from 'autocannon';
import { headersOf, type Request, type Requests } from './requests.ts';
import { cpuTimes, type Service } from './service.ts';

export interface Measurement {
  readonly perSecond: number;
  /** CPU time for each request, in milliseconds. */
  readonly serverMs: number;
  readonly databaseMs: number;
  readonly errors: number;
}

const limitsEveryMs = 250;
let sent = 0;

const written = (request: Request): autocannon.Request => ({
  method: request.method ?? 'GET',
  path: request.path,
  headers: headersOf(request),
  ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
});

/** Sends one kind of request over all connections, each of which waits for the response before its next request. */
export async function measure(
  service: Service,
  request: Requests[string],
  load: { readonly connections: number; readonly duration: number },
): Promise<Measurement> {
  // Setting roles is limited for each caller, and the limit is not what is measured. Peers do not have this table.
  const reset = () => void service.database?.query('DELETE FROM rate_limits').catch(() => undefined);
  const resets = setInterval(reset, limitsEveryMs);
  const before = await cpuTimes(service);
  const requests = [
    typeof request === 'function'
      ? { setupRequest: () => written(request(sent++)) }
      : written(request ?? { path: '/' }),
  ];
  const result = await autocannon({ url: service.url, ...load, requests });
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
