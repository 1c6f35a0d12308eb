import type { SetupLinkRepository } from '@portcullis/application/internal/ports/setup-links';
import { StoreFailure } from '@portcullis/application/internal/ports/unit-of-work';
import { sortedBy } from '../tables/pages.ts';
import type { State } from '../tables/state.ts';

export const contracts = [() => import('../contracts/setup-links.ts')];

export function repository({ users, setupLinks }: State): SetupLinkRepository {
  const put: SetupLinkRepository['save'] = async (link) => {
    if (!users.has(link.userId)) throw new StoreFailure(`There is no user ${link.userId}.`);
    setupLinks.set(link.userId, link);
  };
  return {
    add: put,
    save: put,
    lockLatest: async () => sortedBy(setupLinks.values(), ({ expiresAt }) => [expiresAt]).at(-1),
  };
}
