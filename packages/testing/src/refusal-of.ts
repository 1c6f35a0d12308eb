import { BusinessError } from '@portcullis/domain';

/** Returns the `BusinessError` that `attempt` rejects with. Throws if it resolves or rejects with another error. */
export async function refusalOf(attempt: Promise<unknown>): Promise<BusinessError> {
  const end = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (end instanceof BusinessError) return end;
  throw new Error('Nothing was refused.', { cause: end });
}
