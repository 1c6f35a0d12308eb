import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy in front of PostgreSQL that loses connections at random points. */
export interface CuttingProxy {
  readonly url: string;
  /** The share of the chunks from the client at which the connection is cut. */
  share: number;
  /** How often a connection was cut, in total, and when the client had sent COMMIT or sent it without waiting. */
  readonly cuts: { all: number; commits: number };
  readonly close: () => void;
}

const commit = 'COMMIT\0';
/** A chunk with COMMIT is this many times as likely to be cut as others. */
const commitFactor = 5;
/** How long a cut connection still receives what the client sends without waiting for results, in milliseconds. */
const restMs = 10;

/** Starts the proxy. Half of the cut chunks still reach the server, and the other half do not. */
export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port === '' ? 5432 : target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.on('close', () => far.end());
    let isLost = false;
    let isCommitted = false;
    far.on('data', (chunk: Buffer) => isLost || near.write(chunk)).on('close', () => near.destroy());
    near.on('data', (chunk: Buffer) => {
      const isCommit = chunk.includes(commit);
      if (isLost) {
        isCommitted ||= isCommit;
        return;
      }
      const isCut = Math.random() < proxy.share * (isCommit ? commitFactor : 1);
      if (!isCut || Math.random() < 1 / 2) far.write(chunk);
      if (!isCut) return;
      isLost = true;
      isCommitted = isCommit;
      setTimeout(() => {
        proxy.cuts.all += 1;
        if (isCommitted) proxy.cuts.commits += 1;
        near.destroy();
      }, restMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');
  const own = new URL(url);
  own.host = `127.0.0.1:${address.port}`;
  const proxy: CuttingProxy = {
    url: own.href,
    share: 0,
    cuts: { all: 0, commits: 0 },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return proxy;
}
