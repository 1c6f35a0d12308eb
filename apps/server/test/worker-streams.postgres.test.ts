import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { migratedDatabase, type TemporaryDatabase } from '@portcullis/adapters-persistence/internal/testing';
import { expect } from 'chai';
import { apiAt, type Api } from './support/api.ts';
import { until } from './support/machine.ts';
import type { Process } from './support/process.ts';
import { administrator, aPerson, logInAs, unique } from './support/service.ts';
import { openSession } from './support/sessions.ts';
import { connectToEach, readyIn, startWorkers, workersOf, type WorkerConnection } from './support/workers.ts';
import { describeOnPostgres } from './support/requirements.ts';

/** Returns a list. The type of each message is added to the list when the message arrives. */
function heardFrom(stream: IncomingMessage): readonly string[] {
  const heard: string[] = [];
  stream.setEncoding('utf8').on('data', (received: string) => {
    for (const [, type = ''] of received.matchAll(/^event: (.*)$/gm)) heard.push(type);
  });
  return heard;
}

describeOnPostgres(
  'Streams of two workers on one port',
  (adminUrl) => {
    let database: TemporaryDatabase;
    let program: Process;
    let api: Api;
    let admin: Api;
    const opened: WorkerConnection[] = [];

    /** Returns a new connection to each worker, always in the same order. */
    const connections = async (): Promise<readonly WorkerConnection[]> => {
      const made = await connectToEach(api.url, workersOf(program));
      opened.push(...made);
      return made;
    };

    before(async () => {
      database = await migratedDatabase(adminUrl);
      program = startWorkers(2, {
        DATABASE_URL: database.url,
        DATABASE_POOL_SIZE: '4',
        ADMIN_PASSWORD: administrator.password,
        JWT_SECRET: 'a secret that only this test uses, of 256 bits',
      });
      api = apiAt(await program.listening);
      await until('both workers are ready', async () => readyIn(program) === 2);
      admin = await logInAs(api, administrator);
    });
    after(async () => {
      for (const { close } of opened) close();
      await program?.stop();
      await database?.drop();
    });

    it('report changes in the other worker, accept tickets of the other worker, and end when that worker ends their session', async () => {
      const person = await aPerson({ api, admin });
      const { accessToken } = await openSession(api, person);
      const [requests, forStreams] = [await connections(), await connections()];
      expect(new Set(requests.map(({ worker }) => worker)).size).to.equal(2);

      const tickets: string[] = [];
      for (const { send } of requests) {
        const response = await send('POST', '/me/stream/ticket', { token: accessToken });
        tickets.push(JSON.parse(await text(response)).data.ticket);
      }
      // Each ticket is used in the worker that did not issue it.
      const streams: IncomingMessage[] = [];
      for (const [index, ticket] of tickets.toReversed().entries()) {
        const stream = await forStreams[index]?.send('GET', `/me/stream?ticket=${ticket}`);
        expect(stream?.statusCode).to.equal(200);
        if (stream !== undefined) streams.push(stream);
      }
      for (const [index, ticket] of tickets.entries()) {
        const again = await requests[index]?.send('GET', `/me/stream?ticket=${ticket}`);
        expect(again?.statusCode).to.equal(401);
        again?.resume();
      }

      const heard = streams.map(heardFrom);
      for (const [index, { send }] of requests.entries()) {
        const body = { routeName: unique('menu'), routePath: '/x', menuType: 2 };
        const response = await send('POST', '/menus', { token: admin.token, body });
        expect(response.statusCode).to.equal(201);
        response.resume();
        await until('both streams report the menu', async () => heard.every((types) => types.length === index + 1));
      }
      const ended = Promise.all(streams.map((stream) => new Promise((resolve) => stream.once('end', resolve))));
      const response = await requests[0]?.send('DELETE', `/users/${person.id}/sessions`, { token: admin.token });
      expect(response?.statusCode).to.equal(200);
      await ended;
      for (const types of heard) expect(types).to.deep.equal(['access.changed', 'access.changed', 'session.ended']);
    });
  },
  'linux',
);
