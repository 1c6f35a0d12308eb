import { accessTokenService, type AccessTokenService } from '@portcullis/adapters-http/internal/checks/access-tokens';
import { assertionIssuer, type IssueAssertion } from '@portcullis/adapters-http/internal/checks/assertions';
import { rateLimits, type CounterStore, type RateLimits } from '@portcullis/adapters-http/internal/checks/rate-limit';
import {
  factorThrottle,
  loginThrottle,
  mailThrottle,
  type LoginLock,
} from '@portcullis/adapters-http/internal/checks/throttles';
import { accessViews } from '@portcullis/adapters-persistence/internal/access';
import type { Database } from '@portcullis/adapters-persistence/internal/database';
import { databaseReadiness } from '@portcullis/adapters-persistence/internal/postgres/readiness';
import { conditionTargetsOf, type ResourceStores } from '@portcullis/adapters-persistence/internal/resource-store';
import { typeormUnitOfWork, type BuiltInTransaction } from '@portcullis/adapters-persistence/internal/unit-of-work';
import { viewsOf } from '@portcullis/adapters-persistence/internal/views';
import { CurrentRoutes } from '@portcullis/application/internal/access/current-routes';
import type { RevisionRetention } from '@portcullis/application/internal/contents/revisions';
import { describeConflicts } from '@portcullis/application/internal/describe-conflicts';
import { withKeyedRequests } from '@portcullis/application/internal/idempotency/run-once';
import { LiveUpdates } from '@portcullis/application/internal/live/live-updates';
import type { StreamLimits } from '@portcullis/application/internal/live/open-streams';
import { mailDeliverySender, mailKind } from '@portcullis/application/internal/mail/mails';
import type { MediaQuota } from '@portcullis/application/internal/media/upload-media';
import { withPictures } from '@portcullis/application/internal/media/with-pictures';
import type { AccessViews, VisitorViews } from '@portcullis/application/internal/ports/access';
import type { ApiKeyTokens } from '@portcullis/application/internal/ports/api-keys';
import type { CategoryViews } from '@portcullis/application/internal/ports/categories';
import type { ContentViews } from '@portcullis/application/internal/ports/contents';
import type { DeliveryCounters, DeliverySenders } from '@portcullis/application/internal/ports/delivery-senders';
import type { EventViews } from '@portcullis/application/internal/ports/events';
import type { FactorThrottle, QrCodes, RecoveryCodes, TotpCodes } from '@portcullis/application/internal/ports/factors';
import type { IdentityProviders, SignInLog } from '@portcullis/application/internal/ports/identity-providers';
import type { ConditionedReads, LiveSessionViews } from '@portcullis/application/internal/ports/live-updates';
import type { MailService, MailThrottle } from '@portcullis/application/internal/ports/mail';
import type { MediaViews } from '@portcullis/application/internal/ports/media';
import type { Passkeys } from '@portcullis/application/internal/ports/passkeys';
import type { LinkTokens } from '@portcullis/application/internal/ports/preview-links';
import type { RouteTableViews } from '@portcullis/application/internal/ports/route-tables';
import type {
  Clock,
  Fingerprints,
  IdSource,
  LoginThrottle,
  MarkdownRenderer,
  PasswordHasher,
  Readiness,
  RefreshTokens,
  SecretBox,
  SetupTokens,
  TextComparer,
} from '@portcullis/application/internal/ports/system';
import type { UnitOfWork } from '@portcullis/application/internal/ports/unit-of-work';
import type { WebhookClient, WebhookSecrets, WebhookViews } from '@portcullis/application/internal/ports/webhooks';
import { webhookDeliverySender, webhookKind } from '@portcullis/application/internal/webhooks/webhook-deliveries';
import type { MediaPreset } from '@portcullis/domain/internal/media-file';
import type { ConditionTargets } from '@portcullis/domain/internal/condition-attributes';
import type { RegistrationMode } from '@portcullis/domain/internal/new-account';
import type { PasswordPolicy } from '@portcullis/domain/internal/password';
import type { SessionLifetimes } from '@portcullis/domain/internal/session';
import type { BodyLimits } from '@portcullis/adapters-http/internal/body/receive-body';
import { apiKeyTokens } from '../adapters/api-key-tokens.ts';
import { fingerprints, linkTokens, setupTokens } from '../adapters/hashed-tokens.ts';
import { identityProviders } from '../adapters/identity-providers.ts';
import { mailService } from '../adapters/mail/mails.ts';
import type { MediaPorts } from '../adapters/media.ts';
import { passkeys } from '../adapters/passkeys/passkeys.ts';
import { qrCodes, recoveryCodes, totpCodes } from '../adapters/totp-codes.ts';
import { refreshTokens } from '../adapters/refresh-tokens.ts';
import { secretBox } from '../adapters/secret-box.ts';
import { keysOf, randomIds, secretsKeysOf, webhookSecrets, type Keys } from '../adapters/secrets.ts';
import { textComparer } from '../adapters/text-comparer.ts';
import { WakeUp } from '../adapters/wake-up.ts';
import { lazyWebhookClient } from '../adapters/webhooks/lazy-client.ts';
import type { Config } from '../config/config.ts';
import {
  comparerLimits,
  emailChangeLimit,
  factorLimit,
  loginLimits,
  resetMailLimit,
  uploadBodyLimits,
} from '../config/limits.ts';
import { passwordPolicy } from '../config/password-policy.ts';

/** The parts that a process opens before it builds the container. */
export interface Installation extends MediaPorts {
  readonly config: Config;
  readonly database: Database;
  /** The stores of additional resources. */
  readonly stores: ResourceStores;
  readonly counters: CounterStore;
  readonly renderer: MarkdownRenderer;
  readonly hasher: PasswordHasher;
  /** Called when an account was locked after too many failed logins. */
  readonly locked: (lock: LoginLock) => void;
  readonly deliveryCounters: DeliveryCounters;
  readonly signInLog: SignInLog;
}

/** Counters that do nothing, for processes without metrics. */
export const uncounted: DeliveryCounters = { queued: () => undefined, attempted: () => undefined };

const noQuota: MediaQuota = { all: Number.POSITIVE_INFINITY, perUploader: Number.POSITIVE_INFINITY };

/**
 * The ports of the service with their adapters, and the settings with their values, by the names of the dependencies of
 * use cases and routes. Each is made when it is first needed. Views on the primary database have the names of their
 * stores and are not in this list.
 */
export const ports = {
  clock: (): Clock => ({ now: () => new Date() }),
  ids: (): IdSource => randomIds,
  comparer: (): TextComparer => textComparer(comparerLimits),
  fingerprints: (): Fingerprints => fingerprints,
  policy: ({ config }: Installation): PasswordPolicy => passwordPolicy(config.passwordMinLength),
  registration: ({ config }: Installation): RegistrationMode => config.registration,
  retention: ({ config }: Installation): RevisionRetention => ({ keep: config.revisionsKeep }),
  lifetimes: ({ config }: Installation): SessionLifetimes => ({
    idleMs: config.refreshIdleTtlMs,
    maxMs: config.refreshMaxTtlMs,
  }),
  /** The keys are read or created when they are first used, so a command that issues no token creates no key file. */
  keys: ({ config }: Installation): Keys => keysOf(config),
  refreshTokens: ({ keys }: { keys: Keys }): RefreshTokens => refreshTokens(keys.refreshSecrets),
  accessTokens: ({
    config,
    keys,
    clock,
    ids,
  }: Installation & { keys: Keys; clock: Clock; ids: IdSource }): AccessTokenService =>
    accessTokenService({
      ...keys,
      expiresIn: config.accessTokenTtl.text,
      ttlSeconds: config.accessTokenTtl.ms / 1000,
      publicUrl: config.publicUrl,
      clock,
      ids,
    }),
  apiKeyTokens: (): ApiKeyTokens => apiKeyTokens,
  setupTokens: (): SetupTokens => setupTokens,
  linkTokens: (): LinkTokens => linkTokens,
  ticketTokens: (): LinkTokens => linkTokens,
  rateLimits: ({ counters }: Installation): RateLimits => rateLimits(counters),
  throttle: ({ rateLimits: limits, locked }: Limited & Installation): LoginThrottle =>
    loginThrottle(limits, loginLimits, locked),
  mailThrottle: ({ rateLimits: limits }: Limited): MailThrottle =>
    mailThrottle(limits, { passwordResets: resetMailLimit, emailChanges: emailChangeLimit }),
  factorThrottle: ({ rateLimits: limits }: Limited): FactorThrottle => factorThrottle(limits, factorLimit),
  totpCodes: (): TotpCodes => totpCodes,
  recoveryCodes: (): RecoveryCodes => recoveryCodes,
  passkeys: ({ config }: Installation): Passkeys => passkeys(config.passkeys),
  qrCodes: (): QrCodes => qrCodes,
  mails: ({ config }: Installation): MailService => mailService(config.mail),
  providers: ({ config, signInLog }: Installation): IdentityProviders =>
    identityProviders(config.providers, signInLog.missing),
  secretBox: ({ config }: Installation): SecretBox => secretBox(() => secretsKeysOf(config)),
  random: (): (() => number) => Math.random,
  webhookSecrets: (): WebhookSecrets => webhookSecrets,
  webhookClient: ({ config }: Installation): WebhookClient =>
    lazyWebhookClient({ allowedPorts: config.webhookAllowedPorts, allowedHosts: config.webhookAllowedHosts }),

  markdown: (use: Installation & Pictured): MarkdownRenderer => withPictures(use.renderer, use),
  mediaOrigin: ({ config }: Installation): string => config.mediaOrigin ?? '',
  mediaPresets: ({ config }: Installation): readonly MediaPreset[] => config.mediaPresets,
  mediaQuota: ({ config }: Installation): MediaQuota => config.mediaQuota ?? noQuota,
  mediaBodyLimits: ({ config }: Installation): BodyLimits => uploadBodyLimits(config.mediaMaxBytes),
  /** Wakes the worker that makes the variants of pictures. */
  mediaWakeUp: (): WakeUp => new WakeUp(),

  /** Wakes the live feed, which sends events to the streams of this process. */
  eventWakeUp: (): WakeUp => new WakeUp(),
  deliveryWakeUp: (): WakeUp => new WakeUp(),
  work: ({
    database,
    stores,
    eventWakeUp,
    clock,
  }: Installation & { eventWakeUp: WakeUp; clock: Clock }): UnitOfWork<BuiltInTransaction> => {
    const recorded = (): void => {
      eventWakeUp.wake();
      database.signals.send();
    };
    return withKeyedRequests(describeConflicts(typeormUnitOfWork(database, stores, recorded)), clock);
  },
  access: ({ database, stores }: Installation): AccessViews => accessViews(database, stores),
  readiness: ({ database }: Installation): Readiness => databaseReadiness(database),
  /** The views for requests without a token. These views may read from a replica. */
  visitorViews: ({ database, stores }: Installation): VisitorViews => viewsOf(database.publicReader, stores),
  issueAssertion: ({
    config,
    keys: { tokenKeys },
    clock,
    ids,
  }: Installation & { keys: Keys; clock: Clock; ids: IdSource }): IssueAssertion | undefined =>
    assertionIssuer({ tokenKeys, publicUrl: config.publicUrl, clock, ids }),
  currentRoutes: (use: { readonly routeTables: RouteTableViews }): CurrentRoutes => new CurrentRoutes(use),
  conditionTargets: ({ stores }: Installation): ConditionTargets => conditionTargetsOf(stores),
  conditionedReads: ({ database, stores }: Installation): readonly ConditionedReads[] =>
    Object.values(stores).flatMap(({ conditionedReads }) => conditionedReads?.(database.reader) ?? []),
  liveUpdates: (use: LiveUpdatesDependencies): LiveUpdates => new LiveUpdates(use),
  senders: (use: SenderDependencies): DeliverySenders => ({
    [webhookKind]: webhookDeliverySender(use),
    [mailKind]: mailDeliverySender(use),
  }),
};

interface Pictured {
  readonly media: MediaViews;
  readonly mediaPresets: readonly MediaPreset[];
  readonly mediaOrigin: string;
}

interface Limited {
  readonly rateLimits: RateLimits;
}

interface LiveUpdatesDependencies {
  readonly clock: Clock;
  readonly events: EventViews;
  readonly liveSessions: LiveSessionViews;
  readonly contents: ContentViews;
  readonly categories: CategoryViews;
  readonly conditionedReads: readonly ConditionedReads[];
  readonly streamLimits: StreamLimits;
}

interface SenderDependencies {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly webhooks: WebhookViews;
  readonly webhookClient: WebhookClient;
  readonly secretBox: SecretBox;
  readonly mails: MailService;
}
