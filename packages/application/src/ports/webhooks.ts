import type { AttemptResult, Webhook, WebhookId, DeliveryMessage, WebhookView } from '@portcullis/domain';
import type { Collection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';
import type { CancelSignal } from './system.ts';

export const webhookSortFields = ['createdAt', 'updatedAt', 'url'] as const;
export type WebhookSortField = (typeof webhookSortFields)[number];

export interface WebhookRepository extends Collection<Webhook> {
  readonly count: () => Promise<number>;
  readonly enabled: () => Promise<readonly Webhook[]>;
  /** The position of the last event that was queued for webhooks, locked until the transaction ends. */
  readonly lockPosition: () => Promise<number>;
  readonly setPosition: (position: number) => Promise<void>;
}

export interface QueuePosition {
  /** The position of the last event that was queued for webhooks. */
  readonly queued: number;
  /** The lowest `startPosition` of the enabled webhooks. */
  readonly start: number;
}

export interface WebhookViews {
  readonly find: (id: WebhookId) => Promise<WebhookView | undefined>;
  readonly list: (query: ListQuery<WebhookSortField>) => Promise<Page<WebhookView>>;
  /** The webhook with its sealed secrets. */
  readonly findSealed: (id: WebhookId) => Promise<Webhook | undefined>;
  /** Returns the positions after which events are read for webhooks; undefined if no webhook is enabled. */
  readonly queuePosition: () => Promise<QueuePosition | undefined>;
}

export interface WebhookRequest {
  readonly url: string;
  /** The secrets that sign the request. */
  readonly secrets: readonly string[];
  readonly messageId: string;
  readonly message: DeliveryMessage;
}

export interface WebhookClient {
  /** Returns a sentence that says why a URL cannot be called; undefined if it can be called. Does not resolve the host name. */
  readonly urlError: (url: string) => Promise<string | undefined>;
  /** Sends a request once. @throws if `signal` was aborted */
  readonly send: (request: WebhookRequest, signal?: CancelSignal) => Promise<AttemptResult>;
}

export interface WebhookSecrets {
  /** Makes a random secret, `whsec_` and base64. */
  readonly create: () => string;
}
