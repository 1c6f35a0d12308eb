import type { SetupLink } from '@portcullis/domain/internal/accounts/setup-link';

/** Writes setup links in a transaction. */
export interface SetupLinkRepository {
  readonly add: (link: SetupLink) => Promise<void>;
  /**
   * Returns the link that expires last and locks it until the transaction ends. Returns undefined if there is no link.
   */
  readonly lockLatest: () => Promise<SetupLink | undefined>;
  readonly save: (link: SetupLink) => Promise<void>;
}
