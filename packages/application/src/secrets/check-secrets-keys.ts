import { missingSecretsKeys } from '@portcullis/domain/internal/shared/secrets-keys';
import type { SecretBox } from '../ports/system.ts';
import type { UnitOfWork, Uses } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly work: UnitOfWork<Uses<'secretsKeys'>>;
  readonly secretBox: Pick<SecretBox, 'keyIds'>;
}

/**
 * Compares the keys of this process with the keys that the database needs. If none is missing, the first key of this
 * process becomes the current key, so that a process without this key is found when it starts.
 * @returns the ids of the missing keys; with them, this process could not decrypt stored secrets
 */
export const checkSecretsKeys =
  ({ work, secretBox }: Dependencies) =>
  async (): Promise<readonly string[]> => {
    const configured = secretBox.keyIds();
    return work.run(async (tx) => {
      const keys = await tx.secretsKeys.lockAll();
      const missing = missingSecretsKeys(keys, configured);
      if (missing.length === 0 && keys.current !== configured[0]) await tx.secretsKeys.setCurrent(configured[0]);
      return missing;
    });
  };

/** How the keys of a process relate to the secrets in the database, by the ids of the keys. */
export interface SecretsKeyUse {
  /** Keys that the database needs and the process lacks. */
  readonly missing: readonly string[];
  /** Keys after the first one that still decrypt stored secrets. */
  readonly needed: readonly string[];
  /** Keys after the first one that decrypt nothing any more, and can be removed from the configuration. */
  readonly unneeded: readonly string[];
  /** All keys of the process, in their order. */
  readonly configured: readonly string[];
}

/** Compares the keys of this process with the secrets in the database, and changes nothing. */
export const compareSecretsKeys =
  ({ work, secretBox }: Dependencies) =>
  async (): Promise<SecretsKeyUse> => {
    const [first, ...former] = secretBox.keyIds();
    const keys = await work.run((tx) => tx.secretsKeys.lockAll());
    const isNeeded = (id: string): boolean => keys.used.includes(id);
    return {
      missing: missingSecretsKeys(keys, [first, ...former]),
      needed: former.filter(isNeeded),
      unneeded: former.filter((id) => !isNeeded(id)),
      configured: [first, ...former],
    };
  };

/**
 * Declares the missing keys lost, so that processes with the keys of this process can start. Secrets that a lost key
 * has encrypted stay unreadable.
 * @returns the ids of the keys that this call has declared lost
 */
export const acceptLostSecretsKeys =
  ({ work, secretBox }: Dependencies) =>
  async (): Promise<readonly string[]> => {
    const configured = secretBox.keyIds();
    return work.run(async (tx) => {
      const missing = missingSecretsKeys(await tx.secretsKeys.lockAll(), configured);
      await tx.secretsKeys.setLost(missing);
      await tx.secretsKeys.setCurrent(configured[0]);
      return missing;
    });
  };
