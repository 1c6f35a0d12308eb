import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const headerBytes = 12;

/** A DNS server on loopback that responds to every question for an IPv4 address with the next address of a list. */
export class DnsServer {
  questions = 0;
  readonly #socket: Socket = createSocket('udp4');

  /** @param addresses the IPv4 addresses of the responses, which are used in turn */
  static async start(addresses: readonly string[]): Promise<DnsServer> {
    const server = new DnsServer();
    server.#socket.on('message', (query, { address, port }) => {
      const resolved = addresses[server.questions % addresses.length] ?? '';
      server.questions += 1;
      server.#socket.send(responseTo(query, resolved), port, address);
    });
    server.#socket.bind(0, '127.0.0.1');
    await once(server.#socket, 'listening');
    return server;
  }

  /** The address and port, in the form that `dns.Resolver` accepts. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  async stop(): Promise<void> {
    const closed = once(this.#socket, 'close');
    this.#socket.close();
    await closed;
  }
}

/** Returns a response with one A record that must not be cached (RFC 1035, section 4). */
function responseTo(query: Buffer, address: string): Buffer {
  // The name in the question ends with an empty label. The type and the class of the question follow.
  const question = query.subarray(headerBytes, query.indexOf(0, headerBytes) + 5);
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x81_80, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(1, 6);
  // A pointer to the name in the question, type A, class IN, lifetime 0, and the length of the address (4 bytes).
  const record = Buffer.from([0xc0, headerBytes, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]);
  return Buffer.concat([header, question, record, Buffer.from(address.split('.').map(Number))]);
}
