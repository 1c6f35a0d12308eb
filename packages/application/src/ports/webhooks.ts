import type { AttemptResult, DeliveryMessage } from '@portcullis/domain/internal/events/delivery';
import type { WebhookId } from '@portcullis/domain/internal/shared/ids';
import type { Webhook, WebhookView } from '@portcullis/domain/internal/events/webhook';
import type { ReportedCollection } from './collection.ts';
import type { ListQuery, Page } from './lists.ts';
import type { CancelSignal } from './system.ts';

/** The fields by which webhooks can be sorted. */
export const webhookSortFields = ['createdAt', 'updatedAt', 'url'] as const;
/** A field by which webhooks can be sorted. */
export type WebhookSortField = (typeof webhookSortFields)[number];

/** Writes webhooks in a transaction. */
export interface WebhookRepository extends ReportedCollection<Webhook> {
  readonly count: () => Promise<number>;
  readonly enabled: () => Promise<readonly Webhook[]>;
  /**
   * Returns the position of the last event that was queued for webhooks. The position is locked until the transaction
   * ends.
   */
  readonly lockPosition: () => Promise<number>;
  readonly setPosition: (position: number) => Promise<void>;
}

/** How far events are queued for webhooks. */
export interface QueuePosition {
  /** The position of the last event that was queued for webhooks. */
  readonly queued: number;
  /** The lowest `startPosition` among the enabled webhooks. */
  readonly start: number;
}

/** Reads webhooks. */
export interface WebhookViews {
  readonly find: (id: WebhookId) => Promise<WebhookView | undefined>;
  readonly list: (query: ListQuery<WebhookSortField>) => Promise<Page<WebhookView>>;
  /** Returns the webhook with its encrypted secrets. */
  readonly findSealed: (id: WebhookId) => Promise<Webhook | undefined>;
  /**
   * Returns two positions in the event log. The events to queue next are those after the higher position. Returns
   * undefined if no webhook is enabled.
   */
  readonly queuePosition: () => Promise<QueuePosition | undefined>;
}

/** A request to a webhook. */
export interface WebhookRequest {
  readonly url: string;
  /** The secrets with which the request is signed. */
  readonly secrets: readonly string[];
  readonly messageId: string;
  readonly message: DeliveryMessage;
}

/** Sends requests to webhooks. */
export interface WebhookClient {
  /**
   * Returns a sentence that explains why a URL is not allowed; undefined if it is allowed. Does not resolve the host
   * name.
   */
  readonly urlError: (url: string) => Promise<string | undefined>;
  /**
   * Sends a request once.
   * @throws if `signal` was aborted
   */
  readonly send: (request: WebhookRequest, signal?: CancelSignal) => Promise<AttemptResult>;
}

/** Makes the secrets of webhooks. */
export interface WebhookSecrets {
  /** Creates a random secret: `whsec_` followed by base64. */
  readonly create: () => string;
}
