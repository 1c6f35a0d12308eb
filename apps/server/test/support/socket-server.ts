import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP server whose behaviour a test writes byte by byte. It listens on all addresses of loopback (127.0.0.0/8). */
export interface SocketServer {
  readonly port: number;
  /** Number of connections that are open now. */
  readonly open: () => number;
  /** Number of connections that were accepted. */
  readonly accepted: () => number;
  /** Reads from all open connections. A connection that is not read does not notice that the client has closed it. */
  readonly resume: () => void;
  readonly stop: () => Promise<void>;
}

/** Starts a server. @param behave is called with each new connection */
export async function startSocketServer(behave: (socket: Socket) => void): Promise<SocketServer> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The client may reset the connection while the server still writes.
    socket.on('error', () => undefined);
    behave(socket);
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    open: () => sockets.size,
    accepted: () => accepted,
    resume: () => {
      for (const socket of sockets) socket.resume();
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Writes a text to a connection every 10 ms until the connection is closed. */
export function repeat(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 10);
  socket.on('close', () => clearInterval(timer));
}
