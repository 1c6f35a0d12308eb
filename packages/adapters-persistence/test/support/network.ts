import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A proxy to a server. It can stop forwarding without closing connections, so that neither the client nor the server
 * notices.
 */
export interface PausableProxy {
  /** The URL of the server through the proxy. */
  readonly url: string;
  readonly block: () => void;
  readonly unblock: () => void;
  /**
   * Holds back the data from the server. Returns a function that sends the data to each client in one chunk, and then
   * ends the connection to the client.
   */
  readonly hold: () => () => void;
  readonly close: () => void;
}

export async function startPausableProxy(url: string): Promise<PausableProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isBlocked = false;
  let held: Map<Socket, Buffer[]> | undefined;
  const tell = (client: Socket, chunk: Buffer): void => {
    if (held === undefined) client.write(chunk);
    else held.set(client, [...(held.get(client) ?? []), chunk]);
  };
  const join = (from: Socket, to: Socket, pass: (chunk: Buffer) => void): void => {
    sockets.add(from);
    from.on('error', () => to.destroy());
    from.on('close', () => void (held?.has(to) === true || to.destroy()));
    from.on('data', (chunk: Buffer) => void (isBlocked || pass(chunk)));
  };
  const way = createServer((near) => {
    const far = connect(Number(port === '' ? 5432 : port), hostname);
    join(near, far, (chunk) => void far.write(chunk));
    join(far, near, (chunk) => tell(near, chunk));
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  const address = way.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');
  const by = new URL(url);
  by.host = `127.0.0.1:${address.port}`;
  return {
    url: by.href,
    block: () => void (isBlocked = true),
    unblock: () => void (isBlocked = false),
    hold: () => {
      const kept = new Map<Socket, Buffer[]>();
      held = kept;
      return () => {
        held = undefined;
        for (const [client, chunks] of kept) client.end(Buffer.concat(chunks));
      };
    },
    close: () => {
      way.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
