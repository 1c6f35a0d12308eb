import type { PasskeyRequestOptions } from '@portcullis/domain';
import type { UpdateDependencies } from '../dependencies.ts';
import { addPasskeyChallenge, type PasskeyChallengeDependencies } from './factors/passkey-challenge.ts';
import { requestOptions } from './factors/passkey-options.ts';
import type { Passkeys } from '../ports/passkeys.ts';

interface Dependencies extends UpdateDependencies, PasskeyChallengeDependencies {
  readonly passkeys: Pick<Passkeys, 'relyingPartyId'>;
}

/**
 * Returns the options with which a browser lets a person choose a passkey. The options do not name any passkey, so
 * they reveal nothing about accounts.
 * @throws if `Passkeys.isAvailable` is false
 */
export const beginPasskeyLogin = (deps: Dependencies) => async (): Promise<PasskeyRequestOptions> => {
  const rpId = deps.passkeys.relyingPartyId();
  const challenge = await deps.work.run((tx) => addPasskeyChallenge(tx, deps, null));
  return requestOptions({ challenge, rpId }, []);
};

export type BeginPasskeyLogin = ReturnType<typeof beginPasskeyLogin>;
