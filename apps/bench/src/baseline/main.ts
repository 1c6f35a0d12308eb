import { createServer } from 'node:http';
import { announce } from '../announce.ts';
import { send, sendFailure, type Reply } from './answer.ts';
import { connect } from './connections.ts';
import { Refused } from './refused.ts';
import { routes } from './routes.ts';

/**
 * Starts the baseline: hand-written code on node:http and pg that handles the measured requests as fast as possible. It
 * checks sessions, roles and permissions as Portcullis does, but not the second factors that roles may require. It also
 * counts role changes and failed logins for the rate limits. Its responses to the measured requests have the same data
 * and headers as those of Portcullis. Only values such as tokens, timestamps, request ids and ETags differ.
 */
async function main(): Promise<void> {
  const { DATABASE_URL: url = '', JWT_SECRET: secret = '' } = process.env;
  const connections = await connect(url);
  const answer = routes(connections, secret);
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    answer(request).then(
      (reply: Reply) => send(request, response, reply),
      (error: unknown) => {
        if (!(error instanceof Refused)) process.stderr.write(`${String(error)}\n`);
        sendFailure(request, response, error instanceof Refused ? error : new Refused(500, 2000, 'Internal error.'));
      },
    );
  });
  announce(server, 'The baseline');
}

await main();
