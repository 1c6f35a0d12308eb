import { createServer } from 'node:http';
import { Router } from '@koa/router';
import { jwtVerify } from 'jose';
import Koa, { type Context, type Next } from 'koa';
import { DataSource, DefaultNamingStrategy } from 'typeorm';
import { announce } from '../announce.ts';
import * as entities from './entities.ts';
import { routes } from './routes.ts';

class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(name: string): string {
    return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

/**
 * Starts a service that is written in a common style with Koa. TypeORM repositories load relations, and the permission
 * check loads the user with all roles.
 */
async function main(): Promise<void> {
  const { DATABASE_URL: url = '', JWT_SECRET: secret = '' } = process.env;
  const source = new DataSource({
    type: 'postgres',
    url,
    entities: Object.values(entities),
    namingStrategy: new SnakeCaseColumns(),
    installExtensions: false,
  });
  await source.initialize();
  const key = new TextEncoder().encode(secret);
  const router = new Router({ prefix: '/api' });
  routes(router, source, async (ctx: Context) => {
    const { payload } = await jwtVerify(ctx.get('Authorization').slice('Bearer '.length), key);
    return payload.sub ?? '';
  });
  const app = new Koa();
  // When the measurement ends, the clients close their connections. Koa would print an error for each aborted request.
  app.silent = true;
  app.use(async (ctx: Context, next: Next) => {
    await next();
    const data: unknown = ctx.body;
    ctx.body = { code: 0, success: true, data, message: 'Success', timestamp: new Date().toISOString() };
  });
  app.use(router.routes());
  const handle = app.callback();
  announce(
    createServer((request, response) => void handle(request, response)),
    'The naive server',
  );
}

await main();
