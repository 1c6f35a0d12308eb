import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { unique } from '../../test/support/service.ts';
import { openSocket } from '../../test/support/raw-socket.ts';
import type { Clients } from './clients.ts';
import type { Scenario } from './scenario.ts';
import { randomItem, type SoakData } from './site.ts';

const nobody = () => ({ username: unique('nobody-'), password: 'not the password' });

/** Returns scenarios of requests that are refused, aborted by their client, or slow. */
export function faultyRequests(site: SoakData, clients: Clients): readonly Scenario[] {
  const { api, visitor } = site;
  const by = () => randomItem(site.administrators).api;
  const refused: readonly (() => Promise<unknown>)[] = [
    () => clients.send(by(), 'POST /tags', { status: 400, body: '{"name": ' }),
    () => clients.send(by(), 'POST /contents', { status: 400, body: { title: '' } }),
    () => clients.send(api, 'GET /tags?pageSize=1000', { status: 400 }),
    () => clients.send(api, 'GET /auth/profile', { status: 401 }),
    () => clients.send(api.as('no.token.this'), 'GET /auth/profile', { status: 401 }),
    () => clients.send(api, 'POST /auth/login', { status: 401, body: nobody() }),
    () => clients.send(api, 'POST /auth/refresh', { status: 401, body: { refreshToken: 'none' } }),
    () => clients.send(visitor.api, 'GET /audit-logs', { status: 403 }),
    () => clients.send(visitor.api, 'POST /tags', { status: 403, body: { name: 'x' } }),
    () => clients.send(by(), `GET /users/${randomUUID()}`, { status: 404 }),
    () => clients.send(api, `GET /contents/slug/${unique('none-')}`, { status: 404 }),
    () => clients.send(api, 'GET /nothing/here', { status: 404 }),
    () => clients.send(api, 'DELETE /openapi.json', { status: 405 }),
    () => clients.send(by(), 'POST /tags', { status: 409, body: { name: randomItem(site.tags).name } }),
    () => clients.send(api, 'POST /auth/register', { status: 409, body: { ...nobody(), email: site.person.email } }),
    () => clients.send(by(), 'POST /tags', { status: 413, body: { name: 'x'.repeat(70_000) } }),
    () => clients.send(by(), 'POST /tags', { status: 415, body: 'name', headers: { 'Content-Type': 'text/plain' } }),
  ];
  return [
    ...refused.map((run) => ({ weight: 1, run })),
    ...['/contents?search=e', '/openapi.json', '/tags'].map((path) => ({
      weight: 2,
      run: () => abandon(clients, `${api.url}/api${path}`),
    })),
    { weight: 1, run: () => hangUp(clients, site) },
    { weight: 0.5, run: () => sendSlowly(clients, site) },
  ];
}

/** Aborts a request before or during its response. */
async function abandon(clients: Clients, url: string): Promise<void> {
  await clients.turn();
  const giveUp = new AbortController();
  const body = fetch(url, { signal: giveUp.signal }).then((response) => response.text());
  await sleep(Math.random() * 10);
  giveUp.abort();
  await body.catch(() => undefined);
}

/** Sends the body of a login in pieces over two seconds. The login is refused, because the user does not exist. */
async function sendSlowly(clients: Clients, { api }: SoakData): Promise<void> {
  await clients.turn();
  const socket = await openSocket(api.url);
  const body = JSON.stringify({ username: unique('nobody-'), password: 'not the password' });
  socket.write(head('/auth/login', body.length));
  for (const piece of [body.slice(0, 10), body.slice(10, 20), body.slice(20)]) {
    await sleep(700);
    socket.write(piece);
  }
  const [response]: Buffer[] = await once(socket, 'data');
  socket.destroy();
  expect(response?.toString().split('\r\n')[0]).to.contain(' 401 ');
}

/** Sends half a request and disconnects. */
async function hangUp(clients: Clients, { api }: SoakData): Promise<void> {
  await clients.turn();
  const socket = await openSocket(api.url);
  socket.write(`${head('/auth/register', 500)}{"username": "half`);
  await sleep(Math.random() * 100);
  socket.destroy();
}

const head = (path: string, length: number): string =>
  `POST /api${path} HTTP/1.1\r\nHost: soak\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
