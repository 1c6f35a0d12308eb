import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { startProcess, type Process } from './process.ts';

export const startWorkers = (count: number, environment: Readonly<Record<string, string>>): Process =>
  startProcess(environment, ['--workers', `${count}`]);

/** Returns the process ids of the running children of a process, from /proc. */
export const workersOf = ({ pid }: Pick<Process, 'pid'>): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** Returns the number of processes that have become ready until now. */
export const readyIn = ({ written }: Process): number => written.stdout.split('"msg":"ready"').length - 1;

interface Sent {
  readonly token?: string | undefined;
  readonly body?: unknown;
}

/** A connection that one worker has accepted. Requests are sent over the connection one after another. */
export interface WorkerConnection {
  readonly worker: number;
  /** Resolves with the response before its body has been read. */
  readonly send: (method: string, path: string, sent?: Sent) => Promise<IncomingMessage>;
  readonly close: () => void;
}

/** Returns a connection to each of the workers, which share a port. The kernel chooses the worker of a connection. */
export async function connectToEach(url: string, workers: readonly number[]): Promise<readonly WorkerConnection[]> {
  const found = new Map<number, WorkerConnection>();
  for (let attempt = 0; attempt < 100 && found.size < workers.length; attempt += 1) {
    // Connections that are opened at the same time are spread over the workers.
    for (const connection of await Promise.all(Array.from({ length: 8 }, () => connect(url, workers)))) {
      if (found.has(connection.worker)) connection.close();
      else found.set(connection.worker, connection);
    }
  }
  return workers.map((worker) => {
    const connection = found.get(worker);
    if (connection === undefined) throw new Error(`Worker ${worker} accepted no connection.`);
    return connection;
  });
}

async function connect(url: string, workers: readonly number[]): Promise<WorkerConnection> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = async (method: string, path: string, { token, body }: Sent = {}): Promise<IncomingMessage> => {
    const headers = {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const sending = request(`${url}/api${path}`, { method, agent, headers });
    sending.end(body === undefined ? undefined : JSON.stringify(body));
    const [response]: IncomingMessage[] = await once(sending, 'response');
    if (response === undefined) throw new Error('There was no response.');
    return response;
  };
  const response = await send('GET', '/health/live');
  const worker = acceptedBy(workers, response.socket);
  response.resume();
  await once(response, 'end');
  return { worker, send, close: () => agent.destroy() };
}

/** Returns the process id of the worker that accepted the connection of this socket, from /proc. */
function acceptedBy(workers: readonly number[], { localPort = 0, remotePort = 0 }: Socket): number {
  const connections = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  const [, , , , , , , , , inode] =
    connections
      .map((line) => line.trim().split(/\s+/))
      .find(([, local, remote]) => local === loopback(remotePort) && remote === loopback(localPort)) ?? [];
  const worker = workers.find((pid) => filesOf(pid).includes(`socket:[${inode}]`));
  if (worker === undefined) throw new Error('No worker has accepted the connection.');
  return worker;
}

/** Returns 127.0.0.1 and this port in the format of /proc/net/tcp. */
const loopback = (port: number): string => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;

const filesOf = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/fd`).map((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      // The file was closed meanwhile.
      return '';
    }
  });
