import type { LoginAddress, UserId } from '@portcullis/domain';

export interface LoginAddressRepository {
  /**
   * Adds an address or updates its last login. If the user then has more than `maxLoginAddresses` addresses, the least
   * recently used addresses are removed. The caller must have locked the user.
   */
  readonly record: (address: LoginAddress) => Promise<void>;
  /** Returns whether any login address of the user is stored. */
  readonly exist: (userId: UserId) => Promise<boolean>;
  /**
   * Removes at most `limit` addresses whose last login was at `before` or earlier.
   * @returns the number of removed addresses
   */
  readonly removeOld: (before: Date, limit: number) => Promise<number>;
}
