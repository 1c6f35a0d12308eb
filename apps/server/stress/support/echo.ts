import { createServer } from 'node:http';

/** The least a process can do for a request. What a probe waits for it is the machine's part of what it waits for the service. */
const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end('{"code":0}');
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The echo has no port.');
  process.send?.(`http://127.0.0.1:${address.port}`);
});

// Ends with the process that started it.
process.on('disconnect', () => process.exit());
