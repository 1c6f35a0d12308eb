import type { PasswordPolicy, RegistrationMode, SessionLifetimes } from '@portcullis/domain';
import {
  type RevisionRetention,
  describeConflicts,
  type StreamLimits,
  userRoutesCache,
  type DeliveryCounters,
  type DeliveryWakeUp,
  type Transaction,
  type TransactionOptions,
  type UnitOfWork,
  type JoinedTransactions,
} from '@portcullis/application';
import {
  countingIds,
  countingFactorThrottle,
  countingMailThrottle,
  countingRefreshTokens,
  fakeAccessTokens,
  fakeComparer,
  fakeFingerprints,
  fakeHasher,
  fakeMarkdown,
  fakeQrCodes,
  fakeRecoveryCodes,
  fakeTotpCodes,
  fakeLinkTokens,
  fakeSecretBox,
  fakeSetupTokens,
  fakeWebhookSecrets,
  FakeMails,
  FakeWebhookClient,
  unlimitedThrottle,
  SettableClock,
} from './fakes.ts';
import { FakePasskeys } from './fake-passkeys.ts';
import { CollectedFailures, FakeProviders } from './fake-providers.ts';
import { seededState } from './seed.ts';
import { copyState, emptyState, type State } from './state.ts';
import { transactionOn } from './transaction.ts';
import { accessControlViews } from './views/access-control.ts';
import { accessViews } from './views/access.ts';
import { auditViews } from './views/audit.ts';
import { categoryViews } from './views/categories.ts';
import { completedRequestViews } from './views/completed-requests.ts';
import { contentViews } from './views/contents.ts';
import { deliveryViews } from './views/deliveries.ts';
import { eventViews } from './views/events.ts';
import { factorViews } from './views/factors.ts';
import { identityViews } from './views/identities.ts';
import { liveSessionViews } from './views/live-sessions.ts';
import { menuViews } from './views/menus.ts';
import { overviewViews } from './views/overview.ts';
import { permissionViews } from './views/permissions.ts';
import { previewLinkViews } from './views/preview-links.ts';
import { revisionViews } from './views/revisions.ts';
import { roleViews } from './views/roles.ts';
import { sessionViews } from './views/sessions.ts';
import { tagViews } from './views/tags.ts';
import { userViews } from './views/users.ts';
import { workingCopyViews } from './views/working-copies.ts';
import { webhookViews } from './views/webhooks.ts';

/** The initial time of the clock in a new world. */
const start = new Date('2026-01-01T00:00:00.000Z');
const hourMs = 3_600_000;

/**
 * An in-memory implementation of the ports that the use cases of this package need. It passes the same contract tests
 * as the database. Each member has the name of a dependency of use cases, so a world can be passed to a use case. Only
 * `sendDeliveries` needs further dependencies.
 * @example
 * const world = InMemoryWorld.seeded();
 * const draft = { code: 'EDITOR', name: 'Editor', description: null, status: 1, requiresFactor: false } as const;
 * const role = await createRole(world)({ actor: anActor(), ...draft });
 */
export class InMemoryWorld implements UnitOfWork {
  #state: State;
  /** The last operation in the queue. Each operation starts when all earlier ones have ended. */
  #last: Promise<unknown> = Promise.resolve();
  /** While transactions are joined, the last one of them. */
  #lastJoined: Promise<unknown> | undefined;
  readonly #now = (): State => this.#state;

  /** The time changes only when a test sets or advances the clock. */
  readonly clock = new SettableClock(start);
  readonly ids = countingIds('0001');
  readonly hasher = fakeHasher;
  readonly accessTokens = fakeAccessTokens;
  readonly refreshTokens = countingRefreshTokens();
  readonly setupTokens = fakeSetupTokens();
  readonly linkTokens = fakeLinkTokens();
  readonly ticketTokens = fakeLinkTokens();
  readonly streamLimits: StreamLimits = { perUser: 10, perProcess: 10_000 };
  readonly secretBox = fakeSecretBox;
  readonly webhookSecrets = fakeWebhookSecrets();
  readonly webhookClient = new FakeWebhookClient();
  readonly providers = new FakeProviders();
  readonly signInLog = new CollectedFailures();
  readonly mails = new FakeMails();
  readonly mailThrottle = countingMailThrottle(5);
  readonly totpCodes = fakeTotpCodes();
  readonly recoveryCodes = fakeRecoveryCodes();
  readonly qrCodes = fakeQrCodes;
  readonly passkeys = new FakePasskeys();
  readonly factorThrottle = countingFactorThrottle(10);
  readonly deliveryWakeUp: DeliveryWakeUp = { wake: () => undefined };
  readonly deliveryCounters: DeliveryCounters = { queued: () => undefined, attempted: () => undefined };
  readonly throttle = unlimitedThrottle;
  readonly markdown = fakeMarkdown;
  readonly comparer = fakeComparer;
  readonly retention: RevisionRetention = { keep: 100 };
  readonly fingerprints = fakeFingerprints;
  readonly policy: PasswordPolicy = { minLength: 8, common: new Set(['password']) };
  readonly registration: RegistrationMode = 'open';
  readonly trees = userRoutesCache((routes) => routes);
  readonly lifetimes: SessionLifetimes = { idleMs: hourMs, maxMs: 24 * hourMs };

  readonly work: UnitOfWork = describeConflicts(this);
  readonly users = userViews(this.#now, this.clock);
  readonly roles = roleViews(this.#now);
  readonly permissions = permissionViews(this.#now);
  readonly menus = menuViews(this.#now);
  readonly contents = contentViews(this.#now, this.clock);
  readonly revisions = revisionViews(this.#now);
  readonly workingCopies = workingCopyViews(this.#now);
  readonly previewLinks = previewLinkViews(this.#now);
  readonly categories = categoryViews(this.#now);
  readonly tags = tagViews(this.#now, this.clock);
  readonly audit = auditViews(this.#now);
  readonly webhooks = webhookViews(this.#now);
  readonly deliveries = deliveryViews(this.#now);
  readonly events = eventViews(this.#now);
  readonly overview = overviewViews(this.#now, this.clock);
  readonly factors = factorViews(this.#now);
  readonly identities = identityViews(this.#now);
  readonly sessions = sessionViews(this.#now, this.clock);
  readonly completedRequests = completedRequestViews(this.#now);
  readonly liveSessions = liveSessionViews(this.#now, this.clock);
  readonly access = accessViews(this.#now, this.clock, this);
  readonly accessControl = accessControlViews(this.#now);

  /** Creates a world with this state. The default state has no data, not even the built-in roles. */
  constructor(state: State = emptyState()) {
    this.#state = state;
  }

  /** Creates a world with the built-in permissions, roles and menus, like a new installation. */
  static seeded(): InMemoryWorld {
    return new InMemoryWorld(seededState(start));
  }

  /**
   * Runs a transaction after all earlier ones have ended. The transaction modifies a copy of the state, and the copy
   * replaces the state if the transaction succeeds.
   */
  readonly run = <T>(
    work: (tx: Transaction) => Promise<T>,
    { describe = async (error) => error }: TransactionOptions = {},
  ): Promise<T> => {
    const attempt = (): Promise<T> =>
      this.#attempt(work).catch(async (error: unknown) => {
        throw await describe(error, transactionOn(copyState(this.#state), this.clock)).catch(() => error);
      });
    if (this.#lastJoined === undefined) return this.#enqueue(attempt);
    const result = this.#lastJoined.then(attempt);
    this.#lastJoined = result.catch(() => undefined);
    return result;
  };

  /** While the work runs, every transaction is joined, also those that the work has not started. */
  readonly joined: JoinedTransactions = {
    run: (work, { begin, end }) =>
      this.#enqueue(async () => {
        const before = this.#state;
        try {
          await this.#attempt(begin);
          this.#lastJoined = Promise.resolve();
          const result = await work();
          await this.#attempt((tx) => end(tx, result));
          return result;
        } catch (error) {
          this.#state = before;
          throw error;
        } finally {
          this.#lastJoined = undefined;
        }
      }),
  };

  #enqueue<T>(operation: () => Promise<T>): Promise<T> {
    const result = this.#last.then(operation);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const state = copyState(this.#state);
    const result = await work(transactionOn(state, this.clock));
    this.#state = state;
    return result;
  }
}
