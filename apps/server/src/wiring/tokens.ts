import type { AccessTokenService } from '@portcullis/adapters-http/internal/checks/access-tokens';
import type { RateLimits } from '@portcullis/adapters-http/internal/checks/rate-limit';
import type { BuiltInTransaction } from '@portcullis/adapters-persistence/internal/unit-of-work';
import type { CurrentRoutes } from '@portcullis/application/internal/access/current-routes';
import type { LiveUpdates } from '@portcullis/application/internal/live/live-updates';
import type { AccessViews, VisitorViews } from '@portcullis/application/internal/ports/access';
import type { DeliverySenders } from '@portcullis/application/internal/ports/delivery-senders';
import type { FactorThrottle } from '@portcullis/application/internal/ports/factors';
import type { IdentityProviders } from '@portcullis/application/internal/ports/identity-providers';
import type { ConditionedReads } from '@portcullis/application/internal/ports/live-updates';
import type { MailService, MailThrottle } from '@portcullis/application/internal/ports/mail';
import type { Passkeys } from '@portcullis/application/internal/ports/passkeys';
import type {
  LoginThrottle,
  MarkdownRenderer,
  Readiness,
  RefreshTokens,
  SecretBox,
  TextComparer,
} from '@portcullis/application/internal/ports/system';
import type { UnitOfWork } from '@portcullis/application/internal/ports/unit-of-work';
import type { WebhookClient } from '@portcullis/application/internal/ports/webhooks';
import type { ConditionTargets } from '@portcullis/domain/internal/conditions/condition-attributes';
import type { ServiceIdentifier } from 'inversify';
import type { Keys } from '../adapters/secrets.ts';
import type { WakeUp } from '../adapters/wake-up.ts';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** The tokens of the ports. Use cases and routes get the ports by these names. */
export const tokens = {
  access: token<AccessViews>('access'),
  accessTokens: token<AccessTokenService>('accessTokens'),
  comparer: token<TextComparer>('comparer'),
  conditionTargets: token<ConditionTargets>('conditionTargets'),
  conditionedReads: token<readonly ConditionedReads[]>('conditionedReads'),
  currentRoutes: token<CurrentRoutes>('currentRoutes'),
  /** Wakes the worker that sends deliveries. */
  deliveryWakeUp: token<WakeUp>('deliveryWakeUp'),
  /** Wakes the live feed, which sends events to the streams of this process. */
  eventWakeUp: token<WakeUp>('eventWakeUp'),
  factorThrottle: token<FactorThrottle>('factorThrottle'),
  /** Reads the keys, or creates them, when it is first called. */
  keys: token<() => Keys>('keys'),
  liveUpdates: token<LiveUpdates>('liveUpdates'),
  mailThrottle: token<MailThrottle>('mailThrottle'),
  mails: token<MailService>('mails'),
  markdown: token<MarkdownRenderer>('markdown'),
  /** Wakes the worker that makes the variants of pictures. */
  mediaWakeUp: token<WakeUp>('mediaWakeUp'),
  passkeys: token<Passkeys>('passkeys'),
  providers: token<IdentityProviders>('providers'),
  rateLimits: token<RateLimits>('rateLimits'),
  readiness: token<Readiness>('readiness'),
  refreshTokens: token<RefreshTokens>('refreshTokens'),
  secretBox: token<SecretBox>('secretBox'),
  senders: token<DeliverySenders>('senders'),
  throttle: token<LoginThrottle>('throttle'),
  /** The views for requests without a token. These views may read from a replica. */
  visitorViews: token<VisitorViews>('visitorViews'),
  webhookClient: token<WebhookClient>('webhookClient'),
  work: token<UnitOfWork<BuiltInTransaction>>('work'),
};

/** The ports by the names of their tokens. */
export type Ports = {
  readonly [Name in keyof typeof tokens]: (typeof tokens)[Name] extends ServiceIdentifier<infer Port> ? Port : never;
};
