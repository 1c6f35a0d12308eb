import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';

/** Answers a request instead of Portcullis. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => void;

/** A proxy in front of Portcullis that can answer in its place. */
export interface FaultyPortcullis {
  readonly url: string;
  /** Set to answer questions about access with a fault. Undefined to forward them. */
  fault: Fault | undefined;
  /** Set to answer with a fault also if somebody reads the public keys. */
  hidesKeys: boolean;
  /** The number of questions since it was last set. */
  asked: number;
  readonly stop: () => void;
}

const forward =
  (target: string): Fault =>
  ({ method, url = '', headers }, response) => {
    const forwarded = send(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    forwarded.end();
  };

export async function startFaultyPortcullis(target: string): Promise<FaultyPortcullis> {
  const pass = forward(target);
  const server = createServer((request, response) => {
    const isForKeys = request.url === '/.well-known/jwks.json';
    if (!isForKeys) state.asked += 1;
    ((!isForKeys || state.hidesKeys) && state.fault ? state.fault : pass)(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port.');
  const state: FaultyPortcullis = {
    url: `http://127.0.0.1:${address.port}`,
    fault: undefined,
    hidesKeys: false,
    asked: 0,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return state;
}

const somebody = { 'X-Portcullis-User': 'aaaaaaaa-0000-4000-8000-000000000001', 'X-Portcullis-Roles': 'ADMIN' };
const json = { 'Content-Type': 'application/json' };

export const respond =
  (status: number, headers: Readonly<Record<string, string>>, body = ''): Fault =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

/** The wrong responses that a guard can get in place of a decision. With none of them may it let anybody in. */
export const faults: Readonly<Record<string, Fault>> = {
  'is silent': () => undefined,
  'closes the connection': (_request, response) => void response.destroy(),
  'sends something else than HTTP': (_request, { socket }) => void socket?.end('220 mail.example.com ESMTP\r\n'),
  'closes the connection after the head': (_request, response) => {
    response.writeHead(403, { ...json, 'Content-Length': '100' });
    response.write('{"success":false', () => response.destroy());
  },
  'sends a body that does not end': (_request, response) => {
    response.writeHead(403, json).write('{"success":false');
  },
  'sends the page of a proxy': respond(200, { 'Content-Type': 'text/html' }, '<h1>Welcome</h1>'),
  'names a user that is no id': respond(200, { 'X-Portcullis-User': 'admin' }),
  'names another user': respond(200, somebody),
  'responds with 201': respond(201, somebody),
  'responds with 204': respond(204, somebody),
  'redirects to a page that lets everybody in': ({ url }, response) =>
    url === '/in'
      ? response.writeHead(200, somebody).end()
      : response.writeHead(302, { ...somebody, Location: '/in' }).end(),
  'responds with the 403 of a proxy': respond(403, { 'Content-Type': 'text/html' }, '<h1>Forbidden</h1>'),
  'responds with a 401 of another service': respond(401, json, '{"error":"unauthorized"}'),
  'responds with 500': respond(500, json, '{"success":false,"statusCode":500}'),
  'responds with 502': respond(502, {}),
  'responds with 503': respond(503, { ...json, 'Retry-After': '1' }, '{"success":false,"statusCode":503}'),
};
