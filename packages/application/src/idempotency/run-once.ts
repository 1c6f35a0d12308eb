import { BusinessError } from '@portcullis/domain/internal/errors';
import {
  idempotencyLimits,
  requireSameBody,
  type CompletedRequest,
  type IdempotentRequest,
  type StoredResponse,
} from '@portcullis/domain/internal/idempotency';
import type { CompletedRequestViews } from '../ports/idempotency.ts';
import type { JoinedTransactions } from '../ports/joined-transactions.ts';
import type { Clock } from '../ports/system.ts';

interface Dependencies {
  readonly joined: JoinedTransactions;
  readonly completedRequests: CompletedRequestViews;
  readonly clock: Clock;
}

/** The response to a request with a key, and whether it was stored before. */
export interface RunOnceResult {
  readonly response: StoredResponse;
  /** True if the response is that of an earlier request with the same key. */
  readonly isReplayed: boolean;
}

/** Thrown to end a repetition. The caller gets the stored response. */
class AlreadyCompleted extends Error {
  readonly completed: CompletedRequest;

  constructor(completed: CompletedRequest) {
    super('The request has completed already.');
    this.completed = completed;
  }
}

const inUse = (): BusinessError =>
  new BusinessError('idempotency-key-in-use', 'A request with this Idempotency-Key is still running.');

/**
 * Runs a request once. If the request has already completed, returns its stored response. Otherwise calls `act`, and
 * stores the response in the same transaction as the effects of `act`. If `act` fails, nothing is stored, and the
 * request can be repeated.
 *
 * Another process may receive the same request at the same time. Both then call `act`, but only one of them begins its
 * transaction, and the other one gets its response or `idempotency-key-in-use`.
 * @throws {BusinessError} idempotency-key-in-use, idempotency-key-reused, and the errors of `act`
 */
export const runOnce = ({ joined, completedRequests, clock }: Dependencies) => {
  const running = new Set<string>();

  const execute = async (request: IdempotentRequest, act: () => Promise<StoredResponse>): Promise<RunOnceResult> => {
    const { id, userId, bodyHash } = request;
    try {
      const response = await joined.run(act, {
        begin: async (tx) => {
          if (!(await tx.tryAdvisoryLock(`request ${id}`))) throw inUse();
          const completed = await tx.completedRequests.find(id, clock.now());
          if (completed !== undefined) throw new AlreadyCompleted(completed);
        },
        end: async (tx, result) => {
          const expiresAt = new Date(clock.now().getTime() + idempotencyLimits.storedMs);
          await tx.completedRequests.add({ id, userId, bodyHash, response: result, expiresAt });
          await tx.completedRequests.removeOldest(userId, idempotencyLimits.storedPerUser);
        },
      });
      return { response, isReplayed: false };
    } catch (error) {
      if (error instanceof AlreadyCompleted) return replay(error.completed, request);
      throw error;
    }
  };

  return async (request: IdempotentRequest, act: () => Promise<StoredResponse>): Promise<RunOnceResult> => {
    const completed = await completedRequests.find(request.id, clock.now());
    if (completed !== undefined) return replay(completed, request);
    if (running.has(request.id)) throw inUse();
    running.add(request.id);
    try {
      return await execute(request, act);
    } finally {
      running.delete(request.id);
    }
  };
};

function replay(completed: CompletedRequest, request: IdempotentRequest): RunOnceResult {
  requireSameBody(completed, request);
  return { response: completed.response, isReplayed: true };
}

/** Runs a request with a key once, and returns the stored response to its repetitions. */
export type RunOnce = ReturnType<typeof runOnce>;
