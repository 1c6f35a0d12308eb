import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { rateLimits } from '@portcullis/adapters-http/internal/checks/rate-limit';
import { prepareDatabase } from '@portcullis/adapters-persistence/internal/database';
import { expect } from 'chai';
import { readConfig } from '../src/config/config.ts';
import { openCounters, type Counters } from '../src/adapters/counters.ts';
import { createMemoryLog, type MemoryLog } from './support/log-lines.ts';

/** Creates a fake Redis server, which replies `loading:0` to every command. Clients consider this server ready. */
function greeter(): Server & { readonly sockets: Set<Socket> } {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      const commands = chunk.toString().match(/^\*\d+/gm) ?? [];
      socket.write(commands.map(() => '$9\r\nloading:0\r\n').join(''));
    });
  });
  return Object.assign(server, { sockets });
}

describe('Redis with the counters of rate limits', () => {
  const limit = { name: 'test', calls: 1, seconds: 1, per: 'address' as const };
  const told = ({ lines }: MemoryLog): readonly unknown[] => lines().map(({ msg }) => msg);
  const opened = (url: string, read: MemoryLog): Promise<Counters> =>
    openCounters(readConfig({ REDIS_URL: url }), prepareDatabase({ poolSize: 1 }), read.log);
  const gone = 'Redis cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Requests that need a counter are refused.';

  it('may be unavailable at the start: requests that need a counter fail', async () => {
    const read = createMemoryLog();
    const { counters, disconnect } = await opened('redis://:pass-word@127.0.0.1:1', read);
    const limits = rateLimits(counters);
    for (let call = 0; call < 3; call += 1) {
      const error = await limits.count(limit, 'x').catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(Error).and.include({ message: 'A rate limit was not counted.' });
    }
    await disconnect();
    expect(told(read)).to.deep.equal([gone]);
    const [line] = read.lines();
    expect(line).to.include({ level: 40 }).and.to.not.have.any.keys('err', 'stack');
    expect(JSON.stringify(line)).not.to.include('pass-word');
  });

  it('is logged once when it becomes unavailable, and once when it is available again', async () => {
    const read = createMemoryLog();
    const server = greeter();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { disconnect } = await opened(`redis://127.0.0.1:${port}`, read);
    expect(told(read)).to.deep.equal([]);
    server.close();
    for (const socket of server.sockets) socket.destroy();
    while (told(read).length < 1) await sleep(20);
    await once(server.listen(port, '127.0.0.1'), 'listening');
    while (told(read).length < 2) await sleep(20);
    const [lost, back] = told(read);
    expect(lost).to.match(/^Redis cannot be reached: .+\. Requests that need a counter are refused\.$/);
    expect(back).to.equal('Redis is available again.');
    await disconnect();
    server.close();
    for (const socket of server.sockets) socket.destroy();
  });
});
