/** Returns the error that `attempt` rejects with, or its result if it resolves. */
export const failureOf = (attempt: Promise<unknown>): Promise<unknown> => attempt.catch((error: unknown) => error);
