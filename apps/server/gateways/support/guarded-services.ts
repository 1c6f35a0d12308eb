import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { serve } from '@hono/node-server';
import {
  expressGuard,
  fastifyGuard,
  honoGuard,
  koaGuard,
  nodeGuard,
  type Caller,
  type GuardOptions,
} from '@portcullis/guard';
import express, { type Request } from 'express';
import fastify, { type FastifyRequest } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';

/** A service with a guarded route `/projects`, which responds with its caller. */
export interface GuardedService {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The permission that the routes require. */
export const guarded = 'user.read';

async function listening(server: Server): Promise<GuardedService> {
  if (!server.listening) await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The service has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/projects`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const listen = (handle: Handler): Promise<GuardedService> =>
  listening(createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1'));

/** Functions that start a service with each framework, as the guide describes. */
export const frameworks: Readonly<Record<string, (options: GuardOptions) => Promise<GuardedService>>> = {
  'node:http': (options) => {
    const check = nodeGuard(options).requirePermission(guarded);
    return listen(async (request, response) => {
      const caller = await check(request, response);
      if (caller === undefined) return;
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(caller));
    });
  },
  Express: (options) => {
    const { requirePermission } = expressGuard(options);
    const app = express();
    app.all('/projects', requirePermission(guarded), (request: Request & { portcullis?: Caller }, response) => {
      response.json(request.portcullis);
    });
    return listen(app);
  },
  Koa: (options) => {
    const { requirePermission } = koaGuard(options);
    const app = new Koa();
    app.use(requirePermission(guarded));
    app.use((ctx) => {
      ctx.body = ctx.state['portcullis'];
    });
    return listen(app.callback());
  },
  Fastify: async (options) => {
    const { requirePermission } = fastifyGuard(options);
    const app = fastify();
    app.all(
      '/projects',
      { preHandler: requirePermission(guarded) },
      (request: FastifyRequest & { portcullis?: Caller }, reply) => void reply.send(request.portcullis),
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    return listening(app.server);
  },
  Hono: (options) => {
    const { requirePermission } = honoGuard(options);
    const app = new Hono<{ Variables: { portcullis: Caller } }>();
    app.all('/projects', requirePermission(guarded), (c) => c.json(c.get('portcullis')));
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    if (!('closeAllConnections' in server)) throw new Error('The server of Hono is not one of node:http.');
    return listening(server);
  },
};
