import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got. */
export interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

/**
 * A server on loopback that records requests and responds as `behave` specifies. At the address `0.0.0.0` it has all
 * the hosts of `loopbackHosts`.
 */
export class Receiver {
  readonly got: Got[] = [];
  /** Number of accepted connections. */
  connections = 0;
  behave: Behaviour = (response) => void response.writeHead(204).end();
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  static async start(port = 0, address = '127.0.0.1'): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.#server.on('connection', () => (receiver.connections += 1));
    receiver.#server.listen(port, address);
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/events`;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    this.got.push({ headers: request.headers, body });
    this.behave(response, request);
  }
}

export const responds =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export const resets: Behaviour = (_response, request) => void request.socket.resetAndDestroy();

export const hangs: Behaviour = () => undefined;

/** Returns different hosts on this machine, because the number of simultaneous requests to one host is limited. */
export const loopbackHosts = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `127.0.0.${index + 1}`);
