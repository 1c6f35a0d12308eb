import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import pg from 'pg';
import { refuseStandby } from '../src/postgres/standby.ts';
import { isOverload, isUnavailable } from '../src/postgres/unavailable.ts';

/** Returns a message of the PostgreSQL protocol. */
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

/**
 * Accepts a connection as a server does that says whether it is a standby. Returns the
 * error with which the client refuses the connection, or undefined.
 */
async function connectToServer(inHotStandby: 'on' | 'off'): Promise<unknown> {
  const greeting = Buffer.concat([
    message('R', Buffer.alloc(4)),
    message('S', Buffer.from(`in_hot_standby\0${inHotStandby}\0`)),
    message('Z', Buffer.from('I')),
  ]);
  const server = createServer((socket) =>
    socket.on('error', () => undefined).once('data', () => socket.write(greeting)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new pg.Client(`postgres://someone@127.0.0.1:${port}/any`);
  client.on('error', () => undefined);
  refuseStandby(client);
  try {
    return await client.connect().then(
      () => undefined,
      (error: unknown) => error,
    );
  } finally {
    client.connection.stream.destroy();
    server.close();
  }
}

describe('Connections that must lead to the primary', () => {
  it('are refused if the server is a standby, and the error says that a later attempt may succeed', async () => {
    const failure = await connectToServer('on');
    expect(failure).to.include({ message: 'The connection leads to a standby, which refuses writes.' });
    expect([isUnavailable(failure), isOverload(failure)]).to.deep.equal([true, true]);
  });

  it('are used on a server that is no standby', async () => {
    expect(await connectToServer('off')).to.equal(undefined);
  });
});
