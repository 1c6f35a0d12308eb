import type { Server } from 'node:http';

/** Returns the URL of a listening server, such as `http://127.0.0.1:3000`. */
export function urlOf(server: Server): string {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
