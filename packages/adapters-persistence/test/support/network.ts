import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The way to a server, which can be blocked so that neither side is told. */
export interface Network {
  /** The server's address by this way. */
  readonly url: string;
  readonly block: () => void;
  readonly unblock: () => void;
  readonly close: () => void;
}

export async function networkTo(url: string): Promise<Network> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isBlocked = false;
  const join = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.on('data', (chunk: Buffer) => void (isBlocked || to.write(chunk)));
  };
  const way = createServer((near) => {
    const far = connect(Number(port === '' ? 5432 : port), hostname);
    join(near, far);
    join(far, near);
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  const address = way.address();
  if (typeof address !== 'object' || address === null) throw new Error('The way has no port.');
  const by = new URL(url);
  by.host = `127.0.0.1:${address.port}`;
  return {
    url: by.href,
    block: () => void (isBlocked = true),
    unblock: () => void (isBlocked = false),
    close: () => {
      way.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
