import {
  accessTokenService,
  assertionIssuer,
  factorThrottle,
  loginThrottle,
  mailThrottle,
  rateLimits,
  type AccessTokenService,
  type IssueAssertion,
  type CounterStore,
  type LoginLock,
  type RateLimits,
} from '@portcullis/adapters-http/internal';
import {
  accessViews,
  databaseReadiness,
  joinedTransactions,
  typeormUnitOfWork,
  viewsOf,
  type Database,
  type ResourceStores,
} from '@portcullis/adapters-persistence/internal';
import {
  CurrentRoutes,
  describeConflicts,
  LiveUpdates,
  mailDeliverySender,
  mailKind,
  webhookDeliverySender,
  webhookKind,
  withPictures,
  type AccessViews,
  type ApiKeyTokens,
  type Clock,
  type DeliveryCounters,
  type DeliverySenders,
  type MediaQuota,
  type MediaViews,
  type CategoryViews,
  type ContentViews,
  type EventViews,
  type FactorThrottle,
  type Fingerprints,
  type IdentityProviders,
  type IdSource,
  type JoinedTransactions,
  type LinkTokens,
  type LiveSessionViews,
  type LoginThrottle,
  type MailService,
  type MailThrottle,
  type MarkdownRenderer,
  type MenuViews,
  type Passkeys,
  type PasswordHasher,
  type QrCodes,
  type Readiness,
  type RecoveryCodes,
  type RefreshTokens,
  type RevisionRetention,
  type RouteTableViews,
  type SecretBox,
  type SetupTokens,
  type SignInLog,
  type StreamLimits,
  type TagViews,
  type TextComparer,
  type TotpCodes,
  type UnitOfWork,
  type UserViews,
  type VisitorViews,
  type WebhookClient,
  type WebhookSecrets,
  type WebhookViews,
} from '@portcullis/application/internal';
import type { MediaPreset, PasswordPolicy, RegistrationMode, SessionLifetimes } from '@portcullis/domain/internal';
import type { BodyLimits } from '@portcullis/adapters-http/internal';
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
  providers: ({ config }: Installation): IdentityProviders => identityProviders(config.providers),
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
  work: ({ database, stores, eventWakeUp }: Installation & { eventWakeUp: WakeUp }): UnitOfWork =>
    describeConflicts(
      typeormUnitOfWork(database, stores, () => {
        eventWakeUp.wake();
        database.signals.send();
      }),
    ),
  // Use cases wake the delivery worker before the commit of joined transactions, when their deliveries are not visible.
  joined: ({ work, deliveryWakeUp }: { work: UnitOfWork; deliveryWakeUp: WakeUp }): JoinedTransactions =>
    joinedTransactions(work, deliveryWakeUp.wake),
  access: ({ database, stores }: Installation): AccessViews => accessViews(database.reader, stores),
  readiness: ({ database }: Installation): Readiness => databaseReadiness(database),
  /** Views for the responses to requests that have written something. */
  writtenUsers: ({ database }: Installation): UserViews => viewsOf(database.readerAfterCommit).users,
  writtenMenus: ({ database }: Installation): MenuViews => viewsOf(database.readerAfterCommit).menus,
  writtenTags: ({ database }: Installation): TagViews => viewsOf(database.readerAfterCommit).tags,
  writtenMedia: ({ database }: Installation): MediaViews => viewsOf(database.readerAfterCommit).media,
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
