import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pooled } from './pgbouncer.ts';

/**
 * A proxy in front of PgBouncer. It moves connections that execute LISTEN to transaction mode, in which they get no
 * notifications. Tests can thus run the service without notifications.
 */
export interface ListenProxy {
  readonly url: string;
  /** The number of connections that were moved to transaction mode so far. */
  readonly moved: () => number;
  readonly stop: () => void;
}

/** The message ReadyForQuery of the PostgreSQL protocol, with the status 'not in a transaction'. */
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/**
 * Passes connections on to PgBouncer. A connection that executes LISTEN uses transaction mode, in which it gets no
 * notifications. All other connections use session mode, because they need named prepared statements, which PgBouncer
 * before 1.21 does not support in transaction mode.
 */
export async function startListenProxy(pgbouncerUrl: string): Promise<ListenProxy> {
  const port = Number(new URL(pgbouncerUrl).port);
  const clients = new Set<Socket>();
  let moved = 0;
  const server = createServer((client) => {
    clients.add(client);
    let startup: Buffer | undefined;
    const open = (): Socket => {
      const opened = connect(port, '127.0.0.1');
      return opened
        .on('error', () => opened.destroy())
        .on('close', () => {
          if (opened === upstream) client.destroy();
        });
    };
    const openInTransactionMode = (listen: Buffer): Socket => {
      const opened = open();
      opened.write(startup?.toString('latin1').replace(pooled.session, pooled.transaction) ?? '', 'latin1');
      const skipStart = (received: Buffer): void => {
        if (!received.includes(readyForQuery)) return;
        opened.off('data', skipStart).pipe(client);
        opened.write(listen);
      };
      return opened.on('data', skipStart);
    };
    let upstream = open();
    upstream.pipe(client);
    client.on('data', (sent: Buffer) => {
      startup ??= sent;
      if (sent.includes('LISTEN ')) {
        const previous = upstream.unpipe(client);
        upstream = openInTransactionMode(sent);
        previous.destroy();
        moved += 1;
      } else upstream.write(sent);
    });
    client.on('error', () => client.destroy()).on('close', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/${pooled.session}`,
    moved: () => moved,
    stop: () => {
      server.close();
      for (const client of clients) client.destroy();
    },
  };
}
