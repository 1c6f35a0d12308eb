import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import {
  checkFactorCount,
  factorContext,
  isConfirmed,
  newFactor,
  factorEvents,
} from '@portcullis/domain/internal/accounts/factor';
import type { FactorId } from '@portcullis/domain/internal/shared/ids';
import type { CreateDependencies } from '../../dependencies.ts';
import type { QrCodes, TotpCodes } from '../../ports/factors.ts';
import type { SecretBox } from '../../ports/system.ts';
import { requireProvedFactor } from './require-proved-factor.ts';
import { factorAfterCode, wrongCode, type TotpDependencies } from './use-code.ts';
import { changeEntities, recordChange } from '../../changes.ts';
import { renewOwnAuthentication } from '../sessions/start-session.ts';
import { setRecoveryCodes, type RecoveryCodeDependencies } from './recovery-codes.ts';

/** The data for an authenticator app. Only this response contains the secret. */
export interface TotpEnrolment {
  readonly id: FactorId;
  /** The secret in base 32, which the user can type into the app. */
  readonly secret: string;
  /** A URI with the secret, for an app on the same device. */
  readonly uri: string;
  /** The URI as a QR code: an SVG document for the app to scan. */
  readonly qrSvg: string;
}

interface EnrolmentDependencies extends CreateDependencies<'users' | 'sessions' | 'factors' | 'events'> {
  readonly secretBox: SecretBox;
  readonly totpCodes: TotpCodes;
  readonly qrCodes: QrCodes;
}

const issuer = 'Portcullis';

const uriOf = (username: string, secret: string): string =>
  `otpauth://totp/${issuer}:${encodeURIComponent(username)}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=6&period=30`;

/**
 * Adds an authenticator app to the caller's account. The app takes effect when `confirmTotp` gets its first correct
 * code. An earlier app that was not confirmed is removed.
 * @throws {BusinessError} code-required, too-many-factors, user-not-found
 */
export const enrolTotp =
  (deps: EnrolmentDependencies) =>
  async ({ actor }: { readonly actor: Actor }): Promise<TotpEnrolment> => {
    const { work, clock, ids, secretBox, totpCodes, qrCodes } = deps;
    const [id, secret] = [ids.next<'Factor'>(), totpCodes.createSecret()];
    const sealedSecret = secretBox.seal(secret, factorContext({ id }));
    const { username } = await work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(actor.id), 'user-not-found');
      const factors = await tx.factors.of(user.id);
      await requireProvedFactor(tx, deps, actor, factors);
      const pending = factors.filter((factor) => !isConfirmed(factor));
      checkFactorCount(factors);
      // An app has no effect before it is confirmed, so no event reports it.
      await changeEntities(tx, deps, [], async (allow) => {
        await tx.factors.remove(allow(pending.map((factor) => factor.id)));
        await tx.factors.add(allow(newFactor({ id, userId: user.id, sealedSecret }, clock.now())));
        return { events: [] };
      });
      return user;
    });
    const uri = uriOf(username, secret);
    return { id, secret, uri, qrSvg: await qrCodes.svgOf(uri) };
  };

/** What `confirmTotp` needs. */
export interface ConfirmTotpInput {
  readonly actor: Actor;
  readonly factorId: FactorId;
  readonly code: string;
}

interface ConfirmationDependencies
  extends CreateDependencies<'users' | 'sessions' | 'factors' | 'events'>,
    RecoveryCodeDependencies,
    TotpDependencies {}

/**
 * Confirms an authenticator app of the caller with its first code. Logins require a second factor from then on, and the
 * session of the caller counts as verified with a second factor. Wrong codes are not counted, because the caller knows
 * the secret and need not guess codes.
 * @returns new recovery codes, which replace earlier ones
 * @throws {BusinessError} code-required, factor-not-found, wrong-code, too-many-factors
 */
export const confirmTotp =
  (deps: ConfirmationDependencies) =>
  ({ actor, factorId, code }: ConfirmTotpInput): Promise<readonly string[]> =>
    deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(actor.id), 'factor-not-found');
      const factors = await tx.factors.of(user.id);
      await requireProvedFactor(tx, deps, actor, factors);
      const pending = factors
        .filter((factor) => factor.kind === 'totp')
        .find(({ id, confirmedAt }) => id === factorId && confirmedAt === null);
      const used = factorAfterCode(deps, orNotFound(pending, 'factor-not-found'), code);
      if (used === undefined) throw wrongCode();
      checkFactorCount(factors);
      const at = deps.clock.now();
      await recordChange(tx, deps, { event: factorEvents.added, actor, subject: user }, async () => {
        await tx.factors.save({ ...used, confirmedAt: at });
        return { before: { factorIds: [] }, after: { factorIds: [factorId] } };
      });
      await renewOwnAuthentication(tx, actor, 'factor', at);
      return setRecoveryCodes(tx, deps, { actor, user });
    });
