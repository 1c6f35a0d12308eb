import type { LoginAddress, UserId } from '@portcullis/domain';

export interface LoginAddressRepository {
  /**
   * Adds an address or updates its last login. If the user then has more than `maxLoginAddresses`, the least recently
   * used ones are removed. The caller must have locked the user.
   */
  readonly record: (address: LoginAddress) => Promise<void>;
  /** Whether a user has logged in from any address that is on record. */
  readonly exist: (userId: UserId) => Promise<boolean>;
  /** Removes at most `limit` addresses whose last login was at `before` or earlier. @returns the number removed */
  readonly removeOld: (before: Date, limit: number) => Promise<number>;
}
