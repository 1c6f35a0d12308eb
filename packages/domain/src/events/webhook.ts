import { webhookSubject } from '../shared/subjects.ts';
import { BusinessError } from '../shared/errors.ts';
import { builtInEvent, ofDeletion, recordedFields } from '../shared/declare-event.ts';
import type { WebhookId } from '../shared/ids.ts';
import type { TextRule } from '../names/text.ts';
import { later } from '../shared/later.ts';

/**
 * The reasons why the service disables a webhook: the receiver responded with 410 (`gone`), or all attempts have failed
 * for `failingMs` milliseconds (`failing`).
 */
export const disabledReasons = ['gone', 'failing'] as const;
/** Why a webhook was disabled by the service. */
type DisabledReason = (typeof disabledReasons)[number];

/** A URL that receives the events of some types. */
export interface Webhook {
  readonly id: WebhookId;
  readonly url: string;
  /** Event types or prefixes such as `content.*`; `*` matches every type. */
  readonly types: readonly string[];
  readonly description: string | null;
  readonly enabled: boolean;
  /** Null if the webhook is enabled, or if an administrator disabled it. */
  readonly disabledReason: DisabledReason | null;
  /** Time of the first failure in the current series of failed attempts; null if there is no current series. */
  readonly failingSince: Date | null;
  /**
   * The position of the event log when the webhook was created or last enabled. Earlier events are sent only if they
   * were already queued or an administrator requests them again.
   */
  readonly startPosition: number;
  /** The secret that signs requests, encrypted. */
  readonly secret: string;
  /** The secret before the last rotation, encrypted. It also signs requests until `previousSecretUntil`. */
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A webhook as the API returns it, without its secrets and its start position. */
export type WebhookView = Omit<Webhook, 'secret' | 'previousSecret' | 'startPosition'>;

/** The fields of a webhook that an administrator can set. */
export type EditableWebhook = Pick<Webhook, 'url' | 'types' | 'description' | 'enabled'>;

const typePattern = {
  min: 1,
  max: 64,
  pattern: /^(?:\*|[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)*(?:\.\*)?)$/,
  requirement: 'be an event type such as user.created, or a prefix such as content.*',
} satisfies TextRule;

/** The limits of the fields of webhooks. */
export const webhookLimits = {
  url: { min: 1, max: 2048 },
  type: typePattern,
  /** Maximum number of types of one webhook. */
  types: 50,
  description: { min: 0, max: 1000 },
  /** Maximum number of webhooks. */
  webhooks: 100,
  /** How long the previous secret continues to sign requests after it was replaced, in seconds. */
  overlapSeconds: { default: 24 * 3600, max: 48 * 3600 },
  /** Maximum number of past events that one request can queue for sending again. */
  replay: 10_000,
} as const;

/** Time in milliseconds after which a webhook is disabled if all attempts fail. */
export const failingMs = 5 * 24 * 3_600_000;

/** Whether one of the patterns matches an event type. */
export const matchesType = (patterns: readonly string[], type: string): boolean =>
  patterns.some(
    (pattern) =>
      pattern === type || pattern === '*' || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );

/**
 * Checks that each pattern of a webhook matches a type of events. A webhook with a misspelt type would never receive
 * anything.
 * @param known all types of events of the service
 * @param stored patterns that the webhook already has. They are accepted, because they may be for the events of a
 * module that was removed.
 * @throws {BusinessError} unknown-event-types
 */
export function checkWebhookTypes(
  patterns: readonly string[],
  known: readonly string[],
  stored: readonly string[] = [],
): void {
  const errors = patterns.flatMap((pattern, index) =>
    stored.includes(pattern) || known.some((type) => matchesType([pattern], type))
      ? []
      : [{ field: `types[${index}]`, message: `No event has the type ${pattern}.` }],
  );
  const [first] = errors;
  if (first !== undefined) throw new BusinessError('unknown-event-types', first.message, errors);
}

/**
 * Returns the webhook after a change by an administrator. Enabling or disabling the webhook ends the series of
 * failures.
 * @param position the last position of the event log
 */
export function changedWebhook(
  webhook: Webhook,
  change: Partial<EditableWebhook>,
  position: number,
  at: Date,
): Webhook {
  const changed = { ...webhook, ...change, updatedAt: at };
  if (changed.enabled === webhook.enabled) return changed;
  const startPosition = changed.enabled ? position : webhook.startPosition;
  return { ...changed, disabledReason: null, failingSince: null, startPosition };
}

/**
 * Returns the webhook with a new encrypted secret. The secret that it replaces continues to sign requests for
 * `overlapMs` milliseconds.
 */
export const withRotatedSecret = (webhook: Webhook, secret: string, overlapMs: number, at: Date): Webhook => ({
  ...webhook,
  secret,
  previousSecret: overlapMs === 0 ? null : webhook.secret,
  previousSecretUntil: overlapMs === 0 ? null : later(at, overlapMs),
  updatedAt: at,
});

/** Returns the encrypted secrets that sign a request at the time `at`, the newest first. */
export const signingSecrets = (
  { secret, previousSecret, previousSecretUntil }: Webhook,
  at: Date,
): readonly string[] =>
  previousSecret !== null && previousSecretUntil !== null && at < previousSecretUntil
    ? [secret, previousSecret]
    : [secret];

/**
 * Returns the webhook after an attempt to send an event. The webhook is disabled if its receiver responds with 410, or
 * if all attempts have failed for `failingMs` milliseconds.
 */
export function afterAttempt(webhook: Webhook, result: 'success' | 'failure' | 'gone', at: Date): Webhook {
  if (result === 'success') return webhook.failingSince === null ? webhook : { ...webhook, failingSince: null };
  const failingSince = webhook.failingSince ?? at;
  const isOver = at.getTime() - failingSince.getTime() >= failingMs;
  const reason = result === 'gone' ? 'gone' : isOver ? 'failing' : null;
  if (reason === null || !webhook.enabled) return { ...webhook, failingSince };
  return { ...webhook, failingSince, enabled: false, disabledReason: reason, updatedAt: at };
}

const recorded = recordedFields<Webhook>()('url', 'types', 'description', 'enabled', 'disabledReason');

/** The events of webhooks. */
export const webhookEvents = {
  created: builtInEvent(webhookSubject, 'webhook.created', recorded),
  updated: builtInEvent(webhookSubject, 'webhook.updated', recorded),
  deleted: builtInEvent(webhookSubject, 'webhook.deleted', ofDeletion(recorded)),
  disabled: builtInEvent(webhookSubject, 'webhook.disabled', recorded),
  secretRotated: builtInEvent(webhookSubject, 'webhook.secret.rotated', recordedFields()()),
};
