import { webhookSortFields, type WebhookSortField } from '@portcullis/application/internal/ports/webhooks';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { webhookLimits } from '@portcullis/domain/internal/events/webhook';
import { Describe } from '../../validation/descriptions.ts';
import { requestOf } from '../../validation/request.ts';
import { Instant, Integer, OneOf, Optional } from '../../validation/fields.ts';
import { count, nothing, object, pageOf, withDescription } from '../../validation/schema.ts';
import { partial } from '../../validation/validate.ts';
import { administrators, administratorsChange } from '../access/access.ts';
import { ListParameters, sorts } from '../list-query.ts';
import { withPoints } from '../operation-text.ts';
import { route, viewed, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { secretViewOf, webhookFields, webhookSchema, webhookSecretSchema, webhookViewOf } from '../schemas/webhooks.ts';

export class WebhookPath extends requestOf(webhookFields, 'id') {}

class WebhookListParameters extends ListParameters {
  @Optional() @OneOf(webhookSortFields) @Describe(sorts('`createdAt`, oldest first')) sortBy?: WebhookSortField;
}

class WebhookBody extends requestOf(webhookFields, 'url', 'types', 'description?', 'enabled?') {}

class UpdateWebhookBody extends partial(WebhookBody) {}

const { overlapSeconds } = webhookLimits;

class RotationBody {
  @Optional()
  @Integer(0, overlapSeconds.max)
  @Describe(`How long the current secret continues to sign, in seconds; ${overlapSeconds.default} by default.`)
  overlap?: number;
}

class ReplayBody {
  @Instant() @Describe('Only events from this time or later.') from!: string;
  @Instant() @Describe('Only events from this time or earlier.') to!: string;
}

const replaySchema = object<{ readonly queued: number }>({
  queued: withDescription(count, 'Number of deliveries that were queued.'),
});

type WebhookRouteDependencies = UseCases<
  'createWebhook' | 'updateWebhook' | 'deleteWebhook' | 'rotateWebhookSecret' | 'replayEvents'
>;

/** The webhook routes (docs/interface.md §4.9). */
export const webhookRoutes = (use: WebhookRouteDependencies): readonly Route[] => [
  route({
    method: 'POST',
    path: '/webhooks',
    operation: 'createWebhook',
    idempotencyKey: 'ignored',
    summary: 'Create a webhook',
    description: withPoints(
      'The webhook receives events from then on. Only this response contains the secret, which is stored encrypted. There can be at most 100 webhooks.',
      [
        'The URL begins with `https://`, has no user name or password, and the port 443 or one of `WEBHOOK_ALLOWED_PORTS`. Every IP address of its host must be public, and requests go only to the addresses that were checked. Hosts in `WEBHOOK_ALLOWED_HOSTS` may be internal, and their URLs may begin with `http://`.',
        'An attempt succeeds if the receiver responds with 2xx within 15 seconds. Everything else fails, also a redirect and a switch to another protocol (101). An attempt ends after 15 seconds, whatever the receiver sends.',
        'The next attempts follow 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the previous failure, plus a random time of up to a tenth of the pause. After 429 and 503, the pause is at least as long as `Retry-After` says, up to 24 h.',
        'The service disables the webhook after a response with status 410 (`gone`), or if all attempts have failed for 5 days (`failing`). Tests never disable a webhook.',
        'Each webhook gets its events at least once, one at a time and in order. A failing delivery therefore delays the later ones. Receivers must ignore a `webhook-id` that they have processed.',
      ],
    ),
    access: 'authorized',
    ...administratorsChange,
    status: 201,
    body: WebhookBody,
    data: webhookSecretSchema,
    refuses: ['unknown-event-types', 'webhook-url-unacceptable', 'too-many-webhooks'],
    handle: async ({ body: { description = null, enabled = true, ...body }, caller }) =>
      secretViewOf(await use.createWebhook({ actor: caller, ...body, description, enabled })),
  }),
  route({
    method: 'GET',
    path: '/webhooks',
    operation: 'listWebhooks',
    summary: 'List webhooks',
    description: '`search` looks for the text in `url` and `description`.',
    access: 'authorized',
    anyRole: administrators,
    query: WebhookListParameters,
    data: pageOf(webhookSchema),
    read: ({ query }, { webhooks }) => webhooks.list(query),
  }),
  route({
    method: 'GET',
    path: '/webhooks/:id',
    operation: 'getWebhook',
    summary: 'Read a webhook',
    access: 'authorized',
    anyRole: administrators,
    params: WebhookPath,
    data: webhookSchema,
    refuses: ['webhook-not-found'],
    read: async ({ params: { id } }, { webhooks }) => orNotFound(await webhooks.find(id), 'webhook-not-found'),
  }),
  route({
    method: 'PATCH',
    path: '/webhooks/:id',
    operation: 'updateWebhook',
    summary: 'Change a webhook',
    description: 'A disabled webhook receives no events. Its waiting deliveries are sent when it is enabled again.',
    access: 'authorized',
    ...administratorsChange,
    params: WebhookPath,
    body: UpdateWebhookBody,
    data: webhookSchema,
    refuses: ['webhook-not-found', 'unknown-event-types', 'webhook-url-unacceptable'],
    handle: async ({ params: { id }, body, caller }) =>
      webhookViewOf(await use.updateWebhook({ actor: caller, id, change: body })),
  }),
  route({
    method: 'DELETE',
    path: '/webhooks/:id',
    operation: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'The deliveries to the webhook are deleted, too.',
    access: 'authorized',
    ...administratorsChange,
    params: WebhookPath,
    data: nothing,
    refuses: ['webhook-not-found'],
    handle: ({ params: { id }, caller }) => use.deleteWebhook({ actor: caller, id }),
  }),
  route({
    method: 'POST',
    path: '/webhooks/:id/rotate-secret',
    operation: 'rotateWebhookSecret',
    idempotencyKey: 'ignored',
    summary: 'Give a webhook a new secret',
    description:
      'Until the overlap ends, requests have two signatures, one with the new secret and one with the previous secret.',
    access: 'authorized',
    ...administratorsChange,
    params: WebhookPath,
    body: RotationBody,
    data: webhookSecretSchema,
    refuses: ['webhook-not-found'],
    handle: async ({ params: { id }, body: { overlap = overlapSeconds.default }, caller }) =>
      secretViewOf(await use.rotateWebhookSecret({ actor: caller, id, overlapSeconds: overlap })),
  }),
  route({
    method: 'POST',
    path: '/webhooks/:id/replay',
    operation: 'replayEvents',
    idempotencyKey: 'accepted',
    summary: 'Send the events of a period again',
    description: `Queues the events again that match the types of the webhook. If there are more than ${webhookLimits.replay}, it queues none and responds with 400, code 1005. The \`webhook-id\` of an event is the same as in the first delivery.`,
    access: 'authorized',
    ...administratorsChange,
    params: WebhookPath,
    body: ReplayBody,
    data: replaySchema,
    refuses: ['webhook-not-found', 'replay-too-large'],
    handle: async ({ params: { id }, body: { from, to }, caller }) =>
      viewed(
        caller,
        (actor) => use.replayEvents({ actor, id, from: new Date(from), to: new Date(to) }),
        (queued) => ({ queued }),
      ),
  }),
];
