import { BusinessError, orNotFound, type Actor, type UserId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { useCode, wrongCode, type CodeDependencies } from '../factors/use-code.ts';
import type { FactorThrottle } from '../ports/factors.ts';
import type { Transaction } from '../ports/unit-of-work.ts';
import { recordEvent } from '../record-event.ts';
import type { RequestOrigin } from './attempt.ts';
import { renewOwnAuthentication } from './renew-authentication.ts';
import { verifyOwnPassword, wrongPassword, type OwnPasswordDependencies } from './verify-own-password.ts';

export interface StepUpInput extends Pick<RequestOrigin, 'network'> {
  readonly actor: Actor;
  readonly proof: { readonly password: string } | { readonly code: string };
}

interface Dependencies extends CreateDependencies, OwnPasswordDependencies, CodeDependencies {
  readonly factorThrottle: FactorThrottle;
}

/**
 * Records in the session of the caller that they have proved again who they are: with a code if the account has a second factor,
 * otherwise with the password. With a code the session has a second factor from then on.
 * @throws {BusinessError} code-required, wrong-code, wrong-current-password, and what the throttles throw
 */
export const stepUp =
  (deps: Dependencies) =>
  ({ actor, network, proof }: StepUpInput): Promise<void> =>
    'code' in proof
      ? withCode(deps, actor, proof.code)
      : withPassword(deps, { actor, network, password: proof.password });

export type StepUp = ReturnType<typeof stepUp>;

async function withCode(deps: Dependencies, actor: Actor, code: string): Promise<void> {
  const { isLast } = await deps.factorThrottle.beforeAttempt(actor.id);
  // Throwing inside the transaction would undo the record of the refusal, so the error is thrown after the commit.
  const isRight = await deps.work.run(async (tx) => {
    const user = orNotFound(await tx.users.lock(actor.id), 'user-not-found');
    const about = { actor, subject: { type: 'user', id: user.id, name: user.username } } as const;
    if (await useCode(tx, deps, { actor, user, code })) {
      await renew(tx, deps, about, 'factor');
      return true;
    }
    await recordEvent(tx, deps, { ...about, type: 'session.refused', after: { reason: 'wrong-code' } });
    if (isLast) await recordEvent(tx, deps, { ...about, type: 'account.locked' });
    return false;
  });
  if (!isRight) throw wrongCode();
  await deps.factorThrottle.afterSuccess(actor.id);
}

interface Password extends Pick<StepUpInput, 'actor' | 'network'> {
  readonly password: string;
}

async function withPassword(deps: Dependencies, { actor, network, password }: Password): Promise<void> {
  const account = await deps.users.credentialsOf(actor.id, network);
  if (account?.hasFactor) throw codeRequired();
  const field = 'password';
  const {
    userId: id,
    username: name,
    passwordHash,
  } = await verifyOwnPassword(deps, { actor, network, password, field });
  await deps.work.run(async (tx) => {
    // The password or the factors may have changed since they were read.
    if (!(await tx.users.holdsPassword(id, passwordHash))) throw wrongPassword(field);
    if ((await tx.factors.of(id)).some(({ confirmedAt }) => confirmedAt !== null)) throw codeRequired();
    await renew(tx, deps, { actor, subject: { type: 'user', id, name } }, 'password');
  });
}

interface About {
  readonly actor: Actor;
  readonly subject: { readonly type: 'user'; readonly id: UserId; readonly name: string };
}

async function renew(tx: Transaction, deps: Dependencies, about: About, how: 'password' | 'factor'): Promise<void> {
  await renewOwnAuthentication(tx, about.actor, how, deps.clock.now());
  await recordEvent(tx, deps, { ...about, type: 'session.authenticated', before: { how: null }, after: { how } });
}

function codeRequired(): BusinessError {
  const message = 'Please enter a code of your second factor instead of the password.';
  return new BusinessError('code-required', message, [{ field: 'code', message }]);
}
