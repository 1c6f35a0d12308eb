import type { IdentityViews } from '@portcullis/application';
import { sortedBy } from '../pages.ts';
import type { State } from '../state.ts';

export const identityViews = (now: () => State): IdentityViews => ({
  of: async (userId) =>
    sortedBy(
      [...now().identities.values()].filter((identity) => identity.userId === userId),
      ({ createdAt, id }) => [createdAt, id],
    ),
});
