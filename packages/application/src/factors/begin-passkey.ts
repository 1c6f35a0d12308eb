import { checkFactorCount, orNotFound, type Actor, type PasskeyCreationOptions } from '@portcullis/domain';
import { verifyOwnPassword, type OwnPasswordDependencies } from '../auth/verify-own-password.ts';
import type { UpdateDependencies } from '../dependencies.ts';
import type { Passkeys } from '../ports/passkeys.ts';
import { addPasskeyChallenge, type PasskeyChallengeDependencies } from './passkey-challenge.ts';
import { creationOptions, isPasskey } from './passkey-options.ts';
import { requireProvedFactor } from './require-proved-factor.ts';

export interface BeginPasskeyInput {
  readonly actor: Actor;
  readonly network: string;
  readonly password: string;
}

interface Dependencies extends UpdateDependencies, OwnPasswordDependencies, PasskeyChallengeDependencies {
  readonly passkeys: Pick<Passkeys, 'relyingPartyId'>;
}

/**
 * Returns the options with which the caller's browser creates a passkey. `addPasskey` stores the passkey.
 * @throws {BusinessError} wrong-current-password, code-required, too-many-factors, user-not-found, and the errors of
 * `LoginThrottle`
 * @throws if `Passkeys.isAvailable` is false
 */
export const beginPasskey =
  (deps: Dependencies) =>
  async ({ actor, network, password }: BeginPasskeyInput): Promise<PasskeyCreationOptions> => {
    const rpId = deps.passkeys.relyingPartyId();
    await verifyOwnPassword(deps, { actor, network, password, field: 'password' });
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
