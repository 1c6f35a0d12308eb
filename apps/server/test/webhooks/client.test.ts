import { expect } from 'chai';
import { CloudEvent, HTTP } from 'cloudevents';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { retryAfterMs, webhookClient } from '../../src/adapters/webhooks/client.ts';
import { webhookSecrets } from '../../src/adapters/secrets.ts';
import { responds, hangs, Receiver, resets, type Got } from './receiver.ts';

const message = {
  type: 'user.created',
  time: '2026-11-22T09:00:00.000Z',
  subject: 'user/1',
  data: { position: 7, changes: { name: { before: null, after: 'Ünï “x”' } } },
};
const messageId = '00000000-0000-4000-8000-000000000001';

describe('The webhook client', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.stop());

  const clientFor = (timeoutMs = 15_000) =>
    webhookClient({ allowedPorts: [receiver.port], allowedHosts: ['127.0.0.1'], timeoutMs });
  const send = (timeoutMs?: number, secrets: readonly string[] = [webhookSecrets.create()]) =>
    clientFor(timeoutMs).send({ url: receiver.url, secrets, messageId, message });
  const onlyRequest = (): Got => receiver.got[0] ?? expect.fail('Nothing was received.');

  it('signs requests so that standardwebhooks and svix accept them, with each of two secrets', async () => {
    const secrets = [webhookSecrets.create(), webhookSecrets.create()];
    expect(await send(undefined, secrets)).to.include({ result: 'success', responseStatus: 204, error: null });
    const { headers, body } = onlyRequest();
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    for (const secret of secrets) {
      for (const Verifier of [StandardWebhook, SvixWebhook]) {
        expect(() => new Verifier(secret).verify(body, texts)).not.to.throw();
        expect(() => new Verifier(secret).verify(body.replace('user.created', 'user.deleted'), texts)).to.throw();
        expect(() => new Verifier(webhookSecrets.create()).verify(body, texts)).to.throw();
      }
    }
  });

  it('sends CloudEvents that the SDK reads', async () => {
    await send();
    const { headers, body } = onlyRequest();
    const event = HTTP.toEvent({ headers, body });
    if (!(event instanceof CloudEvent)) throw new Error('It is not one event.');
    expect(event.validate()).to.equal(true);
    expect(event).to.deep.include({ id: messageId, source: '/api/events', ...message });
  });

  it('makes secrets of 32 random bytes', () => {
    const secrets = Array.from({ length: 100 }, webhookSecrets.create);
    expect(new Set(secrets).size).to.equal(secrets.length);
    for (const secret of secrets) expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  const statuses: readonly (readonly [status: number, result: string])[] = [
    [200, 'success'],
    [299, 'success'],
    [301, 'failure'],
    [307, 'failure'],
    [400, 'failure'],
    [410, 'gone'],
    [500, 'failure'],
  ];
  for (const [status, result] of statuses) {
    it(`reports ${status} as ${result}, and follows no redirect`, async () => {
      receiver.behave = responds(status, { Location: `http://127.0.0.1:${receiver.port}/other` }, 'the body');
      expect(await send()).to.include({ result, responseStatus: status, responseBody: 'the body' });
      expect(receiver.connections).to.equal(1);
    });
  }

  it('returns the time in Retry-After only for 429 and 503', async () => {
    const asked = async (status: number) => {
      receiver.behave = responds(status, { 'Retry-After': '120' });
      return (await send()).retryAfterMs;
    };
    expect([await asked(429), await asked(503), await asked(500)]).to.deep.equal([120_000, 120_000, undefined]);
    const at = new Date('2026-11-22T09:00:00.000Z');
    expect(retryAfterMs('Sun, 22 Nov 2026 09:01:00 GMT', at)).to.equal(60_000);
    expect(retryAfterMs('Sun, 22 Nov 2026 08:00:00 GMT', at)).to.equal(0);
    expect([retryAfterMs('soon', at), retryAfterMs(undefined, at)]).to.deep.equal([undefined, undefined]);
  });

  it('fails if the connection is refused or reset, or closed in the middle of the response', async () => {
    receiver.behave = resets;
    expect(await send()).to.include({ result: 'failure', error: 'The connection failed (ECONNRESET).' });
    receiver.behave = (response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    };
    expect(await send()).to.include({ result: 'failure', responseStatus: null });
    const { url, port } = receiver;
    await receiver.stop();
    const client = webhookClient({ allowedPorts: [port], allowedHosts: ['127.0.0.1'] });
    const refused = await client.send({ url, secrets: [webhookSecrets.create()], messageId, message });
    expect(refused).to.include({ result: 'failure', error: 'The connection failed (ECONNREFUSED).' });
    receiver = await Receiver.start();
  });

  it('fails if the complete response does not arrive in time', async () => {
    receiver.behave = hangs;
    expect(await send(50)).to.include({ result: 'failure', error: 'The receiver did not answer in time.' });
    receiver.behave = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    };
    expect(await send(100)).to.include({ result: 'failure', error: 'The receiver did not answer in time.' });
  });

  it('reads at most 64 KB of a response and returns the first 2 KB as text', async () => {
    let written = 0;
    receiver.behave = (response) => {
      response.writeHead(200);
      const more = (): void => {
        written += 1024;
        if (!response.destroyed) response.write('é\0'.repeat(342), () => setImmediate(more));
      };
      more();
    };
    const { result, responseBody } = await send();
    expect(result).to.equal('success');
    expect(Buffer.byteLength(responseBody ?? '')).to.be.within(1300, 2048);
    expect(responseBody).to.match(/^é+$/);
    expect(written).to.be.below(16 * 1024 * 1024);
  });

  it('throws when it is cancelled', async () => {
    receiver.behave = hangs;
    const cancelling = new AbortController();
    const request = { url: receiver.url, secrets: [webhookSecrets.create()], messageId, message };
    const sending = clientFor().send(request, cancelling.signal);
    setTimeout(() => cancelling.abort(), 50);
    expect(await sending.catch(() => 'cancelled')).to.equal('cancelled');
  });
});
