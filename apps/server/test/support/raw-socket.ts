import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { expectNoLeak } from './leaks.ts';

/** The bytes that a connection received, as text. */
export interface RawExchange {
  readonly text: string;
  /** Whether the service ended the connection. */
  readonly closed: boolean;
  /** The statuses of all responses, in order. */
  readonly statuses: readonly number[];
}

/** Opens a TCP connection to the service, to send bytes that no HTTP client would send. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined); // a reset connection is a valid outcome
  await once(socket, 'connect');
  return socket;
}

/**
 * Sends bytes, and returns what the service sends until it closes the connection or `timeoutMs` milliseconds have
 * passed. If `isLast` is true, the client half-closes the connection after it has sent the bytes.
 */
export async function sendBytes(
  url: string,
  bytes: string | Uint8Array,
  timeoutMs = 1000,
  isLast = false,
): Promise<RawExchange> {
  const socket = await openSocket(url);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(socket, 'close').then(() => true);
  if (isLast) socket.end(bytes);
  else socket.write(bytes);
  const closed = await Promise.race([ended, sleep(timeoutMs, false)]);
  socket.destroy();
  expectNoLeak('/', text);
  return { text, closed, statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)) };
}

/** Returns the envelope of the only response in an exchange. */
export function envelopeIn({ text }: RawExchange): Readonly<Record<string, unknown>> {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  expect(head).to.match(/^content-type: application\/json; charset=utf-8$/im);
  expect(head).to.match(/^x-request-id: [\w-]{1,64}$/im);
  return JSON.parse(body);
}

/** Returns the head of a request: these lines, a `Host` header, and the final empty line. */
export const head = (...lines: readonly string[]): string => [...lines, 'Host: localhost', '', ''].join('\r\n');
