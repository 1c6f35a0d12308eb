import { createServer } from 'node:http';

/** A minimal server. Its response time shows how much of the service's delay is caused by the machine. */
const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end('{"code":0}');
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The echo has no port.');
  process.send?.(`http://127.0.0.1:${address.port}`);
});

// This process ends together with its parent.
process.on('disconnect', () => process.exit());
