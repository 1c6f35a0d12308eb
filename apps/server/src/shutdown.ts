import type { Server } from 'node:http';

const sweepMs = 50;
const patienceMs = 10_000;

/** Stops listening, lets the requests in flight finish, and closes what stays idle; after 10 s, everything. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    const hard = setTimeout(() => server.closeAllConnections(), patienceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(hard);
      resolve();
    });
  });
}
