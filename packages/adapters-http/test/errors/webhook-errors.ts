import { anActor, anId } from '@portcullis/testing';
import { newEvent } from '@portcullis/domain/internal/events/event';
import { tagEvents } from '@portcullis/domain/internal/contents/tag';
import { webhookLimits } from '@portcullis/domain/internal/events/webhook';
import { unknownId } from '../support/field-kinds.ts';
import { fields, notFound, type ErrorCase } from './error-case.ts';

const aWebhook = (url = 'https://receiver.example.com/') => ({ url, types: ['*'] });

/** Errors of the routes for webhooks and deliveries. */
export const webhookErrors = {
  'webhook-not-found': notFound('webhook', '/webhooks'),
  'delivery-not-found': [
    404,
    1201,
    'This delivery does not exist.',
    null,
    ({ admin }) => admin.post(`/webhooks/${unknownId}/deliveries/${unknownId}/retry`),
  ],
  'webhook-url-unacceptable': [
    400,
    1005,
    'The URL must begin with https://.',
    fields('url'),
    ({ admin }) => admin.post('/webhooks', aWebhook('http://receiver.example.com/')),
  ],
  'unknown-event-types': [
    400,
    1005,
    'No event has the type user.craeted.',
    fields('types[0]'),
    ({ admin }) => admin.post('/webhooks', { ...aWebhook(), types: ['user.craeted'] }),
  ],
  'too-many-webhooks': [
    409,
    1009,
    'There may be at most 100 webhooks.',
    null,
    async ({ admin }) => {
      const made = [];
      for (let count = 0; count < webhookLimits.webhooks; count += 1) {
        made.push(await admin.post<{ webhook: { id: string } }>('/webhooks', aWebhook()));
      }
      const refused = await admin.post('/webhooks', aWebhook());
      for (const { status, data } of made) {
        if (status === 201) await admin.delete(`/webhooks/${data.webhook.id}`);
      }
      return refused;
    },
  ],
  'replay-too-large': [
    400,
    1005,
    'A replay takes at most 10000 events.',
    fields('from'),
    async ({ admin, world }) => {
      const { data } = await admin.post<{ webhook: { id: string } }>('/webhooks', aWebhook());
      const at = new Date('2026-05-01T00:00:00.000Z');
      const occurrence = { event: tagEvents.created, actor: anActor(), subject: { id: null, name: 'News' } };
      await world.run(async (tx) => {
        for (let count = 0; count <= webhookLimits.replay; count += 1) {
          await tx.events.add(newEvent(anId(), at, occurrence));
        }
      });
      const refused = await admin.post(`/webhooks/${data.webhook.id}/replay`, {
        from: '2026-05-01T00:00:00Z',
        to: '2026-05-02T00:00:00Z',
      });
      return refused;
    },
  ],
} satisfies Readonly<Record<string, ErrorCase>>;
