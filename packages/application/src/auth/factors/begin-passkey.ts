import { checkFactorCount, orNotFound, type Actor, type PasskeyCreationOptions } from '@portcullis/domain';
import type { UpdateDependencies } from '../../dependencies.ts';
import type { Passkeys } from '../../ports/passkeys.ts';
import { addPasskeyChallenge, type PasskeyChallengeDependencies } from './passkey-challenge.ts';
import { creationOptions, isPasskey } from './passkey-options.ts';
import { requireProvedFactor } from './require-proved-factor.ts';

export interface BeginPasskeyInput {
  readonly actor: Actor;
}

interface Dependencies extends UpdateDependencies, PasskeyChallengeDependencies {
  readonly passkeys: Pick<Passkeys, 'relyingPartyId'>;
}

/**
 * Returns the options with which the caller's browser creates a passkey. `addPasskey` stores the passkey.
 * @throws {BusinessError} code-required, too-many-factors, user-not-found
 * @throws if `Passkeys.isAvailable` is false
 */
export const beginPasskey =
  (deps: Dependencies) =>
  async ({ actor }: BeginPasskeyInput): Promise<PasskeyCreationOptions> => {
    const rpId = deps.passkeys.relyingPartyId();
    return deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(actor.id), 'user-not-found');
      const factors = await tx.factors.of(user.id);
      await requireProvedFactor(tx, deps, actor, factors);
      checkFactorCount(factors);
      const challenge = await addPasskeyChallenge(tx, deps, user.id);
      return creationOptions({ challenge, rpId }, user, factors.filter(isPasskey));
    });
  };

export type BeginPasskey = ReturnType<typeof beginPasskey>;
