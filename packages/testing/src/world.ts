import type { ConditionTargets } from '@portcullis/domain/internal/conditions/condition-attributes';
import type { ContentBin } from '@portcullis/domain/internal/contents/content';
import { eventTypes } from '@portcullis/domain/internal/events/event-types';
import type { RegistrationMode } from '@portcullis/domain/internal/accounts/new-account';
import type { PasswordPolicy } from '@portcullis/domain/internal/accounts/password';
import type { SessionLifetimes } from '@portcullis/domain/internal/accounts/session';
import type { RevisionRetention } from '@portcullis/application/internal/contents/revisions';
import type { StreamLimits } from '@portcullis/application/internal/live/open-streams';
import { userRoutesCache } from '@portcullis/application/internal/menus/list-user-routes';
import type { AccessViews } from '@portcullis/application/internal/ports/access';
import type { DeliveryCounters, DeliveryWakeUp } from '@portcullis/application/internal/ports/delivery-senders';
import type { ConditionedReads } from '@portcullis/application/internal/ports/live-updates';
import type {
  StoreTransaction,
  TransactionOptions,
  UnitOfWork,
} from '@portcullis/application/internal/ports/unit-of-work';
import { transactions } from '@portcullis/application/internal/transactions';
import {
  countingFactorThrottle,
  countingMailThrottle,
  countingRefreshTokens,
  countingApiKeyTokens,
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
import { countingIds } from './tables/counting-ids.ts';
import { FakeLocalFiles, FakeMediaInspector, FakeMediaStore } from './fake-media.ts';
import { FakePasskeys } from './fake-passkeys.ts';
import { CollectedFailures, FakeProviders } from './fake-providers.ts';
import { seededState } from './seed.ts';
import { copyState, emptyState, settleReferences, type State } from './tables/state.ts';
import {
  conditionedReadsOf,
  conditionTargetsOf,
  repositoriesOf,
  viewsOf,
  type FakeResources,
  type RepositoriesOf,
  type ViewsOf,
} from './resource.ts';
import { resources } from './resources.ts';
import { accessViews } from './access.ts';

/** The initial time of the clock in a new world. */
const start = new Date('2026-01-01T00:00:00.000Z');
const hourMs = 3_600_000;

/** The views, and the clock. The time changes only when a test sets or advances the clock. */
const Views = viewsOf<typeof resources, SettableClock>(resources);

/** The repositories of a transaction in a world without further resources. */
const Repositories = repositoriesOf(resources);

/** The unit of work of a world with further repositories. */
export interface OwnWork<Repositories> {
  readonly work: UnitOfWork<StoreTransaction & Repositories>;
}

/**
 * An in-memory implementation of the ports that the use cases of this package need. It passes the same contract tests
 * as the database. Each member has the name of a dependency of use cases, so a world can be passed to a use case. Only
 * `sendDeliveries` needs further dependencies.
 * @example
 * const world = InMemoryWorld.seeded();
 * const editor = aRole({ code: 'EDITOR' });
 * await given(world, { roles: [editor] });
 * console.log((await world.roles.find(editor.id))?.code); // EDITOR
 */
export class InMemoryWorld extends Views implements UnitOfWork {
  readonly #current: { state: State };
  readonly #Repositories: ReturnType<typeof repositoriesOf<typeof resources>>;
  /** The last operation in the queue. Each operation starts when all earlier ones have ended. */
  #last: Promise<unknown> = Promise.resolve();

  readonly ids = countingIds('0001');
  readonly hasher = fakeHasher;
  readonly accessTokens = fakeAccessTokens;
  readonly refreshTokens = countingRefreshTokens();
  readonly apiKeyTokens = countingApiKeyTokens();
  readonly setupTokens = fakeSetupTokens();
  readonly linkTokens = fakeLinkTokens();
  readonly ticketTokens = fakeLinkTokens();
  readonly streamLimits: StreamLimits = { perUser: 10, perProcess: 10_000 };
  readonly secretBox = fakeSecretBox;
  readonly eventTypes: readonly string[] = eventTypes;
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
  readonly bin: ContentBin = { days: 30 };
  readonly retention: RevisionRetention = { keep: 100 };
  readonly fingerprints = fakeFingerprints;
  readonly policy: PasswordPolicy = { minLength: 8, common: new Set(['password']) };
  readonly registration: RegistrationMode = 'open';
  readonly trees = userRoutesCache((routes) => routes);
  readonly lifetimes: SessionLifetimes = { idleMs: hourMs, maxMs: 24 * hourMs };

  readonly localFiles = new FakeLocalFiles(this.clock);
  readonly mediaStore = new FakeMediaStore(this.localFiles, this.clock);
  readonly mediaInspector = new FakeMediaInspector(this.localFiles);

  readonly work: UnitOfWork;
  readonly access: AccessViews;
  readonly conditionTargets: ConditionTargets;
  readonly conditionedReads: readonly ConditionedReads[];

  /**
   * Creates a world with this state. The default state has no data, not even the built-in roles.
   * @param own the fakes of further resources
   */
  constructor(state: State = emptyState(), own: FakeResources = {}) {
    const current = { state };
    const now = (): State => current.state;
    const clock = new SettableClock(start);
    super(now, clock);
    this.#current = current;
    this.#Repositories = Object.keys(own).length === 0 ? Repositories : repositoriesOf({ ...resources, ...own });
    Object.assign(this, new (viewsOf(own))(now, clock));
    this.work = transactions(this, { clock, ids: this.ids, own });
    this.access = accessViews(now, clock, this);
    this.conditionTargets = conditionTargetsOf(own);
    this.conditionedReads = conditionedReadsOf(own, now);
  }

  /**
   * Creates a world with the built-in permissions, roles and menus, like a new installation.
   * @param own the fakes of further resources. Their views are members of the world, and their repositories are in its
   * transactions.
   */
  static seeded(): InMemoryWorld;
  static seeded<Own extends FakeResources>(own: Own): InMemoryWorld & ViewsOf<Own> & OwnWork<RepositoriesOf<Own>>;
  static seeded(own?: FakeResources): InMemoryWorld {
    return new InMemoryWorld(seededState(start), own);
  }

  /**
   * Runs a transaction after all earlier ones have ended. The transaction modifies a copy of the state, and the copy
   * replaces the state if the transaction succeeds.
   */
  readonly run = <T>(
    work: (tx: StoreTransaction) => Promise<T>,
    { describe = async (error) => error, isDryRun = false }: TransactionOptions = {},
  ): Promise<T> => {
    const attempt = (): Promise<T> =>
      this.#attempt(work, isDryRun).catch(async (error: unknown) => {
        throw await describe(error, this.#transactionOn(copyState(this.#current.state, this.clock.now()))).catch(
          () => error,
        );
      });
    return this.#enqueue(attempt);
  };

  #transactionOn(state: State): StoreTransaction {
    return Object.assign(new this.#Repositories(state, this.clock), {
      now: async () => this.clock.now(),
      tryAdvisoryLock: async () => true,
    });
  }

  #enqueue<T>(operation: () => Promise<T>): Promise<T> {
    const result = this.#last.then(operation);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #attempt<T>(work: (tx: StoreTransaction) => Promise<T>, isDryRun: boolean): Promise<T> {
    const state = copyState(this.#current.state, this.clock.now());
    const result = await work(this.#transactionOn(state));
    settleReferences(state);
    if (!isDryRun) this.#current.state = state;
    return result;
  }
}
