import type { KeyedRequest } from '@portcullis/domain/internal/shared/idempotency';
import type { GuardedRepositories } from './collection.ts';
import type { AccessControlRepository } from './access-control.ts';
import type { AccessFactRepository } from './access-facts.ts';
import type { ApiKeyRepository } from './api-keys.ts';
import type { AuditLog } from './audit.ts';
import type { CategoryRepository } from './categories.ts';
import type { ContentRepository } from './contents.ts';
import type { DeliveryQueues } from './deliveries.ts';
import type { EventLog } from './events.ts';
import type { FactorRepository, LoginChallengeRepository } from './factors.ts';
import type { CompletedRequestRepository } from './idempotency.ts';
import type { IdentityRepository, SignInTicketRepository } from './identities.ts';
import type { ImportRepository } from './imports.ts';
import type { StreamTicketRepository } from './live-updates.ts';
import type { LoginAddressRepository } from './login-addresses.ts';
import type { MailLinkRepository } from './mail.ts';
import type { MediaRepository } from './media.ts';
import type { MenuRepository } from './menus.ts';
import type { PasskeyChallengeRepository } from './passkeys.ts';
import type { PermissionRepository } from './permissions.ts';
import type { PreviewLinkRepository } from './preview-links.ts';
import type { RemovedContentRepository } from './removed-contents.ts';
import type { RevisionRepository } from './revisions.ts';
import type { RouteTableRepository } from './route-tables.ts';
import type { RoleRepository } from './roles.ts';
import type { SecretsKeyRepository } from './system.ts';
import type { SessionRepository } from './sessions.ts';
import type { SetupLinkRepository } from './setup-links.ts';
import type { TagRepository } from './tags.ts';
import type { UserAttributeRepository } from './user-attributes.ts';
import type { UserRepository } from './users.ts';
import type { WorkingCopyRepository } from './working-copies.ts';
import type { WebhookRepository } from './webhooks.ts';

/**
 * The repositories of one transaction, as a store provides them. They are available only inside `UnitOfWork.run`.
 *
 * When the promise of a call has resolved, later calls in the transaction see the effect of the call, and the
 * transaction holds the locks that the call has acquired. Calls that are made without waiting for earlier calls may
 * take effect in any order, so await a call that acquires a lock, or on whose effect the next call depends.
 *
 * To prevent deadlocks, every transaction acquires its locks in this order: declarations of user attributes, the menu
 * tree, what is linked (permissions, menus, tags; also by `existingIds`), roles, owners of links (users, contents),
 * working copies, the role ADMIN (`lockAdministration`); and a webhook before its queue.
 */
export interface StoreTransaction {
  readonly users: UserRepository;
  readonly userAttributes: UserAttributeRepository;
  readonly sessions: SessionRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly loginAddresses: LoginAddressRepository;
  readonly setupLinks: SetupLinkRepository;
  readonly secretsKeys: SecretsKeyRepository;
  readonly mailLinks: MailLinkRepository;
  readonly factors: FactorRepository;
  readonly loginChallenges: LoginChallengeRepository;
  readonly passkeyChallenges: PasskeyChallengeRepository;
  readonly identities: IdentityRepository;
  readonly signInTickets: SignInTicketRepository;
  readonly streamTickets: StreamTicketRepository;
  readonly roles: RoleRepository;
  readonly permissions: PermissionRepository;
  readonly menus: MenuRepository;
  readonly contents: ContentRepository;
  readonly removedContents: RemovedContentRepository;
  readonly revisions: RevisionRepository;
  readonly workingCopies: WorkingCopyRepository;
  readonly previewLinks: PreviewLinkRepository;
  readonly categories: CategoryRepository;
  readonly tags: TagRepository;
  readonly media: MediaRepository;
  readonly webhooks: WebhookRepository;
  readonly deliveries: DeliveryQueues;
  readonly completedRequests: CompletedRequestRepository;
  readonly audit: AuditLog;
  readonly events: EventLog;
  readonly accessControl: AccessControlRepository;
  readonly accessFacts: AccessFactRepository;
  readonly routeTables: RouteTableRepository;
  readonly imports: ImportRepository;
  /**
   * Returns the time at which the transaction began. The time comes from the same clock that decides which scheduled
   * contents are public. The call needs no additional round trip if it is made in the same tick as another call.
   */
  readonly now: () => Promise<Date>;
  /**
   * Tries to acquire a named lock until the transaction ends, without waiting.
   * @returns whether the lock was acquired
   */
  readonly tryAdvisoryLock: (name: string) => Promise<boolean>;
}

/** A transaction as use cases see it. `changes.ts` contains the functions that change entities. */
export type Transaction = GuardedRepositories<StoreTransaction>;

/**
 * A transaction with only these repositories. A use case declares the ones that it needs, so that a test or another
 * store has to provide only those.
 */
export type Uses<Names extends keyof Transaction> = Pick<Transaction, Names>;

/** Adds details to an error after its transaction was rolled back. */
type DescribeFailure<Tx> = (error: unknown, tx: Tx) => Promise<unknown>;

/** How a transaction reports its errors, and how long its statements may take. */
export interface TransactionOptions<Tx = StoreTransaction> {
  /**
   * Returns the error that is thrown instead of the error of the work. It is called after the rollback, when no locks
   * are held, and can read with the repositories in `tx`. If `describe` fails, the error of the work is thrown.
   */
  readonly describe?: DescribeFailure<Tx> | undefined;
  /** The approximate size of the written values in bytes. The time limits of the statements grow with it. Default: 0. */
  readonly bytes?: number;
  /** Whether the transaction is rolled back after everything was checked that a commit checks. Default: false. */
  readonly isDryRun?: boolean;
  /** The request with an `Idempotency-Key` whose response is stored in the transaction (`actor.keyed`). */
  readonly keyed?: KeyedRequest | undefined;
}

/**
 * Runs transactions. An application that has additional repositories specifies their type as `Tx`. Use cases that change
 * entities get it as `UnitOfWork<Transaction>`.
 */
export interface UnitOfWork<Tx = StoreTransaction> {
  /**
   * Runs `work` in a transaction. The transaction is committed when `work` resolves and rolled back when it throws. If a
   * write without a result fails, such as that of an event, the transaction may continue to its end, but stores nothing.
   * Do not call this function inside another `run`. Most use cases call it only once.
   * @throws {BusinessError} if a write violates a constraint, for example if a value that must be unique is in use
   * @throws {StoreFailure} if the store cannot be reached, fails, or has no capacity. Nothing was stored, unless its
   * kind is `outcome-unknown`.
   * @throws the errors of `work`
   */
  readonly run: <T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions<Tx>) => Promise<T>;
}

/**
 * - `failed`: the store cannot be reached, does not respond, or reports an error. Nothing was stored.
 * - `overloaded`: the call had to wait too long for a connection, for a lock, or for its result. Nothing was stored. A
 *   later attempt can succeed.
 * - `outcome-unknown`: the connection was lost during the commit. The transaction may have been committed.
 */
export type StoreFailureKind = 'failed' | 'overloaded' | 'outcome-unknown';

/**
 * A call of a store did not succeed.
 * @example
 * const readOrUndefined = <Data>(read: Promise<Data>): Promise<Data | undefined> =>
 *   read.catch((error: unknown) => {
 *     if (error instanceof StoreFailure && error.kind === 'overloaded') return undefined;
 *     throw error;
 *   });
 */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  readonly kind: StoreFailureKind;

  constructor(message: string, { kind = 'failed', cause }: { kind?: StoreFailureKind; cause?: unknown } = {}) {
    super(message, { cause });
    this.kind = kind;
  }
}
