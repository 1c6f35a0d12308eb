import type { LoginAddress } from '@portcullis/domain';

export interface LoginAddressRepository {
  /**
   * Adds the address or renews it, and removes the addresses of the user beyond `maxLoginAddresses`, least recently used
   * first. The caller has locked the user.
   */
  readonly record: (address: LoginAddress) => Promise<void>;
  /** Removes at most `limit` addresses whose last login was at `before` or earlier. @returns the number removed */
  readonly removeOld: (before: Date, limit: number) => Promise<number>;
}
