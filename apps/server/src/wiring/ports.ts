import {
  accessTokenService,
  factorThrottle,
  loginThrottle,
  mailThrottle,
  rateLimits,
  type AccessTokenService,
  type RateLimits,
} from '@portcullis/adapters-http';
import {
  accessViews,
  databaseReadiness,
  joinedTransactions,
  typeormUnitOfWork,
  viewsOf,
} from '@portcullis/adapters-persistence';
import {
  describeConflicts,
  LiveUpdates,
  mailKind,
  mailDeliverySender,
  webhookKind,
  webhookDeliverySender,
} from '@portcullis/application';
import type {
  AccessControlViews,
  AccessViews,
  AuditViews,
  CategoryViews,
  CompletedRequestViews,
  JoinedTransactions,
  Clock,
  ContentViews,
  Fingerprints,
  DeliveryCounters,
  DeliverySenders,
  DeliveryViews,
  EventViews,
  FactorThrottle,
  FactorViews,
  IdentityProviders,
  IdentityViews,
  IdSource,
  LoginThrottle,
  MailService,
  MailThrottle,
  MarkdownRenderer,
  MenuViews,
  Passkeys,
  PasswordHasher,
  PreviewLinkViews,
  QrCodes,
  RecoveryCodes,
  LinkTokens,
  Readiness,
  RefreshTokens,
  RevisionRetention,
  RevisionViews,
  SecretBox,
  SetupTokens,
  SignInLog,
  TagViews,
  TextComparer,
  TotpCodes,
  UnitOfWork,
  UserViews,
  VisitorViews,
  WorkingCopyViews,
  WebhookClient,
  WebhookSecrets,
  WebhookViews,
} from '@portcullis/application';
import type { PasswordPolicy, RegistrationMode, SessionLifetimes } from '@portcullis/domain';
import { qrCodes } from '../adapters/qr-codes.ts';
import { recoveryCodes, totpCodes } from '../adapters/totp-codes.ts';
import { linkTokens } from '../adapters/link-tokens.ts';
import { fingerprints } from '../adapters/fingerprints.ts';
import { identityProviders } from '../adapters/identity-providers.ts';
import { mailService } from '../adapters/mail/mails.ts';
import { passkeys } from '../adapters/passkeys/passkeys.ts';
import { refreshTokens } from '../adapters/refresh-tokens.ts';
import { secretBox } from '../adapters/secret-box.ts';
import { keysOf, randomIds, secretsKeysOf, webhookSecrets, type Keys } from '../adapters/secrets.ts';
import { setupTokens } from '../adapters/setup-tokens.ts';
import { textComparer } from '../adapters/text-comparer.ts';
import { WakeUp } from '../adapters/wake-up.ts';
import { lazyWebhookClient } from '../adapters/webhooks/lazy-client.ts';
import {
  comparerLimits,
  emailChangeLimit,
  factorLimit,
  loginLimits,
  resetMailLimit,
  streamLimits,
} from '../config/limits.ts';
import { passwordPolicy } from '../config/password-policy.ts';
import { port, resolvePort } from './dependency-injection.ts';

/** This file declares the ports of the service with their adapters, and the settings with their values. */

export const CLOCK = port<Clock>('Clock', () => ({ now: () => new Date() }));
export const IDS = port<IdSource>('IdSource', () => randomIds);
export const MARKDOWN = port<MarkdownRenderer>('MarkdownRenderer', ({ markdown }) => markdown);
export const TEXT_COMPARER = port<TextComparer>('TextComparer', () => textComparer(comparerLimits));
export const FINGERPRINTS = port<Fingerprints>('Fingerprints', () => fingerprints);
export const HASHER = port<PasswordHasher>('PasswordHasher', ({ hasher }) => hasher);
export const POLICY = port<PasswordPolicy>('PasswordPolicy', ({ config }) => passwordPolicy(config.passwordMinLength));
export const REGISTRATION = port<RegistrationMode>('RegistrationMode', ({ config }) => config.registration);
export const REVISION_RETENTION = port<RevisionRetention>('RevisionRetention', ({ config }) => ({
  keep: config.revisionsKeep,
}));
export const LIFETIMES = port<SessionLifetimes>('SessionLifetimes', ({ config }) => ({
  idleMs: config.refreshIdleTtlMs,
  maxMs: config.refreshMaxTtlMs,
}));
/** The keys are read or created when they are first used, so a command that issues no token creates no key file. */
export const KEYS = port<Keys>('Keys', ({ config }) => keysOf(config));
export const REFRESH_TOKENS = port<RefreshTokens>('RefreshTokens', (_, from) =>
  refreshTokens(resolvePort(from, KEYS).refreshSecret),
);
export const ACCESS_TOKENS = port<AccessTokenService>('AccessTokenService', ({ config }, from) =>
  accessTokenService({
    ...resolvePort(from, KEYS),
    expiresIn: config.accessTokenTtl.text,
    ttlSeconds: config.accessTokenTtl.ms / 1000,
    clock: resolvePort(from, CLOCK),
    ids: resolvePort(from, IDS),
  }),
);
export const SETUP_TOKENS = port<SetupTokens>('SetupTokens', () => setupTokens);
export const LINK_TOKENS = port<LinkTokens>('LinkTokens', () => linkTokens);
export const RATE_LIMITS = port<RateLimits>('RateLimits', ({ counters }) => rateLimits(counters));
export const THROTTLE = port<LoginThrottle>('LoginThrottle', ({ locked }, from) =>
  loginThrottle(resolvePort(from, RATE_LIMITS), loginLimits, locked),
);

export const MAIL_THROTTLE = port<MailThrottle>('MailThrottle', (_, from) =>
  mailThrottle(resolvePort(from, RATE_LIMITS), { passwordResets: resetMailLimit, emailChanges: emailChangeLimit }),
);
export const FACTOR_THROTTLE = port<FactorThrottle>('FactorThrottle', (_, from) =>
  factorThrottle(resolvePort(from, RATE_LIMITS), factorLimit),
);
export const TOTP_CODES = port<TotpCodes>('TotpCodes', () => totpCodes);
export const RECOVERY_CODES = port<RecoveryCodes>('RecoveryCodes', () => recoveryCodes);
export const PASSKEYS = port<Passkeys>('Passkeys', ({ config }) => passkeys(config.passkeys));
export const QR_CODES = port<QrCodes>('QrCodes', () => qrCodes);
export const MAILS = port<MailService>('MailService', ({ config }) => mailService(config.mail));

export const PROVIDERS = port<IdentityProviders>('IdentityProviders', ({ config }) =>
  identityProviders(config.providers),
);
export const SIGN_IN_LOG = port<SignInLog>('SignInLog', ({ signInFailed }) => ({ failed: signInFailed }));

/** Wakes the live feed, which sends events to the streams of this process. */
export const EVENT_WAKE_UP = port<WakeUp>('EventWakeUp', () => new WakeUp());
export const WORK = port<UnitOfWork>('UnitOfWork', ({ database }, from) => {
  const { wake } = resolvePort(from, EVENT_WAKE_UP);
  const recorded = (): void => {
    wake();
    database.signals.send();
  };
  return describeConflicts(typeormUnitOfWork(database, {}, recorded));
});
export const JOINED_TRANSACTIONS = port<JoinedTransactions>('JoinedTransactions', (_, from) =>
  // Use cases wake the delivery worker before the commit of joined transactions, when their deliveries are not visible.
  joinedTransactions(resolvePort(from, WORK), resolvePort(from, DELIVERY_WAKE_UP).wake),
);
export const COMPLETED_REQUEST_VIEWS = port<CompletedRequestViews>(
  'CompletedRequestViews',
  ({ database }) => viewsOf(database.reader).completedRequests,
);
export const ACCESS_VIEWS = port<AccessViews>('AccessViews', ({ database }) => accessViews(database.reader));
export const USER_VIEWS = port<UserViews>('UserViews', ({ database }) => viewsOf(database.reader).users);
/** Views for the responses to requests that have written something. */
export const WRITTEN_USERS = port<UserViews>(
  'WrittenUsers',
  ({ database }) => viewsOf(database.readerAfterCommit).users,
);
export const WRITTEN_MENUS = port<MenuViews>(
  'WrittenMenus',
  ({ database }) => viewsOf(database.readerAfterCommit).menus,
);
export const WRITTEN_TAGS = port<TagViews>('WrittenTags', ({ database }) => viewsOf(database.readerAfterCommit).tags);
export const IDENTITY_VIEWS = port<IdentityViews>(
  'IdentityViews',
  ({ database }) => viewsOf(database.reader).identities,
);
export const CONTENT_VIEWS = port<ContentViews>('ContentViews', ({ database }) => viewsOf(database.reader).contents);
export const REVISION_VIEWS = port<RevisionViews>(
  'RevisionViews',
  ({ database }) => viewsOf(database.reader).revisions,
);
export const WORKING_COPY_VIEWS = port<WorkingCopyViews>(
  'WorkingCopyViews',
  ({ database }) => viewsOf(database.reader).workingCopies,
);
export const PREVIEW_LINK_VIEWS = port<PreviewLinkViews>(
  'PreviewLinkViews',
  ({ database }) => viewsOf(database.reader).previewLinks,
);
export const CATEGORY_VIEWS = port<CategoryViews>(
  'CategoryViews',
  ({ database }) => viewsOf(database.reader).categories,
);
export const AUDIT_VIEWS = port<AuditViews>('AuditViews', ({ database }) => viewsOf(database.reader).audit);
export const ACCESS_CONTROL_VIEWS = port<AccessControlViews>(
  'AccessControlViews',
  ({ database }) => viewsOf(database.reader).accessControl,
);
export const FACTOR_VIEWS = port<FactorViews>('FactorViews', ({ database }) => viewsOf(database.reader).factors);
export const READINESS = port<Readiness>('Readiness', ({ database }) => databaseReadiness(database));

/** The views (objects that read data) for requests without a token. These views may read from a replica. */
export const VISITOR_VIEWS = port<VisitorViews>('VisitorViews', ({ database }) => viewsOf(database.publicReader));

export const SECRET_BOX = port<SecretBox>('SecretBox', ({ config }) => secretBox(() => secretsKeysOf(config)));
export const RANDOM = port<() => number>('random', () => Math.random);
export const WEBHOOK_VIEWS = port<WebhookViews>('WebhookViews', ({ database }) => viewsOf(database.reader).webhooks);
export const WEBHOOK_SECRETS = port<WebhookSecrets>('WebhookSecrets', () => webhookSecrets);
export const WEBHOOK_CLIENT = port<WebhookClient>('WebhookClient', ({ config }) =>
  lazyWebhookClient({ allowedPorts: config.webhookAllowedPorts, allowedHosts: config.webhookAllowedHosts }),
);
export const EVENT_VIEWS = port<EventViews>('EventViews', ({ database }) => viewsOf(database.reader).events);
export const LIVE_UPDATES = port<LiveUpdates>(
  'LiveUpdates',
  ({ database }, from) =>
    new LiveUpdates({
      clock: resolvePort(from, CLOCK),
      events: resolvePort(from, EVENT_VIEWS),
      liveSessions: viewsOf(database.reader).liveSessions,
      streamLimits,
    }),
);
export const DELIVERY_VIEWS = port<DeliveryViews>(
  'DeliveryViews',
  ({ database }) => viewsOf(database.reader).deliveries,
);
export const DELIVERY_WAKE_UP = port<WakeUp>('DeliveryWakeUp', () => new WakeUp());
export const DELIVERY_COUNTERS = port<DeliveryCounters>('DeliveryCounters', ({ deliveryCounters }) => deliveryCounters);
export const DELIVERY_SENDERS = port<DeliverySenders>('DeliverySenders', (_, from) => ({
  [webhookKind]: webhookDeliverySender({
    clock: resolvePort(from, CLOCK),
    ids: resolvePort(from, IDS),
    webhooks: resolvePort(from, WEBHOOK_VIEWS),
    webhookClient: resolvePort(from, WEBHOOK_CLIENT),
    secretBox: resolvePort(from, SECRET_BOX),
  }),
  [mailKind]: mailDeliverySender({
    clock: resolvePort(from, CLOCK),
    mails: resolvePort(from, MAILS),
    secretBox: resolvePort(from, SECRET_BOX),
  }),
}));
