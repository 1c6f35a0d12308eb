import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import {
  idempotencyLimits,
  requireSameBody,
  type CompletedRequest,
  type IdempotentRequest,
  type KeyedRequest,
  type StoredResponse,
} from '@portcullis/domain/internal/shared/idempotency';
import type { CompletedRequestViews } from '../ports/idempotency.ts';
import type { Clock } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly completedRequests: CompletedRequestViews;
  readonly clock: Clock;
}

/** The response to a request with a key, and whether it was stored before. */
interface RunOnceResult {
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
 * Runs the work of a keyed request, and stores its response in the same transaction. If the work returns undefined, no
 * response is stored, so that the use case can begin again.
 * @throws {BusinessError} idempotency-key-in-use, and the errors of the work
 */
export async function runKeyed<Tx extends Uses<'completedRequests' | 'tryAdvisoryLock'>, Result>(
  tx: Tx,
  clock: Clock,
  keyed: KeyedRequest,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const { id, userId, bodyHash } = keyed;
  if (!(await tx.tryAdvisoryLock(`request ${id}`))) throw inUse();
  const completed = await tx.completedRequests.find(id, clock.now());
  if (completed !== undefined) throw new AlreadyCompleted(completed);
  const result = await work(tx);
  if (result === undefined) return result;
  const expiresAt = new Date(clock.now().getTime() + idempotencyLimits.storedMs);
  await tx.completedRequests.add({ id, userId, bodyHash, response: await keyed.respond(result), expiresAt });
  await tx.completedRequests.removeOldest(userId, idempotencyLimits.storedPerUser);
  return result;
}

type Execute = (
  request: IdempotentRequest,
  respond: KeyedRequest['respond'],
  act: (keyed: KeyedRequest) => Promise<unknown>,
) => Promise<RunOnceResult>;

const execute: Execute = async (request, respond, act) => {
  let response: StoredResponse | undefined;
  const respondOnce = async (result: unknown): Promise<StoredResponse> => (response = await respond(result));
  try {
    await act({ ...request, respond: respondOnce });
  } catch (error) {
    if (error instanceof AlreadyCompleted) return replay(error.completed, request);
    throw error;
  }
  if (response === undefined) throw new TypeError('The use case has not passed `actor.keyed` to `UnitOfWork.run`.');
  return { response, isReplayed: false };
};

/**
 * Runs a request once. If the request has already completed, returns its stored response. Otherwise calls `act`, whose
 * use case passes the keyed request to `UnitOfWork.run`. If `act` fails, nothing is stored, and the request can be
 * repeated.
 *
 * Another process may receive the same request at the same time. Both then call `act`, but only one of them runs its
 * transaction, and the other one gets its response or `idempotency-key-in-use`.
 * @throws {BusinessError} idempotency-key-in-use, idempotency-key-reused, and the errors of `act`
 */
export const runOnce = ({ completedRequests, clock }: Dependencies): Execute => {
  const running = new Set<string>();
  return async (request, respond, act) => {
    const completed = await completedRequests.find(request.id, clock.now());
    if (completed !== undefined) return replay(completed, request);
    if (running.has(request.id)) throw inUse();
    running.add(request.id);
    try {
      return await execute(request, respond, act);
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
