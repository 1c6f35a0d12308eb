import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import { expressGuard, fastifyGuard, honoGuard, koaGuard, nodeGuard } from '../src/index.ts';
import { apiKey, fakePortcullis, responses, userId } from './portcullis.ts';

type Fake = Awaited<ReturnType<typeof fakePortcullis>>;

const url = 'https://id.example.com';

type Service = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Services that return the id of the caller. Their frameworks are reduced to the parts that the guard uses. */
const services: Readonly<Record<string, (fake: Fake) => Service>> = {
  'node:http': ({ send }) => {
    const check = nodeGuard({ url, fetch: send }).requirePermission('project.read');
    return async (request, response) => {
      const caller = await check(request, response);
      if (caller !== undefined) response.end(caller.userId);
    };
  },
  Express: ({ send }) => {
    const check = expressGuard({ url, fetch: send }).requirePermission('project.read');
    return (request: IncomingMessage & { portcullis?: { userId: string | undefined } }, response) =>
      check(request as Parameters<typeof check>[0], response, () => response.end(request.portcullis?.userId));
  },
  Koa: ({ send }) => {
    const check = koaGuard({ url, fetch: send }).requirePermission('project.read');
    return async (req, response) => {
      const state: Record<string, unknown> = {};
      const headers: Record<string, string> = {};
      const ctx = {
        req,
        state,
        status: 200,
        body: '' as unknown,
        set: (all: object) => void Object.assign(headers, all),
      };
      await check(ctx, async () => {
        ctx.body = Reflect.get(Object(state['portcullis']), 'userId');
      });
      response.writeHead(ctx.status, headers).end(ctx.body);
    };
  },
  Fastify: ({ send }) => {
    const check = fastifyGuard({ url, fetch: send }).requirePermission('project.read');
    return async (raw, response: ServerResponse) => {
      const request: Parameters<typeof check>[0] = { raw };
      const reply: Parameters<typeof check>[1] = {
        code: (status) => {
          response.statusCode = status;
          return reply;
        },
        headers: (all) => {
          response.setHeaders(new Map(Object.entries(all)));
          return reply;
        },
        send: (body) => {
          response.end(body);
          return reply;
        },
      };
      if ((await check(request, reply)) === undefined) response.end(request.portcullis?.userId);
    };
  },
  Hono: ({ send }) => {
    const check = honoGuard({ url, fetch: send }).requirePermission('project.read');
    return async (request, response) => {
      const stored = new Map<string, { userId: string | undefined }>();
      const header = (name: string) => request.headers[name.toLowerCase()]?.toString();
      const context = { req: { method: 'GET', header }, set: stored.set.bind(stored) };
      const refused = await check(context, async () => {
        response.end(stored.get('portcullis')?.userId);
      });
      if (refused !== undefined)
        response.writeHead(refused.status, Object.fromEntries(refused.headers)).end(await refused.text());
    };
  },
};

it('The guard sends no second response after that of a timeout', async () => {
  const fake = await fakePortcullis(() => responses.refused(403));
  const request = new IncomingMessage(new Socket());
  request.headers.authorization = `Bearer ${apiKey}`;
  const response = new ServerResponse(request);
  response.writeHead(504).end();
  const next = () => expect.fail('It let the request through.');
  await expressGuard({ url, fetch: fake.send }).requirePermission('project.read')(request, response, next);
  expect(response.statusCode).to.equal(504);
});

for (const [name, service] of Object.entries(services)) {
  it(`The guard for ${name} lets requests through, and responds to the others`, async () => {
    const fake = await fakePortcullis();
    const serve = service(fake);
    const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const get = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/`, { headers });
    try {
      const allowed = await get({ Authorization: `Bearer ${apiKey}` });
      expect([allowed.status, await allowed.text()]).to.deep.equal([200, userId]);
      const missing = await get({ 'X-Request-Id': 'an-id' });
      expect(missing.status).to.equal(401);
      expect(missing.headers.get('WWW-Authenticate')).to.equal('Bearer');
      expect(missing.headers.get('X-Request-Id')).to.equal('an-id');
      expect(await missing.json()).to.include({ error: 'unauthenticated', requestId: 'an-id' });
      fake.state.respond = () => responses.refused(403);
      expect((await get({ Authorization: `Bearer ${apiKey}` })).status).to.equal(403);
      fake.state.respond = () => Promise.reject(new TypeError('fetch failed'));
      const gone = await get({ Authorization: `Bearer ${apiKey}` });
      expect([gone.status, gone.headers.get('Retry-After')]).to.deep.equal([503, '1']);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
}
