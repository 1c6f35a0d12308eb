import { BusinessError } from '@portcullis/domain';

/** The refusal that `attempt` ends in; throws when it succeeds or fails in another way. */
export async function refusalOf(attempt: Promise<unknown>): Promise<BusinessError> {
  const end = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (end instanceof BusinessError) return end;
  throw new Error('Nothing was refused.', { cause: end });
}
