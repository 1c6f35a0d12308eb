import type { SetupLink } from '@portcullis/domain';

export interface SetupLinkRepository {
  readonly add: (link: SetupLink) => Promise<void>;
  /** The link that expires last, locked until the transaction ends; undefined if there is none. */
  readonly lockLatest: () => Promise<SetupLink | undefined>;
  readonly save: (link: SetupLink) => Promise<void>;
}
