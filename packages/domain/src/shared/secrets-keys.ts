/** The keys of an installation that encrypt stored secrets, each with its id. The keys themselves are not stored. */
export interface SecretsKeys {
  /** The key that the process which started last encrypts with. Undefined before the first start. */
  readonly current: string | undefined;
  /** The keys that encrypted the secrets in the database. */
  readonly used: readonly string[];
  /** Keys that an operator has declared lost. Nothing waits for them any more. */
  readonly lost: readonly string[];
}

/**
 * Returns the ids of the keys that a process must have and does not have: the key with which other processes encrypt,
 * and every key that encrypted a stored secret, except those that are lost.
 * @param configured the ids of the keys of the process
 */
export const missingSecretsKeys = (
  { current, used, lost }: SecretsKeys,
  configured: readonly string[],
): readonly string[] =>
  [...new Set([...(current === undefined ? [] : [current]), ...used])].filter(
    (id) => !configured.includes(id) && !lost.includes(id),
  );
