import type { CompletedRequestRepository } from '@portcullis/application';
import type { State } from '../state.ts';
import { completedRequestViews } from '../views/completed-requests.ts';
import { removeWhere } from './remove-where.ts';

export const completedRequestRepository = (state: State): CompletedRequestRepository => {
  const { completedRequests } = state;
  return {
    ...completedRequestViews(() => state),
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
