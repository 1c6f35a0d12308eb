import type { LoginAddress } from '@portcullis/domain';

export interface LoginAddressRepository {
  /**
   * Adds an address or updates its last login. If the user then has more than `maxLoginAddresses`, the least recently
   * used ones are removed. The caller must have locked the user.
   */
  readonly record: (address: LoginAddress) => Promise<void>;
  /** Removes at most `limit` addresses whose last login was at `before` or earlier. @returns the number removed */
  readonly removeOld: (before: Date, limit: number) => Promise<number>;
}
