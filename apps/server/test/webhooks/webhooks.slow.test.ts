import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { readConfig } from '../../src/config/config.ts';
import { scannedLog } from '../support/scanned-log.ts';
import { startServer } from '../../src/server.ts';
import { aTag } from '../support/builders.ts';
import { anAdministrator, signingSecret, startService, unique, type Service } from '../support/service.ts';
import { responds, Receiver } from './receiver.ts';
import { itWith } from '../support/requirements.ts';

interface Made {
  readonly webhook: { readonly id: string };
  readonly secret: string;
}
interface Delivery {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly responseStatus: number | null;
}

/** Waits until a condition holds, at most 30 s. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let waits = 0; waits < 600; waits += 1) {
    if (await condition()) return;
    await sleep(50);
  }
  throw new Error('It did not happen.');
}

describe('Webhooks over HTTP', () => {
  let service: Service;
  let receiver: Receiver;
  before(async () => {
    receiver = await Receiver.start();
    service = await startService({
      DELIVERIES: 'true',
      METRICS_PORT: '0',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      WEBHOOK_ALLOWED_PORTS: String(receiver.port),
    });
  });
  after(async () => {
    await service.stop();
    await receiver.stop();
  });
  beforeEach(() => {
    receiver.got.length = 0;
    receiver.behave = responds(204);
  });

  const aHook = async (types: readonly string[] = ['webhook.*']): Promise<Made> =>
    (await service.admin.post<Made>('/webhooks', { url: receiver.url, types, description: unique() })).data;
  const deliveriesOf = async (id: string): Promise<readonly Delivery[]> =>
    (await service.admin.get<{ items: Delivery[] }>(`/webhooks/${id}/deliveries?pageSize=100`)).data.items;
  const received = () => receiver.got.map(({ body }): { type: string; subject: string } => JSON.parse(body));

  it('receive signed events after the write that caused them', async () => {
    const { webhook, secret } = await aHook();
    const { id } = (await aHook(['accessControl.imported'])).webhook;
    await service.admin.patch(`/webhooks/${id}`, { description: 'changed' });
    await until(() =>
      received().some(({ type, subject }) => type === 'webhook.updated' && subject === `webhook/${id}`),
    );
    for (const { headers, body } of receiver.got) {
      const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      expect(() => new StandardWebhook(secret).verify(body, texts)).not.to.throw();
    }
    await service.admin.delete(`/webhooks/${id}`);
    await until(() => received().some(({ type }) => type === 'webhook.deleted'));
    await service.admin.delete(`/webhooks/${webhook.id}`);
  });

  it('are tested, retried and disabled when the receiver is gone', async () => {
    const { webhook } = await aHook(['accessControl.imported']);
    receiver.behave = responds(500, {}, 'broken');
    const { data: tested } = await service.admin.post<Delivery>(`/webhooks/${webhook.id}/test`);
    expect(tested).to.include({ state: 'failed', attempts: 1, responseStatus: 500, responseBody: 'broken' });
    receiver.behave = responds(200);
    await service.admin.post(`/webhooks/${webhook.id}/deliveries/${tested.id}/retry`);
    await until(async () => (await deliveriesOf(webhook.id))[0]?.state === 'delivered');
    const ids = receiver.got.map(({ headers }) => headers['webhook-id']);
    expect(ids).to.have.lengthOf(2);
    expect(new Set(ids).size).to.equal(1);
    receiver.behave = responds(410);
    await service.admin.post(`/webhooks/${webhook.id}/deliveries/${tested.id}/retry`);
    const reason = async () =>
      (await service.admin.get<{ disabledReason: string | null }>(`/webhooks/${webhook.id}`)).data.disabledReason;
    await until(async () => (await reason()) === 'gone');
    await service.admin.delete(`/webhooks/${webhook.id}`);
  });

  it('are tested by one administrator at most 10 times a minute', async () => {
    const { api } = await anAdministrator(service);
    const { webhook } = await aHook(['accessControl.imported']);
    const test = () => api.post(`/webhooks/${webhook.id}/test`);
    for (let count = 9; count >= 0; count -= 1) {
      const { status, headers } = await test();
      expect(status).to.equal(200);
      expect(headers.get('RateLimit')).to.match(new RegExp(`^"test-webhook";r=${count};t=\\d+$`));
    }
    expect(await test()).to.include({ status: 429, reason: 'too-many-requests' });
    expect(receiver.got).to.have.lengthOf(10);
    await service.admin.delete(`/webhooks/${webhook.id}`);
  });

  it('are counted in the metrics: deliveries that were queued, and attempts by result', async () => {
    const valueOf = async (series: string): Promise<number> => {
      const text = await (await fetch(service.server.metricsUrl ?? '')).text();
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.slice(series.length) ?? 0,
      );
    };
    const queued = 'portcullis_deliveries_queued_total';
    const attempts = (result: string) => `portcullis_delivery_attempts_total{result="${result}"}`;
    const before = await Promise.all([valueOf(queued), valueOf(attempts('success')), valueOf(attempts('gone'))]);
    const [first, second] = [await aHook(['tag.created']), await aHook(['tag.created'])];
    receiver.behave = (response, request) => responds(receiver.got.length === 1 ? 410 : 204)(response, request);
    await aTag(service.admin);
    await until(async () => (await valueOf(attempts('success'))) === (before[1] ?? 0) + 1);
    await until(async () => (await valueOf(attempts('gone'))) === (before[2] ?? 0) + 1);
    expect(await valueOf(queued)).to.equal((before[0] ?? 0) + 2);
    for (const { webhook } of [first, second]) await service.admin.delete(`/webhooks/${webhook.id}`);
  });

  it('show their secret once and store it encrypted', async () => {
    const { webhook, secret } = await aHook(['accessControl.imported']);
    const rotated = (await service.admin.post<Made>(`/webhooks/${webhook.id}/rotate-secret`, {})).data.secret;
    expect(rotated).not.to.equal(secret);
    const { data } = await service.admin.get(`/webhooks/${webhook.id}`);
    const { data: list } = await service.admin.get('/webhooks');
    const { rows } = await service.server.database.pool.query('SELECT * FROM webhooks');
    for (const text of [data, list, rows].map((part) => JSON.stringify(part))) {
      expect(text).not.to.include(secret.slice('whsec_'.length)).and.not.to.include(rotated.slice('whsec_'.length));
    }
    await service.admin.delete(`/webhooks/${webhook.id}`);
  });

  itWith(['postgres'], 'continue after a restart with the retry that was pending', async () => {
    const { webhook } = await aHook(['accessControl.imported']);
    receiver.behave = responds(503);
    await service.admin.post(`/webhooks/${webhook.id}/test`);
    const [delivery] = await deliveriesOf(webhook.id);
    await service.admin.post(`/webhooks/${webhook.id}/deliveries/${delivery?.id}/retry`);
    await until(async () => (await deliveriesOf(webhook.id))[0]?.attempts === 1);
    receiver.behave = responds(204);
    const { close } = await startServer(
      readConfig({
        PORT: '0',
        DATABASE_URL: service.databaseUrl,
        JWT_SECRET: signingSecret,
        SHUTDOWN_GRACE: '0s',
        WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
        WEBHOOK_ALLOWED_PORTS: String(receiver.port),
      }),
      scannedLog(),
    );
    await until(async () => (await deliveriesOf(webhook.id))[0]?.state === 'delivered');
    await close();
  });
});
