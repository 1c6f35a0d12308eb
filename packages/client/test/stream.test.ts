import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient, streamWhileVisible, tokensInMemory, type LiveMessage } from '@portcullis/client';
import { expect } from 'chai';
import sinon from 'sinon';

const pair = { accessToken: 'first', refreshToken: 'refresh' };
const renewed = { accessToken: 'second', refreshToken: 'refresh 2' };

type Reply = (request: Request) => Response | Promise<Response>;

const stream =
  (...texts: readonly string[]): Reply =>
  () =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
          controller.close();
        },
      }),
    );

const refusal =
  (status: number, code: number): Reply =>
  () =>
    Response.json({ code, message: '', errors: null, reason: '' }, { status });

const broken: Reply = () => Promise.reject(new TypeError('Failed to fetch'));

/** Returns a stream that sends nothing until the request is aborted. */
const silent: Reply = ({ signal }) =>
  new Response(
    new ReadableStream({
      start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
    }),
  );

const message = (id: number): string => `event: profile.changed\nid: ${id}\ndata: {}\n\n`;

describe('The stream of the client', () => {
  afterEach(() => sinon.restore());
  beforeEach(() => {
    // With this random number, the pause after a failure is 0 ms.
    sinon.stub(Math, 'random').returns(0);
  });

  /** Creates a client that gets these replies to its requests, one after another. */
  function aClient(...replies: readonly Reply[]) {
    const sent: string[] = [];
    const rest = [...replies];
    const tokens = tokensInMemory();
    const written = tokens.write(pair);
    let ends = 0;
    const client = createClient({
      baseUrl: 'http://service.test',
      tokens,
      onSessionEnded: () => (ends += 1),
      fetch: async (request) => {
        const { headers, url } = request;
        sent.push(`${new URL(url).pathname} ${headers.get('Authorization')} ${headers.get('Last-Event-ID')}`);
        return (rest.shift() ?? refusal(401, 1103))(request);
      },
    });
    return { client, sent, tokens, written, ends: () => ends };
  }
  async function all(messages: AsyncIterable<LiveMessage>): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const { type, id } of messages) found.push(`${type} ${id}`);
    return found;
  }

  it('yields messages that arrive in pieces, and continues after the last id, even that of a heartbeat', async () => {
    const { client, sent } = aClient(
      stream('retry: 0\nid: 1\n\nevent: profile.cha', 'nged\nid: 2\ndata: {}\n', '\n:\n\nid: 7\n\n'),
      stream(`retry: 0\n:\n\n${message(8)}`),
    );
    expect(await all(client.stream())).to.deep.equal(['profile.changed 2', 'profile.changed 8']);
    expect(sent.slice(0, 3)).to.deep.equal([
      '/api/me/stream Bearer first null',
      '/api/me/stream Bearer first 7',
      '/api/me/stream Bearer first 8',
    ]);
  });

  it('yields the data of messages, and begins after the position that the caller names', async () => {
    const { client, sent } = aClient(stream('retry: 0\nevent: access.changed\nid: 5\ndata: {"menuVersion":"v"}\n\n'));
    for await (const found of client.stream({ lastEventId: '4' })) {
      expect(found).to.deep.equal({ type: 'access.changed', id: '5', data: { menuVersion: 'v' } });
      break;
    }
    expect(sent).to.deep.equal(['/api/me/stream Bearer first 4']);
  });

  it('connects again after failures of the network and of the service', async () => {
    const { client, sent } = aClient(broken, refusal(500, 2001), broken, stream(`retry: 0\n${message(1)}`));
    expect(await all(client.stream())).to.deep.equal(['profile.changed 1']);
    expect(sent).to.have.length(5);
  });

  it('refreshes an expired token, and ends when the session has ended', async () => {
    const { client, sent, tokens, ends } = aClient(
      refusal(401, 1102),
      () => Response.json({ code: 0, data: { token: renewed } }),
      stream(`retry: 0\n${message(1)}`),
    );
    expect(await all(client.stream())).to.deep.equal(['profile.changed 1']);
    expect(sent.slice(0, 3)).to.deep.equal([
      '/api/me/stream Bearer first null',
      '/api/auth/refresh null null',
      '/api/me/stream Bearer second null',
    ]);
    expect([ends(), await tokens.read()]).to.deep.equal([1, undefined]);
  });

  it('ends if no user is logged in', async () => {
    const { client, tokens } = aClient(refusal(401, 1001));
    await tokens.write(undefined);
    expect(await all(client.stream())).to.deep.equal([]);
  });

  it('throws if the service has no streams', async () => {
    const { client } = aClient(refusal(404, 1004));
    const error: unknown = await all(client.stream()).catch((reason: unknown) => reason);
    expect(error).to.include({ name: 'PortcullisError', status: 404, path: '/api/me/stream' });
  });

  it('ends when its signal is aborted, both while it waits for a message and while it pauses', async () => {
    for (const reply of [silent, refusal(429, 1029)]) {
      const aborting = new AbortController();
      const { client } = aClient((request) => {
        setImmediate(() => setImmediate(() => aborting.abort()));
        return reply(request);
      });
      expect(await all(client.stream({ signal: aborting.signal }))).to.deep.equal([]);
    }
  });

  it('replaces a connection on which nothing arrives', async () => {
    const clock = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { client, sent } = aClient(silent, stream(`retry: 0\n${message(1)}`));
    const found = all(client.stream());
    while (sent.length < 3) await clock.tickAsync(15_000);
    expect(await found).to.deep.equal(['profile.changed 1']);
    expect(sent).to.have.length(3);
  });
});

describe('The stream of the client, over HTTP', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  let server: Server;

  beforeEach(async () => {
    server = createServer((_request, response) => void response.write(message(1))).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => server.close());

  const messages = async (signal?: AbortSignal) => {
    const { port } = server.address() as AddressInfo;
    const tokens = tokensInMemory();
    await tokens.write(pair);
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, tokens });
    return client.stream(signal && { signal });
  };

  // Node holds a `Request` only weakly, and a request that was collected as garbage does not see that its signal is
  // aborted.
  it('ends and closes its connection when it is aborted, even after a garbage collection', async () => {
    const stop = new AbortController();
    const opened = once(server, 'connection');
    const open = await messages(stop.signal);
    await open.next();
    const [socket] = await opened;
    collectGarbage();
    const closed = once(socket, 'close');
    stop.abort();
    expect(await open.next()).to.deep.equal({ done: true, value: undefined });
    await closed;
  });

  it('closes its connection when the caller leaves the loop, even after a garbage collection', async () => {
    const opened = once(server, 'connection');
    for await (const { id } of await messages()) {
      expect(id).to.equal('1');
      collectGarbage();
      break;
    }
    const [socket] = await opened;
    if (!socket.destroyed) await once(socket, 'close');
  });
});

describe('A stream that is open while a page is visible', () => {
  it('pauses while the page is hidden, and continues after the last message', async () => {
    const page = Object.assign(new EventTarget(), { hidden: false });
    const opened: (string | undefined)[] = [];
    const heard: string[] = [];
    const stop = streamWhileVisible({
      page,
      open: async function* ({ signal, lastEventId }) {
        opened.push(lastEventId);
        if (opened.length === 2) yield { type: 'reset', id: '7', data: {} };
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      },
      onMessage: ({ type }) => heard.push(type),
    });
    const show = (hidden: boolean) => {
      page.hidden = hidden;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    for (const hidden of [true, true, false, false]) show(hidden);
    await new Promise(setImmediate);
    for (const hidden of [true, false]) show(hidden);
    stop();
    show(false);
    // The first stream has received no message, so the second stream begins at '0'. Otherwise it would miss messages
    // that were sent in between.
    expect([opened, heard]).to.deep.equal([[undefined, '0', '7'], ['reset']]);
  });

  it('calls onEnd when the stream ends, but not when the caller stops it', async () => {
    let ends = 0;
    const onEnd = () => void (ends += 1);
    const page = Object.assign(new EventTarget(), { hidden: false });
    const onMessage = () => undefined;
    streamWhileVisible({ page, onEnd, onMessage, open: async function* () {} });
    streamWhileVisible({ page, onEnd, onMessage, open: async function* () {} })();
    await new Promise(setImmediate);
    expect(ends).to.equal(1);
  });
});
