import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { printMeasurement } from '../test/support/figure.ts';
import { aPerson, unique } from '../test/support/service.ts';
import { openSession } from '../test/support/sessions.ts';
import { startCluster, type Cluster, type ServerProcess } from './support/processes.ts';

const streams = 1000;
const rounds = 20;
const perUser = 10;

/** A stream of which only the message types are parsed. */
interface Listening {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
  /** Called with the type of each message. */
  heard: (type: string) => void;
}

async function listen(url: string, token: string): Promise<Listening> {
  const request = get(`${url}/api/me/stream`, { agent: false, headers: { Authorization: `Bearer ${token}` } });
  request.on('error', () => undefined);
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error('There was no response.');
  expect(response.statusCode).to.equal(200);
  const listening: Listening = { request, response, heard: () => undefined };
  response.setEncoding('utf8').on('data', (text: string) => {
    for (const [, type = ''] of text.matchAll(/^event: (.*)$/gm)) listening.heard(type);
  });
  response.on('error', () => undefined);
  return listening;
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

describe('1,000 streams on two processes', function () {
  this.timeout(600_000);
  let cluster: Cluster;
  let tokens: string[];
  before(async () => {
    cluster = await startCluster();
    tokens = [];
    for (let user = 0; user < streams / perUser / 2; user += 1) {
      const person = await aPerson(cluster);
      tokens.push((await openSession(cluster.api, person)).accessToken);
    }
  });
  after(() => cluster.stop());

  /** Opens streams at a process: for each user of the test, the maximum number of streams per user. */
  async function opened({ url }: ServerProcess): Promise<readonly Listening[]> {
    const all: Listening[] = [];
    for (const token of tokens) {
      all.push(...(await Promise.all(Array.from({ length: perUser }, () => listen(url, token)))));
    }
    return all;
  }

  it('send a message about changed menus within 250 ms (p99), and use at most 20 KB each while idle', async () => {
    const [one, other] = cluster.servers;
    // The first streams make a process load code and grow its heap. This memory must not count as memory of each
    // stream.
    const warm = await opened(one);
    for (const { request } of warm) request.destroy();
    await sleep(2000);
    const before = await one.memory();
    const listening = [...(await opened(one)), ...(await opened(other))];
    await sleep(5000);
    const cost = ((await one.memory()) - before) / 1024 / (streams / 2);
    printMeasurement('memory of an idle stream (KB)', cost);
    const delays: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const heard = new Promise<void>((resolve) => {
        let left = listening.length;
        const changed = performance.now();
        for (const each of listening) {
          each.heard = (type) => {
            expect(type).to.equal('access.changed');
            delays.push(performance.now() - changed);
            if ((left -= 1) === 0) resolve();
          };
        }
      });
      const menu = { routeName: unique('menu'), routePath: '/x', menuType: 2 };
      await cluster.admin.post('/menus', menu);
      await heard;
      await sleep(200);
    }
    expect(delays).to.have.length(streams * rounds);
    printMeasurement('from the request to a message, median (ms)', percentile(delays, 0.5));
    printMeasurement('from the request to a message, p99 (ms)', percentile(delays, 0.99));
    for (const { request } of listening) request.destroy();
    expect(percentile(delays, 0.99)).to.be.below(250);
    expect(cost).to.be.below(20);
  });

  it('end within a second after another process has ended their sessions', async () => {
    const delays: number[] = [];
    for (let round = 0; round < 50; round += 1) {
      const person = await aPerson(cluster);
      const { accessToken } = await openSession(cluster.api, person);
      const stream = await listen(cluster.servers[1].url, accessToken);
      const ended = once(stream.response, 'end');
      const began = performance.now();
      await cluster.admin.delete(`/users/${person.id}/sessions`);
      await ended;
      delays.push(performance.now() - began);
    }
    printMeasurement('from the request to the end of the stream, longest (ms)', Math.max(...delays));
    expect(Math.max(...delays)).to.be.below(1000);
  });
});
