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

/** What a person gives to the authenticator app. The service does not return it again. */
export interface TotpEnrolment {
  readonly id: FactorId;
  /** The secret in base 32, to be typed. */
  readonly secret: string;
  /** The same as an address for apps on the same device. */
  readonly uri: string;
  /** The address as a picture to scan, an SVG document. */
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
 * Adds an authenticator app to the caller's account. It takes effect with its first right code; until then it replaces an
 * earlier one that was not confirmed.
 * @throws {BusinessError} wrong-current-password, code-required, too-many-factors, user-not-found, and what the throttle throws
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
