import { factorContext } from '@portcullis/domain/internal/accounts/factor';
import type { Id } from '@portcullis/domain/internal/shared/ids';
import {
  sealedPlaces,
  UnreadableSecret,
  type SealedPlace,
  type SealedSecret,
  type SecretBox,
  type SecretsKeyViews,
} from '../ports/system.ts';
import type { UnitOfWork, Uses } from '../ports/unit-of-work.ts';

interface Dependencies {
  readonly work: UnitOfWork<Uses<'secretsKeys'>>;
  readonly secretsKeys: Pick<SecretsKeyViews, 'sealedIn'>;
  readonly secretBox: SecretBox;
}

/** The result of `reencryptSecrets`. */
export interface ReencryptedSecrets {
  /** False if processes still encrypt with another key than the first one of this process. Nothing was changed then. */
  readonly isCurrent: boolean;
  /** How many secrets of each place were encrypted again. */
  readonly counts: ReadonlyMap<SealedPlace, number>;
  /** The ids of the webhooks, factors and deliveries whose secrets no key of this process decrypts. */
  readonly unreadable: readonly Id<string>[];
}

/** The dependencies of `reencryptSecrets`. */
export interface ReencryptSecretsInput {
  /** Decrypts the secrets and counts them, but stores nothing. */
  readonly dryRun: boolean;
}

/** Maximum number of secrets in one transaction. */
const batch = 500;

const contexts: Readonly<Record<SealedPlace, (secret: SealedSecret) => string>> = {
  webhook: ({ id }) => id,
  previousWebhook: ({ id }) => id,
  factor: factorContext,
  mail: ({ id }) => id,
};

/**
 * Encrypts with the first key of this process all stored secrets that another key has encrypted. Processes can serve
 * meanwhile: a secret that changes between its reading and its writing stays as it is. A call continues where an
 * interrupted one has ended, because secrets with the first key are left out.
 */
export const reencryptSecrets =
  ({ work, secretsKeys, secretBox }: Dependencies) =>
  async ({ dryRun }: ReencryptSecretsInput): Promise<ReencryptedSecrets> => {
    const [keyId] = secretBox.keyIds();
    const counts = new Map<SealedPlace, number>();
    const unreadable: Id<string>[] = [];
    const { current = keyId } = await work.run((tx) => tx.secretsKeys.lockAll());
    if (current !== keyId) return { isCurrent: false, counts, unreadable };
    const reseal = (place: SealedPlace, secret: SealedSecret): string | undefined => {
      const context = contexts[place](secret);
      try {
        return secretBox.seal(secretBox.open(secret.sealed, context), context);
      } catch (error) {
        if (!(error instanceof UnreadableSecret)) throw error;
        unreadable.push(secret.id);
        return undefined;
      }
    };
    for (const place of sealedPlaces) {
      let after: Id<string> | undefined;
      do {
        const found = await secretsKeys.sealedIn(place, { keyId, after, limit: batch });
        after = found.at(-1)?.id;
        const changed = found.flatMap((secret) => {
          const resealed = reseal(place, secret);
          return resealed === undefined ? [] : [{ ...secret, resealed }];
        });
        const stored = dryRun ? changed.length : await work.run((tx) => tx.secretsKeys.replaceSealed(place, changed));
        if (stored > 0) counts.set(place, (counts.get(place) ?? 0) + stored);
      } while (after !== undefined);
    }
    return { isCurrent: true, counts, unreadable };
  };
