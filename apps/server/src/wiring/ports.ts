import { rateLimits, type CounterStore } from '@portcullis/adapters-http/internal/checks/rate-limit';
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
import { typeormUnitOfWork } from '@portcullis/adapters-persistence/internal/unit-of-work';
import { viewsOf, type Views } from '@portcullis/adapters-persistence/internal/views';
import { CurrentRoutes } from '@portcullis/application/internal/access/current-routes';
import { LiveUpdates } from '@portcullis/application/internal/live/live-updates';
import { mailDeliverySender, mailKind } from '@portcullis/application/internal/mail/mails';
import { withPictures } from '@portcullis/application/internal/media/with-pictures';
import type { DeliveryCounters } from '@portcullis/application/internal/ports/delivery-senders';
import type { SignInLog } from '@portcullis/application/internal/ports/identity-providers';
import type { MarkdownRenderer, PasswordHasher } from '@portcullis/application/internal/ports/system';
import { transactions } from '@portcullis/application/internal/transactions';
import { webhookDeliverySender, webhookKind } from '@portcullis/application/internal/webhooks/webhook-deliveries';
import { Container, ContainerModule, type ServiceIdentifier } from 'inversify';
import { apiKeyTokens } from '../adapters/api-key-tokens.ts';
import { fingerprints, linkTokens, setupTokens } from '../adapters/hashed-tokens.ts';
import { identityProviders } from '../adapters/identity-providers.ts';
import { mailService } from '../adapters/mail/mails.ts';
import type { MediaPorts } from '../adapters/media.ts';
import { passkeys } from '../adapters/passkeys/passkeys.ts';
import { secretBox } from '../adapters/secret-box.ts';
import { secretsKeysOf, webhookSecrets } from '../adapters/secrets.ts';
import { clock, randomIds, tokensOf } from '../adapters/system.ts';
import { textComparer } from '../adapters/text-comparer.ts';
import { qrCodes, recoveryCodes, totpCodes } from '../adapters/totp-codes.ts';
import { callAll, WakeUp } from '../adapters/wake-up.ts';
import { lazyWebhookClient } from '../adapters/webhooks/lazy-client.ts';
import type { Config } from '../config/config.ts';
import * as limits from '../config/limits.ts';
import { settingsOf } from './settings.ts';
import { tokens, type Ports } from './tokens.ts';

/** Counters that do nothing, for processes without metrics. */
export const uncounted: DeliveryCounters = { queued: () => undefined, attempted: () => undefined };

/** The parts that a process opens before it builds its services. */
export interface Installation extends MediaPorts {
  readonly config: Config;
  readonly database: Database;
  /** The stores of additional resources. */
  readonly stores: ResourceStores;
  /** All types of events, including those of modules. */
  readonly eventTypes: readonly string[];
  readonly counters: CounterStore;
  readonly renderer: MarkdownRenderer;
  readonly hasher: PasswordHasher;
  /** Called when an account was locked after too many failed logins. */
  readonly locked: (lock: LoginLock) => void;
  readonly deliveryCounters: DeliveryCounters;
  readonly signInLog: SignInLog;
}

/** The ports whose adapters need no configuration and hold nothing. */
const constantPorts = {
  apiKeyTokens,
  clock,
  fingerprints,
  ids: randomIds,
  linkTokens,
  qrCodes,
  random: Math.random,
  recoveryCodes,
  setupTokens,
  ticketTokens: linkTokens,
  totpCodes,
  webhookSecrets,
};

const systemPorts = new ContainerModule(({ bind }) => {
  bind(tokens.comparer).toConstantValue(textComparer(limits.comparerLimits));
  for (const wakeUp of [tokens.mediaWakeUp, tokens.eventWakeUp, tokens.deliveryWakeUp])
    bind(wakeUp).toDynamicValue(() => new WakeUp());
});

const authenticationPorts = ({ config, counters, locked, signInLog }: Installation) =>
  new ContainerModule(({ bind }) => {
    const { keys, accessTokens, refreshTokens } = tokensOf(config);
    bind(tokens.keys).toConstantValue(keys);
    bind(tokens.accessTokens).toConstantValue(accessTokens);
    bind(tokens.refreshTokens).toConstantValue(refreshTokens);
    const limiter = rateLimits(counters);
    const mailLimits = { passwordResets: limits.resetMailLimit, emailChanges: limits.emailChangeLimit };
    bind(tokens.rateLimits).toConstantValue(limiter);
    bind(tokens.throttle).toConstantValue(loginThrottle(limiter, limits.loginLimits, locked));
    bind(tokens.mailThrottle).toConstantValue(mailThrottle(limiter, mailLimits));
    bind(tokens.factorThrottle).toConstantValue(factorThrottle(limiter, limits.factorLimit));
    bind(tokens.passkeys).toConstantValue(passkeys(config.passkeys));
    bind(tokens.providers).toConstantValue(identityProviders(config.providers, signInLog.missing));
    bind(tokens.secretBox).toConstantValue(secretBox(() => secretsKeysOf(config)));
  });

/** The ports on the database, and those that need its views. */
const databasePorts = ({ config, database, stores, renderer }: Installation, views: Views) =>
  new ContainerModule(({ bind }) => {
    bind(tokens.access).toConstantValue(accessViews(database, stores));
    bind(tokens.visitorViews).toConstantValue(viewsOf(database.publicReader, stores));
    bind(tokens.readiness).toConstantValue(databaseReadiness(database));
    bind(tokens.conditionTargets).toConstantValue(conditionTargetsOf(stores));
    bind(tokens.conditionedReads).toConstantValue(
      Object.values(stores).flatMap(({ conditionedReads }) => conditionedReads?.(database.reader) ?? []),
    );
    bind(tokens.work).toResolvedValue(
      (eventWakeUp) => {
        const recorded = callAll(eventWakeUp.wake, database.signals.send);
        return transactions(typeormUnitOfWork(database, stores, recorded), { clock, ids: randomIds, own: stores });
      },
      [tokens.eventWakeUp],
    );
    bind(tokens.markdown).toConstantValue(withPictures(renderer, { media: views.media, ...settingsOf(config) }));
    bind(tokens.currentRoutes).toConstantValue(new CurrentRoutes(views));
    bind(tokens.liveUpdates).toResolvedValue(
      (conditionedReads) => new LiveUpdates({ ...views, clock, conditionedReads, streamLimits: limits.streamLimits }),
      [tokens.conditionedReads],
    );
  });

const deliveryPorts = (config: Config, { webhooks }: Views) =>
  new ContainerModule(({ bind }) => {
    const { webhookAllowedPorts: allowedPorts, webhookAllowedHosts: allowedHosts } = config;
    bind(tokens.mails).toConstantValue(mailService(config.mail));
    bind(tokens.webhookClient).toConstantValue(lazyWebhookClient({ allowedPorts, allowedHosts }));
    bind(tokens.senders).toResolvedValue(
      (webhookClient, box, mails) => ({
        [webhookKind]: webhookDeliverySender({ clock, ids: randomIds, webhooks, webhookClient, secretBox: box }),
        [mailKind]: mailDeliverySender({ clock, secretBox: box, mails }),
      }),
      [tokens.webhookClient, tokens.secretBox, tokens.mails],
    );
  });

/** Makes the ports of a process, with their adapters. */
export function portsOf(installation: Installation, views: Views): Ports & typeof constantPorts {
  const { config } = installation;
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(
    systemPorts,
    authenticationPorts(installation),
    databasePorts(installation, views),
    deliveryPorts(config, views),
  );
  const bound = Object.entries<ServiceIdentifier>(tokens).map(([name, token]) => [name, container.get(token)]);
  return { ...constantPorts, ...(Object.fromEntries(bound) as Ports) };
}
