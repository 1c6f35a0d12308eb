import type { AccessControlRepository } from './access-control.ts';
import type { AuditLog } from './audit.ts';
import type { CategoryRepository } from './categories.ts';
import type { ContentRepository } from './contents.ts';
import type { LoginAddressRepository } from './login-addresses.ts';
import type { MenuRepository } from './menus.ts';
import type { PermissionRepository } from './permissions.ts';
import type { RoleRepository } from './roles.ts';
import type { SessionRepository } from './sessions.ts';
import type { TagRepository } from './tags.ts';
import type { UserRepository } from './users.ts';

/**
 * The repositories of one transaction; repositories exist nowhere else.
 *
 * When a call resolves, its effect has happened: later calls of the transaction see it, and a lock is held. Calls that are
 * made before an earlier one has resolved may take effect in any order, except that a lock is granted before the calls after it
 * run: await what the next call relies on.
 */
export interface Transaction {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly loginAddresses: LoginAddressRepository;
  readonly roles: RoleRepository;
  readonly permissions: PermissionRepository;
  readonly menus: MenuRepository;
  readonly contents: ContentRepository;
  readonly categories: CategoryRepository;
  readonly tags: TagRepository;
  readonly audit: AuditLog;
  readonly accessControl: AccessControlRepository;
  /**
   * Takes a lock that has a name and no row, until the transaction ends. Does not wait.
   * @returns whether the lock was free
   */
  readonly tryAdvisoryLock: (name: string) => Promise<boolean>;
}

/** Runs transactions. `Tx` has the repositories that a use case needs: those of this package unless it says otherwise. */
export interface UnitOfWork<Tx = Transaction> {
  /**
   * Commits everything that `work` wrote when it resolves; keeps nothing when it throws. Call it once for each use case,
   * never inside another `run`.
   * @throws {BusinessError} the reason for a value that must be unique and is taken
   * @throws {StoreFailure} when the store cannot be reached or fails
   */
  readonly run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** The store could not be reached, took too long or failed. Nothing was kept. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}
