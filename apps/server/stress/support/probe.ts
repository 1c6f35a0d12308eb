import { Agent, get } from 'node:http';

/** A URL to which the probe sends requests at a constant rate. */
export interface ProbeTarget {
  readonly name: string;
  readonly url: string;
  readonly token?: string;
}

/** The message that starts the probe. The message `stop` ends it. */
export interface ProbeCommand {
  readonly targets: readonly ProbeTarget[];
  /** Time between two requests to the same target, in milliseconds. */
  readonly everyMs: number;
}

/** One request of the probe. */
export interface ProbeResult {
  readonly name: string;
  /** The time at which the request was due, in milliseconds since the epoch. */
  readonly at: number;
  /** The status; 0 if the connection failed or no response came within the time limit. */
  readonly status: number;
  /** Time from the due time of the request until the complete response had arrived, in milliseconds. */
  readonly ms: number;
}

const timeoutMs = 10_000;
const tickMs = 2;
const agent = new Agent({ keepAlive: true, maxSockets: 500 });

function request({ name, url, token }: ProbeTarget, dueAt: number): Promise<ProbeResult> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return new Promise((resolve) => {
    const done = (status: number): void =>
      resolve({ name, at: performance.timeOrigin + dueAt, status, ms: performance.now() - dueAt });
    const sent = get(url, { agent, headers, timeout: timeoutMs }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode ?? 0));
      response.on('error', () => done(0));
    });
    sent.on('timeout', () => sent.destroy(new Error('The probe waited too long.')));
    sent.on('error', () => done(0));
  });
}

/**
 * Sends the requests when they are due, without waiting for earlier responses. Therefore a server that stalls gets as
 * many requests as any other server, and the delay of each request is measured. The targets get requests alternately.
 */
function startProbing({ targets, everyMs }: ProbeCommand): () => Promise<readonly ProbeResult[]> {
  const start = performance.now();
  const results: Promise<ProbeResult>[] = [];
  const gapMs = everyMs / targets.length;
  const timer = setInterval(() => {
    for (let dueAt = start + results.length * gapMs; dueAt <= performance.now(); dueAt += gapMs) {
      const target = targets[results.length % targets.length];
      if (target !== undefined) results.push(request(target, dueAt));
    }
  }, tickMs);
  return () => {
    clearInterval(timer);
    return Promise.all(results);
  };
}

let stop: (() => Promise<readonly ProbeResult[]>) | undefined;

process.on('message', (order: ProbeCommand | 'stop') => {
  if (order !== 'stop') {
    stop = startProbing(order);
    process.send?.('started');
  } else void stop?.().then((probed) => process.send?.(probed));
});

// This process ends together with its parent.
process.on('disconnect', () => process.exit());
