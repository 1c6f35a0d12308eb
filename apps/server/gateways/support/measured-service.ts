import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { env } from 'node:process';
import { nodeGuard } from '@portcullis/guard';

/** A service with one guarded and one unguarded route, in a process of its own so that its speed can be measured. */
const check = nodeGuard({ url: env['PORTCULLIS_URL'] ?? '' }).requirePermission('user.read');

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/alone' || (await check(request, response)) !== undefined) response.end('reached');
}

createServer((request, response) => void handle(request, response)).listen(Number(env['PORT']), '127.0.0.1');
