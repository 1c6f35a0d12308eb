/** What `attempt` fails with; what it answers, where it does not. */
export const failureOf = (attempt: Promise<unknown>): Promise<unknown> => attempt.catch((error: unknown) => error);
