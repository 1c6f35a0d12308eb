import { checkFactorCount, isConfirmed, newFactor, orNotFound, type Actor, type FactorId } from '@portcullis/domain';
import { verifyOwnPassword, type OwnPasswordDependencies } from '../auth/verify-own-password.ts';
import type { CreateDependencies } from '../dependencies.ts';
import type { QrCodes, TotpCodes } from '../ports/factors.ts';
import type { SecretBox } from '../ports/system.ts';
import { requireProvedFactor } from './require-proved-factor.ts';
import { contextOf } from './use-code.ts';

export interface EnrolTotpInput {
  readonly actor: Actor;
  readonly network: string;
  readonly password: string;
}

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

interface Dependencies extends CreateDependencies, OwnPasswordDependencies {
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
 * @throws {BusinessError} wrong-current-password, code-required, too-many-factors, user-not-found, and the errors of
 * `LoginThrottle`
 */
export const enrolTotp =
  (deps: Dependencies) =>
  async ({ actor, network, password }: EnrolTotpInput): Promise<TotpEnrolment> => {
    const { work, clock, ids, secretBox, totpCodes, qrCodes } = deps;
    const { username } = await verifyOwnPassword(deps, { actor, network, password, field: 'password' });
    const [id, secret] = [ids.next<'Factor'>(), totpCodes.createSecret()];
    const sealedSecret = secretBox.seal(secret, contextOf({ id }));
    await work.run(async (tx) => {
      const { id: userId } = orNotFound(await tx.users.lock(actor.id), 'user-not-found');
      const factors = await tx.factors.of(userId);
      await requireProvedFactor(tx, deps, actor, factors);
      const pending = factors.filter((factor) => !isConfirmed(factor));
      checkFactorCount(factors);
      await tx.factors.remove(pending.map((factor) => factor.id));
      await tx.factors.add(newFactor({ id, userId, sealedSecret }, clock.now()));
    });
    const uri = uriOf(username, secret);
    return { id, secret, uri, qrSvg: await qrCodes.svgOf(uri) };
  };

export type EnrolTotp = ReturnType<typeof enrolTotp>;
