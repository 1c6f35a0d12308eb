import { BusinessError } from '@portcullis/domain';

/**
 * Returns the `BusinessError` that `attempt` rejects with. Throws if it resolves or rejects with another error.
 * @example
 * const world = InMemoryWorld.seeded();
 * const draft = { actor: anActor(), name: 'News', description: null };
 * await createTag(world)(draft);
 * console.log((await refusalOf(createTag(world)(draft))).refusal); // tag-name-taken
 */
export async function refusalOf(attempt: Promise<unknown>): Promise<BusinessError> {
  const end = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (end instanceof BusinessError) return end;
  throw new Error('Nothing was refused.', { cause: end });
}
