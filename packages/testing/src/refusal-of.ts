import { BusinessError } from '@portcullis/domain';

/**
 * Returns the `BusinessError` that `attempt` rejects with. Throws if it resolves or rejects with another error.
 * @example
 * const world = InMemoryWorld.seeded();
 * const [ada, other] = [aUser({ username: 'ada' }), aUser({ username: 'ADA' })];
 * await given(world, { users: [ada] });
 * console.log((await refusalOf(given(world, { users: [other] }))).refusal); // username-taken
 */
export async function refusalOf(attempt: Promise<unknown>): Promise<BusinessError> {
  const end = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (end instanceof BusinessError) return end;
  throw new Error('Nothing was refused.', { cause: end });
}
