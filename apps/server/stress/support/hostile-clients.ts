import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get, request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { head, openSocket } from '../../test/support/raw-socket.ts';
import { timed } from './load.ts';

/** Returns a header with a different IP address for each client, as a proxy would send it. */
export const forwardedFor = (client: number): Readonly<Record<string, string>> => ({
  'X-Forwarded-For': `198.51.${client >> 8}.${client & 255}`,
});

type Headers = Readonly<Record<string, string>>;

/** Posts JSON over a new connection. Returns the status, or 0 if there was no response. */
export function postAlone(url: string, body: unknown, headers: Headers): Promise<number> {
  return new Promise((resolve) => {
    const options = {
      method: 'POST',
      agent: false as const,
      headers: { 'Content-Type': 'application/json', ...headers },
    };
    const sent = request(url, options, (response) => {
      response.resume().on('close', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0));
    sent.end(JSON.stringify(body));
  });
}

/** Reads a complete response over a new connection. Returns the status, or 0 if the response was aborted. */
export function readAlone(url: string, headers: Headers): Promise<number> {
  return new Promise((resolve) => {
    const sent = get(url, { agent: false, headers }, (response) => {
      response.resume().on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
    });
    sent.on('error', () => resolve(0));
  });
}

/** Sends a request and never reads the response. */
export async function neverRead(url: string, path: string, client: number): Promise<Socket> {
  const socket = await openSocket(url);
  const [forwarded = ''] = Object.values(forwardedFor(client));
  socket.write(head(`GET ${path} HTTP/1.1`, `X-Forwarded-For: ${forwarded}`));
  return socket.pause();
}

/** The result of a broken request: the status, or 0 if there was no response, and the time in milliseconds. */
export interface BrokenResponse {
  readonly status: number;
  readonly ms: number;
}

const longestMs = 3000;

/** Sends bytes, and then half-closes the connection if `ends` is true. */
export async function sendBroken(url: string, bytes: string, ends: boolean): Promise<BrokenResponse> {
  const socket = await openSocket(url);
  let status = 0;
  const ms = await timed(async () => {
    socket.once('data', (chunk: Buffer) => {
      status = Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString())?.[1] ?? 0);
    });
    if (ends) socket.end(bytes);
    else socket.write(bytes);
    await Promise.race([once(socket, 'data'), once(socket, 'close'), sleep(longestMs)]);
  });
  socket.destroy();
  return { status, ms };
}

/** Runs `work` while `processes` busy processes load the machine. */
export async function withBusyProcesses<T>(processes: number, work: () => Promise<T>): Promise<T> {
  const busy = Array.from({ length: processes }, () =>
    spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    return await work();
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
}
