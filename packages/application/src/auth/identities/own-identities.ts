import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { type Identity, identityEvents } from '@portcullis/domain/internal/accounts/identity';
import type { IdentityId } from '@portcullis/domain/internal/shared/ids';
import type { UnitOfWork, Uses } from '../../ports/unit-of-work.ts';
import { addIdentity } from './external-account.ts';
import { invalidSignIn } from './finish-sign-in.ts';
import { redeemTicket, type RedeemDependencies, type TicketProof } from './redeem-ticket.ts';
import type { CreateDependencies } from '../../dependencies.ts';
import { recordChange, type EventDependencies } from '../../changes.ts';

/** What `linkIdentity` needs. */
export interface LinkIdentityInput extends TicketProof {
  readonly actor: Actor;
  /** Key of the provider to which the ticket must belong. */
  readonly provider: string;
}

interface Dependencies extends RedeemDependencies, EventDependencies {
  readonly work: UnitOfWork<Uses<'users' | 'identities' | 'signInTickets' | 'events'>>;
}

/**
 * Links the provider account of a ticket to the caller, who can then sign in with this account. If the account is
 * already linked to the caller, nothing changes.
 * @throws {BusinessError} sign-in-invalid, identity-taken, user-not-found
 */
export const linkIdentity =
  (deps: Dependencies) =>
  async ({ actor, provider, ...proof }: LinkIdentityInput): Promise<Identity> => {
    const { provider: of, account } = await redeemTicket(deps, proof);
    if (of.key !== provider) throw invalidSignIn();
    return deps.work.run(async (tx) => {
      const user = orNotFound(await tx.users.lock(actor.id), 'user-not-found');
      const linked = await tx.identities.find(account);
      return linked?.userId === user.id ? linked : addIdentity(tx, deps, { actor, user, account });
    });
  };

/**
 * Removes one of the caller's identities: the link to an account at an identity provider. Sessions that were started
 * with this identity do not end.
 * @throws {BusinessError} identity-not-found
 */
export const unlinkIdentity =
  (deps: CreateDependencies<'identities' | 'events'>) =>
  ({ actor, id }: { readonly actor: Actor; readonly id: IdentityId }): Promise<void> =>
    deps.work.run(async (tx) => {
      const subject = { id: actor.id, username: actor.name };
      await recordChange(tx, deps, { event: identityEvents.unlinked, actor, subject }, async (allow) => ({
        before: orNotFound(await tx.identities.remove(allow(actor.id), id), 'identity-not-found'),
      }));
    });
