import type { CompletedRequestViews } from '@portcullis/application';
import type { State } from '../state.ts';

export const completedRequestViews = (state: () => State): CompletedRequestViews => ({
  find: async (id, at) => {
    const request = state().completedRequests.get(id);
    return request !== undefined && request.expiresAt > at ? request : undefined;
  },
});
