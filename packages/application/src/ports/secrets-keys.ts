import type { SecretsKeys } from '@portcullis/domain';

export interface SecretsKeyRepository {
  /** Reads the keys. Other transactions that call this function wait until this transaction ends. */
  readonly lockAll: () => Promise<SecretsKeys>;
  /** Records the key that new secrets are encrypted with. It is not lost any more. */
  readonly setCurrent: (id: string) => Promise<void>;
  readonly setLost: (ids: readonly string[]) => Promise<void>;
}
