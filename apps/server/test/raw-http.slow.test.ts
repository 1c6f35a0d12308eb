import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { rawRequests } from './support/corpora.ts';
import { administrator, sharedService, type Service } from './support/service.ts';
import { openSession } from './support/sessions.ts';
import { envelopeIn, sendBytes, head, openSocket, type RawExchange } from './support/raw-socket.ts';

describe('The HTTP server below the application', () => {
  let service: Service;

  before(async () => {
    service = await sharedService();
  });

  const send = (bytes: string | Uint8Array, timeoutMs?: number): Promise<RawExchange> =>
    sendBytes(service.server.url, bytes, timeoutMs);

  afterEach('checks that the service still responds', async () => {
    expect((await service.api.get('/health/live')).status).to.equal(200);
  });

  const refused: Readonly<Record<string, readonly [status: number, bytes: string]>> = {
    'bytes that are not HTTP': [400, '\0\x01\x02\r\n\r\n'],
    'a TLS ClientHello': [400, '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
    'an unknown method': [400, head('FOO /api/health/live HTTP/1.1')],
    'HTTP/2': [400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    'no Host': [400, 'GET /api/health/live HTTP/1.1\r\n\r\n'],
    'two lengths': [400, head('POST /api/auth/login HTTP/1.1', 'Content-Length: 2', 'Content-Length: 3')],
    'length and chunks': [
      400,
      head('POST /api/auth/login HTTP/1.1', 'Content-Length: 4', 'Transfer-Encoding: chunked'),
    ],
    'an encoding after chunked': [400, head('POST /api/auth/login HTTP/1.1', 'Transfer-Encoding: chunked, identity')],
    'an invalid target': [400, head('GET http://[ HTTP/1.1')],
    'an invalid port': [400, head('GET http://localhost:x/ HTTP/1.1')],
    'headers of 20 KB': [431, head('GET /api/health/live HTTP/1.1', `A: ${'a'.repeat(20_000)}`)],
    'a target of 100 KB': [431, head(`GET /${'a'.repeat(100_000)} HTTP/1.1`)],
    'an unknown expectation': [417, head('POST /api/auth/login HTTP/1.1', 'Expect: a miracle', 'Content-Length: 2')],
    'an unknown expectation at an unknown path': [
      417,
      head('POST // HTTP/1.1', 'Expect: a miracle', 'Content-Length: 2'),
    ],
  };

  const reasons: Readonly<Record<number, string>> = {
    400: 'malformed-request',
    417: 'expectation-failed',
    431: 'headers-too-large',
  };

  for (const [fault, [status, bytes]] of Object.entries(refused)) {
    it(`returns ${status} in the envelope for ${fault}, and closes the connection`, async () => {
      const response = await send(bytes);
      expect(response.statuses).to.deep.equal([status]);
      expect(envelopeIn(response)).to.include({
        code: 1000,
        success: false,
        statusCode: status,
        reason: reasons[status],
        errors: null,
      });
      expect(response.closed).to.equal(true);
      expect(response.text)
        .to.match(/^x-content-type-options: nosniff$/im)
        .and.match(/^cache-control: no-store$/im);
    });
  }

  it('treats an absolute URL like its path, and refuses CONNECT', async () => {
    const { statuses } = await send(head('GET http://localhost/api/health/live HTTP/1.1', 'Connection: close'));
    expect(statuses).to.deep.equal([200]);
    expect(await send(head('CONNECT localhost:80 HTTP/1.1'))).to.include({ text: '', closed: true });
  });

  it('responds to pipelined requests in order, and then refuses the malformed request after them', async () => {
    const paths = Array.from({ length: 24 }, (_, index) =>
      index % 2 === 0 ? '/api/health/live' : `/api/none-${index}`,
    );
    const requests = paths.map((path) => head(`GET ${path} HTTP/1.1`)).join('');
    const { statuses, closed } = await send(`${requests}BROKEN\r\n\r\n`);
    expect(statuses).to.deep.equal([...paths.map((path) => (path.startsWith('/api/none') ? 404 : 200)), 400]);
    expect(closed).to.equal(true);
  });

  it('authenticates each pipelined request separately', async () => {
    const { accessToken } = await openSession(service.api, administrator);
    const mine = head('GET /api/auth/profile HTTP/1.1', `Authorization: Bearer ${accessToken}`);
    const nobodys = head('GET /api/auth/profile HTTP/1.1');
    const { statuses, text } = await send(mine + nobodys + mine + nobodys);
    expect(statuses).to.deep.equal([200, 401, 200, 401]);
    expect(text.split(`"username":"${administrator.username}"`)).to.have.lengthOf(3);
  });

  it('refuses a caller without a token immediately, and does not wait for the body', async () => {
    const response = await send(`${head('POST /api/users HTTP/1.1', 'Content-Length: 20000000')}{"a`, 2000);
    expect(response.statuses).to.deep.equal([401]);
    expect(response.closed).to.equal(true);
  });

  it('returns 408 if a body or the headers never end, and closes the connection', async () => {
    const login = head('POST /api/auth/login HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 100');
    const endless = {
      'body-too-slow': `${login}{`,
      'request-too-slow': 'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nX: ',
    };
    const expectTimeout = async ([reason, bytes]: readonly [string, string]) => {
      const response = await send(bytes, 60_000);
      expect(envelopeIn(response)).to.include({ code: 1000, statusCode: 408, reason });
      expect(response.closed).to.equal(true);
    };
    await Promise.all(Object.entries(endless).map(expectTimeout));
  });

  it('survives clients that disconnect at any byte', async () => {
    const request = `${head('POST /api/auth/login HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 40')}{"u`;
    for (let length = 1; length <= request.length; length += 9) {
      const socket = await openSocket(service.server.url);
      socket.write(request.slice(0, length));
      await sleep(1);
      socket.destroy();
    }
  });

  it('returns 4xx or no response to the requests of the llhttp test suite; only GET / may succeed, before its body is read', async () => {
    const unexpected: string[] = [];
    await Promise.all(
      rawRequests().map(async ({ name, bytes }) => {
        const { statuses } = await send(Buffer.from(bytes, 'latin1'));
        const isAllowed = (status: number): boolean =>
          (status >= 400 && status < 500) || (status === 200 && bytes.startsWith('GET / '));
        if (!statuses.every(isAllowed)) unexpected.push(`${name}: ${statuses.join()}`);
      }),
    );
    expect(unexpected).to.deep.equal([]);
  });
});
