import { runOnce } from '@portcullis/application';
import { resourceModule, useCase } from './dependency-injection.ts';
import { CLOCK, COMPLETED_REQUEST_VIEWS, JOINED_TRANSACTIONS } from './ports.ts';

export const idempotency = resourceModule(
  {
    runOnce: useCase(runOnce, {
      joined: JOINED_TRANSACTIONS,
      completedRequests: COMPLETED_REQUEST_VIEWS,
      clock: CLOCK,
    }),
  },
  () => [],
);
