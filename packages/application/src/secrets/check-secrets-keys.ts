import { missingSecretsKeys } from '@portcullis/domain';
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

/**
 * Compares the keys of this process with the keys that the database needs, and changes nothing.
 * @returns the ids of the missing keys
 */
export const findMissingSecretsKeys =
  ({ work, secretBox }: Dependencies) =>
  async (): Promise<readonly string[]> =>
    work.run(async (tx) => missingSecretsKeys(await tx.secretsKeys.lockAll(), secretBox.keyIds()));

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
