import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { request, type ClientRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect } from 'chai';
import { receiveInParts } from '../src/body/multipart-body.ts';
import { createHttpServer } from '../src/server/http-server.ts';

describe('A body that arrives in parts', () => {
  let server: Server;
  let received: { readonly socket: Socket };
  let begun: () => void;
  const start = async (maxMs: number): Promise<ClientRequest> => {
    server = createHttpServer(
      async (req, response) => {
        received = req;
        const read = async (): Promise<string> =>
          Promise.race([text(req), once(req, 'aborted').then(() => Promise.reject(new Error('The body has ended.')))]);
        const reading = receiveInParts({ req }, { maxMs }, read);
        begun();
        response.end(await reading.catch(String));
      },
      () => undefined,
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const client = request({ port, method: 'POST', headers: { 'Content-Length': 8 } });
    client.on('error', () => undefined).write('half');
    await hasBegun;
    return client;
  };
  const responseOf = async (client: ClientRequest): Promise<string> => {
    const [response]: IncomingMessage[] = await once(client, 'response');
    return response === undefined ? '' : text(response);
  };
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('ends with an error if nothing arrives in a period', async () => {
    const client = await start(100);
    expect(await responseOf(client)).to.include('The body took too long to arrive.');
  });

  it('lasts beyond the time limit for other requests', async () => {
    const client = await start(600_000);
    const timeout = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', timeout, received.socket);
    client.end('half');
    expect(await responseOf(client)).to.equal('halfhalf');
  });
});
