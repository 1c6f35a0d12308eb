import type { AccessControlRepository } from './access-control.ts';
import type { AuditLog } from './audit.ts';
import type { CategoryRepository } from './categories.ts';
import type { ContentRepository } from './contents.ts';
import type { DeliveryQueues } from './deliveries.ts';
import type { EventLog } from './events.ts';
import type { FactorRepository, LoginChallengeRepository } from './factors.ts';
import type { IdentityRepository, SignInTicketRepository } from './identities.ts';
import type { StreamTicketRepository } from './live-updates.ts';
import type { LoginAddressRepository } from './login-addresses.ts';
import type { MailLinkRepository } from './mail-links.ts';
import type { MenuRepository } from './menus.ts';
import type { PasskeyChallengeRepository } from './passkeys.ts';
import type { PermissionRepository } from './permissions.ts';
import type { PreviewLinkRepository } from './preview-links.ts';
import type { RevisionRepository } from './revisions.ts';
import type { RoleRepository } from './roles.ts';
import type { SessionRepository } from './sessions.ts';
import type { SetupLinkRepository } from './setup-links.ts';
import type { TagRepository } from './tags.ts';
import type { UserRepository } from './users.ts';
import type { WorkingCopyRepository } from './working-copies.ts';
import type { WebhookRepository } from './webhooks.ts';

/**
 * The repositories of one transaction. They are available only inside `UnitOfWork.run`.
 *
 * When a call resolves, its effect has happened: later calls in the transaction see it, and its locks are held. Calls
 * made before an earlier one has resolved may take effect in any order, except that a lock is acquired before any later
 * call runs. Await a call if the next one depends on it.
 */
export interface Transaction {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly loginAddresses: LoginAddressRepository;
  readonly setupLinks: SetupLinkRepository;
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
  readonly revisions: RevisionRepository;
  readonly workingCopies: WorkingCopyRepository;
  readonly previewLinks: PreviewLinkRepository;
  readonly categories: CategoryRepository;
  readonly tags: TagRepository;
  readonly webhooks: WebhookRepository;
  readonly deliveries: DeliveryQueues;
  readonly audit: AuditLog;
  readonly events: EventLog;
  readonly accessControl: AccessControlRepository;
  /**
   * Returns the time at which the transaction began, by the clock that decides what is public. If it is called in the
   * same tick as another method, it takes no additional round trip.
   */
  readonly now: () => Promise<Date>;
  /**
   * Tries to acquire a named lock until the transaction ends, without waiting.
   * @returns whether the lock was acquired
   */
  readonly tryAdvisoryLock: (name: string) => Promise<boolean>;
}

/** Adds details to the error of a transaction that was rolled back. */
export type DescribeFailure<Tx> = (error: unknown, tx: Tx) => Promise<unknown>;

/** Runs transactions. Services that add their own repositories specify them as `Tx`. */
export interface UnitOfWork<Tx = Transaction> {
  /**
   * Runs `work` in a transaction, which is committed when `work` resolves and rolled back when it throws. Call it
   * once for each use case, and never inside another `run`.
   * @param describe returns the error that is thrown instead of the error of `work`. It is called after the
   * roll-back, when no locks are held, and can read with the repositories in `tx`. If it fails, the error of `work`
   * is thrown.
   * @throws {BusinessError} when a value that must be unique is already in use, and what `work` throws
   * @throws {StoreFailure} when the store cannot be reached or fails
   */
  readonly run: <T>(work: (tx: Tx) => Promise<T>, describe?: DescribeFailure<Tx>) => Promise<T>;
}

/**
 * The store could not be reached, timed out or failed. Nothing was stored, unless the response to COMMIT was lost: then the
 * transaction may be committed.
 */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}
