import type { Server } from 'node:http';

/** Listens on a free loopback port, prints the address, and exits on SIGTERM. */
export function announce(server: Server, name: string): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') process.stderr.write(`${name} listens on http://127.0.0.1:${address?.port}\n`);
  });
  process.once('SIGTERM', () => process.exit(0));
}
