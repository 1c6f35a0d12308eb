import { setMaxListeners } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../../test/support/api.ts';
import { head } from '../../test/support/wire.ts';

/** Many who read one large content, each from one of several loopback addresses. */
export interface Readers {
  readonly url: string;
  /** Below the address of the service, such as `/api/contents/…`. */
  readonly path: string;
  readonly count: number;
  /** Addresses that they come from: 127.0.0.1 and those after it. */
  readonly addresses: number;
}

/** How the answers of some readers ended. */
export interface ReadersEnd {
  /** Answers by status; `cut` are those that broke off. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly bytes: number;
}

/** They come one after another: what many connections at one moment cost is another matter. */
const apartMs = 10;

const addressOf = (index: number, addresses: number): string => `127.0.0.${(index % addresses) + 1}`;

/** Makes a published content of about so many bytes in all, half Markdown and half its HTML; returns its path. */
export async function largeContent(admin: Api, bytes: number): Promise<string> {
  const line = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit; é, 中文 and so on.\n\n';
  const contentMd = line.repeat(Math.floor(bytes / 2 / Buffer.byteLength(line)));
  const { data, status, message } = await admin.post<{ id: string }>('/contents', {
    title: `Large ${bytes}`,
    contentMd,
  });
  if (status !== 201) throw new Error(`The content was not made: ${message}`);
  await admin.post(`/contents/${data.id}/publish`);
  return `/api/contents/${data.id}`;
}

/** Reads as fast as it can, one answer after another, until `end` is aborted. */
export async function readOn({ url, path, count, addresses }: Readers, end: AbortSignal): Promise<ReadersEnd> {
  setMaxListeners(0, end);
  const outcomes: Record<string, number> = {};
  let bytes = 0;
  const readOne = (localAddress: string): Promise<string> =>
    new Promise((resolve) => {
      const asked = request(`${url}${path}`, { localAddress, agent: false, signal: end }, (response) => {
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.once('close', () => resolve(response.complete ? String(response.statusCode) : 'cut'));
        response.on('error', () => undefined);
      });
      asked.once('error', () => resolve('cut'));
      asked.end();
    });
  const reader = async (index: number): Promise<void> => {
    await sleep(index * apartMs);
    while (!end.aborted) {
      const outcome = await readOne(addressOf(index, addresses));
      if (!end.aborted) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: count }, (_, index) => reader(index)));
  return { outcomes, bytes };
}

/** Asks and never reads; asks again when the service hangs up, until `end` is aborted. Counts how often it did. */
export async function askOn({ url, path, count, addresses }: Readers, end: AbortSignal): Promise<number> {
  const { hostname, port } = new URL(url);
  setMaxListeners(0, end);
  let cut = 0;
  const reader = async (index: number): Promise<void> => {
    await sleep(index * apartMs);
    while (!end.aborted) {
      const localAddress = addressOf(index, addresses);
      const socket = connect({ port: Number(port), host: hostname, localAddress });
      socket.on('error', () => undefined);
      socket.pause();
      socket.write(head(`GET ${path} HTTP/1.1`));
      await endOf(socket, end);
      if (!end.aborted) cut += 1;
    }
  };
  await Promise.all(Array.from({ length: count }, (_, index) => reader(index)));
  return cut;
}

/** A paused socket does not notice that the other side has gone: it is tried for that now and then. */
const tryEveryMs = 2000;

async function endOf(socket: Socket, end: AbortSignal): Promise<void> {
  const timer = setInterval(() => socket.write(' '), tryEveryMs);
  const abort = () => socket.destroy();
  end.addEventListener('abort', abort);
  if (end.aborted) socket.destroy();
  if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
  end.removeEventListener('abort', abort);
  clearInterval(timer);
}
