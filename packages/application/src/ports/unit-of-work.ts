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
 * The repositories of one transaction; they exist nowhere else. A promise resolves when its effect has happened. Calls that
 * are made together, as in `Promise.all`, run in any order, except that a lock is granted before what is called after it
 * runs: so a row can be locked along with a read of what the lock protects.
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
  /** Whether nobody else is at this task; nobody begins it before this transaction ends. Never waits. */
  readonly claim: (task: string) => Promise<boolean>;
}

export interface UnitOfWork {
  /**
   * Commits everything `work` wrote when it resolves; keeps nothing when it throws. One `run` per use case, never one
   * inside another. A value that must be unique and is not throws the `BusinessError` that says so; a store that is out of
   * reach or broken throws `StoreFailure`.
   */
  readonly run: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
}

/** The store did not do what it was asked: out of reach, out of time, or a fault of ours. Nothing was kept. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}
