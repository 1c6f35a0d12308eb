import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { checkFactorCount, factorEvents, isConfirmed, type Factor } from '@portcullis/domain/internal/accounts/factor';
import type { FactorId } from '@portcullis/domain/internal/shared/ids';
import { newPasskey } from '@portcullis/domain/internal/accounts/passkey';
import type { PasskeyCreationOptions } from '@portcullis/domain/internal/shared/passkey-options';
import type { User } from '@portcullis/domain/internal/accounts/user';
import type { UpdateDependencies, CreateDependencies } from '../../dependencies.ts';
import type { Passkeys } from '../../ports/passkeys.ts';
import {
  addPasskeyChallenge,
  type PasskeyChallengeDependencies,
  takePasskeyChallenge,
  creationOptions,
  isPasskey,
} from './passkey-options.ts';
import { requireProvedFactor } from './require-proved-factor.ts';
import { renewOwnAuthentication } from '../sessions/start-session.ts';
import type { LinkTokens } from '../../ports/preview-links.ts';
import type { Uses } from '../../ports/unit-of-work.ts';
import { recordChange } from '../../changes.ts';
import { setRecoveryCodes, type RecoveryCodeDependencies } from './recovery-codes.ts';
import { wrongPasskey } from './use-passkey.ts';

interface BeginDependencies
  extends UpdateDependencies<'users' | 'sessions' | 'factors' | 'passkeyChallenges'>,
    PasskeyChallengeDependencies {
  readonly passkeys: Pick<Passkeys, 'relyingPartyId'>;
}

/**
 * Returns the options with which the caller's browser creates a passkey. `addPasskey` stores the passkey.
 * @throws {BusinessError} code-required, too-many-factors, user-not-found
 * @throws if `Passkeys.isAvailable` is false
 */
export const beginPasskey =
  (deps: BeginDependencies) =>
  async ({ actor }: { readonly actor: Actor }): Promise<PasskeyCreationOptions> => {
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

/** What `addPasskey` needs. */
export interface AddPasskeyInput {
  readonly actor: Actor;
  /** A name for the passkey, chosen by the user. */
  readonly name: string;
  /** The browser's response to the options of `beginPasskey`. */
  readonly credential: unknown;
}

/** A new passkey, and the recovery codes if it is the first second factor. */
export interface AddedPasskey {
  readonly id: FactorId;
  /**
   * New recovery codes if the passkey is the first factor of the account. Otherwise empty, and the earlier codes stay
   * valid.
   */
  readonly recoveryCodes: readonly string[];
}

interface Dependencies
  extends CreateDependencies<'users' | 'sessions' | 'factors' | 'passkeyChallenges' | 'events'>,
    RecoveryCodeDependencies {
  readonly passkeys: Passkeys;
  readonly linkTokens: LinkTokens;
}

interface Owner {
  readonly user: User;
  readonly factors: readonly Factor[];
}

/**
 * Adds a passkey that the caller's browser has created. The session of the caller then counts as verified with a second
 * factor. The challenge of `beginPasskey` is used up even if the response is wrong. After the error code-required,
 * however, the same response can be sent again.
 * @throws {BusinessError} code-required, wrong-passkey, too-many-factors, user-not-found
 */
export const addPasskey =
  (deps: Dependencies) =>
  async ({ actor, name, credential }: AddPasskeyInput): Promise<AddedPasskey> => {
    const { work, clock, ids, passkeys } = deps;
    const { challenge } = (await passkeys.read(credential)) ?? {};
    if (challenge === undefined) throw wrongPasskey();
    const isOpen = await work.run(async (tx) => {
      await lockOwner(tx, deps, actor);
      return takePasskeyChallenge(tx, deps, { challenge, userId: actor.id });
    });
    const made = isOpen ? await passkeys.verifyNew(credential, challenge) : undefined;
    if (made === undefined) throw wrongPasskey();
    return work.run(async (tx) => {
      const { user, factors } = await lockOwner(tx, deps, actor);
      checkFactorCount(factors);
      const id = ids.next<'Factor'>();
      const at = clock.now();
      await recordChange(tx, deps, { event: factorEvents.added, actor, subject: user }, async (allow) => {
        await tx.factors.add(allow(newPasskey({ ...made, id, userId: user.id, name }, at)));
        return { before: { factorIds: [] }, after: { factorIds: [id] } };
      });
      await renewOwnAuthentication(tx, actor, 'passkey', at);
      const isFirst = !factors.some(isConfirmed);
      return { id, recoveryCodes: isFirst ? await setRecoveryCodes(tx, deps, { actor, user }) : [] };
    });
  };

async function lockOwner(tx: Uses<'users' | 'sessions' | 'factors'>, deps: Dependencies, actor: Actor): Promise<Owner> {
  const user = orNotFound(await tx.users.lock(actor.id), 'user-not-found');
  const factors = await tx.factors.of(user.id);
  await requireProvedFactor(tx, deps, actor, factors);
  return { user, factors };
}
