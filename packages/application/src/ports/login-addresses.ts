import type { UserId } from '@portcullis/domain/internal/shared/ids';
import type { LoginAddress } from '@portcullis/domain/internal/accounts/login-address';

/** Writes the networks from which users have logged in in a transaction. */
export interface LoginAddressRepository {
  /**
   * Adds the client network of a login, or updates the time of the last login from this network. If more than
   * `maxLoginAddresses` networks of the user are then stored, the least recently used networks are removed. The caller
   * must have locked the user.
   */
  readonly record: (address: LoginAddress) => Promise<void>;
  /** Returns whether any login of the user is stored. */
  readonly exist: (userId: UserId) => Promise<boolean>;
  /**
   * Removes at most `limit` login addresses whose last login was at `before` or earlier.
   * @returns the number of removed login addresses
   */
  readonly removeOld: (before: Date, limit: number) => Promise<number>;
}
