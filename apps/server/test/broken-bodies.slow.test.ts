import { expect } from 'chai';
import { createMemoryLog } from './support/log-lines.ts';
import { administrator, startService, unique, type Service } from './support/service.ts';
import { openSession } from './support/sessions.ts';
import { envelopeIn, sendBytes, head, type RawExchange } from './support/raw-socket.ts';

/**
 * How long a test waits for the response, in milliseconds. This is less than the service's time limit for a body, so a
 * service that waits for the rest of a body fails the test.
 */
const timeoutMs = 4000;

const json = 'Content-Type: application/json';
const chunked = 'Transfer-Encoding: chunked';

describe('Broken request bodies', () => {
  const read = createMemoryLog();
  let service: Service;
  let token: string;

  before(async () => {
    service = await startService({}, read.log);
    token = (await openSession(service.api, administrator)).accessToken;
  });
  after(() => service.stop());

  const send = (bytes: string, isLast = false): Promise<RawExchange> =>
    sendBytes(service.server.url, bytes, timeoutMs, isLast);

  const targets: Readonly<Record<string, (...headers: readonly string[]) => string>> = {
    'a small body': (...headers) => head('POST /api/auth/login HTTP/1.1', json, ...headers),
    'a large body': (...headers) =>
      head('POST /api/contents HTTP/1.1', json, `Authorization: Bearer ${token}`, ...headers),
  };

  const framing: Readonly<Record<string, readonly [status: number, code: number, body: string]>> = {
    'a chunk size that is not a number': [400, 1000, 'zz\r\n{}\r\n0\r\n\r\n'],
    'a negative chunk size': [400, 1000, '-2\r\n{}\r\n0\r\n\r\n'],
    'no chunk size': [400, 1000, '\r\n{}\r\n0\r\n\r\n'],
    'a chunk size beyond 64 bits': [400, 1000, `${'f'.repeat(17)}\r\n{}`],
    'a chunk longer than its size': [400, 1000, '1\r\n{}\r\n0\r\n\r\n'],
    'long chunk extensions': [413, 1013, `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
    'long trailers': [413, 1013, `2\r\n{}\r\n0\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
  };

  const lengths: Readonly<Record<string, readonly [status: number, code: number]>> = {
    '25165825': [413, 1013],
    '4294967298': [413, 1013],
    '9007199254740993': [413, 1013],
    '18446744073709551615': [413, 1013],
    '18446744073709551616': [400, 1000],
  };

  /** Sends a request, expects one response and then a closed connection, and returns the request id. */
  async function expectRefused(request: (id: string) => string, status: number, code: number, isLast = false) {
    const requestId = unique('id-');
    const response = await send(request(`X-Request-Id: ${requestId}`), isLast);
    expect([response.statuses, response.closed]).to.deep.equal([[status], true]);
    expect(envelopeIn(response)).to.include({ code, success: false, statusCode: status, errors: null });
    return requestId;
  }

  const linesOf = (requestId: string) => read.lines().filter((line) => line['requestId'] === requestId);

  for (const [target, request] of Object.entries(targets)) {
    for (const [fault, [status, code, body]] of Object.entries(framing)) {
      it(`${target} with ${fault} is refused immediately: ${status}, ${code}`, async () => {
        const id = await expectRefused((header) => request(chunked, header) + body, status, code);
        expect(linesOf(id)).to.have.lengthOf(1);
      });
    }

    for (const [kind, headers, body] of [
      ['a length', 'Content-Length: 100', '{"username":'],
      ['chunks', chunked, '5\r\n{"a'],
      ['no byte sent', 'Content-Length: 100', ''],
    ] as const) {
      it(`${target} that the caller ends early, with ${kind}, is refused immediately: 400, 1000`, async () => {
        const id = await expectRefused((header) => request(headers, header) + body, 400, 1000, true);
        expect(linesOf(id)).to.have.lengthOf(1);
      });
    }

    for (const [length, [status, code]] of Object.entries(lengths)) {
      it(`${target} with Content-Length ${length} is refused before any byte arrives: ${status}, ${code}`, async () => {
        await expectRefused((header) => request(`Content-Length: ${length}`, header), status, code);
      });
    }
  }

  const login = targets['a small body'] ?? expect.fail();

  it('are refused after the responses to earlier requests on the connection', async () => {
    const earlier = head('GET /api/health/ready HTTP/1.1') + head('GET /api/none HTTP/1.1');
    const { statuses, closed } = await send(`${earlier}${login(chunked)}zz\r\n`);
    expect([statuses, closed]).to.deep.equal([[200, 404, 400], true]);
  });

  it('get one response and one line in the log, even if the client continues to send', async () => {
    const requestId = unique('id-');
    const request = `${login(chunked, `X-Request-Id: ${requestId}`)}zz\r\n${'zz\r\n'.repeat(50_000)}`;
    const { statuses } = await send(request, true);
    expect(statuses).to.deep.equal([400]);
    expect(linesOf(requestId)).to.have.lengthOf(1);
  });

  it('do not change the response to a request that is refused for another reason', async () => {
    for (const [line, status] of [
      ['POST /api/users HTTP/1.1', 401],
      ['POST /api/none HTTP/1.1', 404],
      ['PATCH /api/auth/login HTTP/1.1', 405],
    ] as const) {
      const requestId = unique('id-');
      const response = await send(`${head(line, json, chunked, `X-Request-Id: ${requestId}`)}zz\r\nzz`);
      expect([response.statuses, response.closed], line).to.deep.equal([[status], true]);
      expect(linesOf(requestId), line).to.have.lengthOf(1);
    }
  });

  it('close the connection after the response if they were not read', async () => {
    for (const [body, isLast] of [
      ['zz\r\n', false],
      ['5\r\nab', true],
    ] as const) {
      const { statuses, closed } = await send(head('GET /api/health/live HTTP/1.1', chunked) + body, isLast);
      expect([statuses, closed]).to.deep.equal([[200], true]);
    }
  });
});
