import type {
  CompletedRequestRepository,
  CompletedRequestViews,
} from '@portcullis/application/internal/ports/idempotency';
import type { State } from '../tables/state.ts';
import { removeWhere } from '../tables/remove-where.ts';

export const contracts = [() => import('../contracts/completed-requests.ts')];

export const repository = (state: State): CompletedRequestRepository => {
  const { completedRequests } = state;
  return {
    ...views(() => state),
    add: async (request) => {
      // The request is removed first, so that it becomes the newest.
      completedRequests.delete(request.id);
      completedRequests.set(request.id, request);
    },
    removeOldest: async (userId, keep) => {
      const own = [...completedRequests.values()].filter((request) => request.userId === userId);
      for (const { id } of own.slice(0, Math.max(0, own.length - keep))) completedRequests.delete(id);
    },
    removeExpired: async (at, limit) => removeWhere(completedRequests, ({ expiresAt }) => expiresAt <= at, limit),
  };
};

export const views = (state: () => State): CompletedRequestViews => ({
  find: async (id, at) => {
    const request = state().completedRequests.get(id);
    return request !== undefined && request.expiresAt > at ? request : undefined;
  },
});
