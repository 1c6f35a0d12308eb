import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { LiveMessage } from '@portcullis/domain/internal/events/live-updates';
import { anId } from '@portcullis/testing';
import { expect } from 'chai';
import { liveStreamOn } from '../../src/responses/event-stream.ts';

/** Opens a connection to a new server. The client reads nothing until the test reads from `reader`. */
async function connection() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen.');
  const request = get({ host: '127.0.0.1', port: address.port });
  const [, response]: [IncomingMessage, ServerResponse] = await once(server, 'request').then(([a, b]) => [a, b]);
  response.flushHeaders();
  const [reader]: IncomingMessage[] = await once(request, 'response');
  if (reader === undefined) throw new Error('There was no response.');
  reader.on('error', () => undefined);
  return { response, reader, stop: () => (request.destroy(), server.close()) };
}

const message = (position: number, title = ''): LiveMessage => ({
  type: 'content.updated',
  position,
  data: { id: anId(), title, by: { id: null, name: null } },
});

describe('A stream of server-sent events', () => {
  it('sends positions as event ids, and updates the last event id with heartbeats', async () => {
    const { response, reader, stop } = await connection();
    const stream = liveStreamOn(response, () => undefined);
    stream.begin(7);
    stream.heartbeat(7);
    stream.send([{ type: 'access.changed', position: 8, data: { menuVersion: 'a' } }]);
    stream.heartbeat(8);
    stream.heartbeat(9);
    stream.end();
    stream.heartbeat(10);
    let text = '';
    for await (const chunk of reader.setEncoding('utf8')) text += chunk;
    expect(text.replace(/\d{4}/, '…')).to.equal(
      'retry: …\nid: 7\n\n:\n\nevent: access.changed\nid: 8\ndata: {"menuVersion":"a"}\n\n:\n\nid: 9\n\n',
    );
    stop();
  });

  it('is closed if its client is more than 64 messages behind, but not if many messages are sent together', async () => {
    const { response, reader, stop } = await connection();
    let stalls = 0;
    const stream = liveStreamOn(response, () => (stalls += 1));
    reader.resume();
    stream.send(Array.from({ length: 200 }, (_, position) => message(position)));
    await once(reader, 'data');
    await new Promise(setImmediate);
    stream.send([message(200)]);
    expect([stalls, response.destroyed]).to.deep.equal([0, false]);
    reader.pause();
    const long = 'x'.repeat(1_000_000);
    for (let sent = 0; sent < 200 && !response.destroyed; sent += 1) {
      stream.send([message(201 + sent, long)]);
      await new Promise(setImmediate);
    }
    expect([stalls, response.destroyed]).to.deep.equal([1, true]);
    stream.send([message(500)]);
    expect(stalls).to.equal(1);
    stop();
  });
});
