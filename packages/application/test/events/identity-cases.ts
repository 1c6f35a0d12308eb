import { userRole } from '@portcullis/domain/internal/built-in';
import { exchangeTicket } from '../../src/auth/identities/exchange-ticket.ts';
import { linkIdentity, unlinkIdentity } from '../../src/auth/identities/own-identities.ts';
import { unlinkUserIdentity } from '../../src/users/user-credentials.ts';
import { anIdentity, aUser } from '@portcullis/testing/internal/builders';
import { aProvider } from '@portcullis/testing/internal/fake-providers';
import { given } from '@portcullis/testing/internal/given';
import type { InMemoryWorld } from '@portcullis/testing/internal/world';
import { actor, ada, added, client, event, removed, type EventCase } from './cases.ts';

const issuer = aProvider().issuer;
const self = { id: ada.id, name: ada.username };
const proof = { ticket: 'ticket', verifier: 'verifier' };

/** Stores the sign-in ticket that `proof` redeems. */
const addTicket = (world: InMemoryWorld) =>
  world.run((tx) =>
    tx.signInTickets.add({
      hash: world.linkTokens.hashOf(proof.ticket),
      challenge: world.linkTokens.hashOf(proof.verifier),
      provider: 'corp',
      account: {
        issuer,
        subject: 'one',
        email: 'new@example.com',
        emailVerified: true,
        username: 'new-one',
        groups: [],
        attributes: {},
      },
      expiresAt: new Date(world.clock.now().getTime() + 1),
    }),
  );
const enter = (world: InMemoryWorld) => exchangeTicket(world)({ ...proof, ...client, network: client.ipAddress });
const started = async (world: InMemoryWorld, user: { readonly id: typeof ada.id; readonly name: string }) => {
  const [session] = (await world.sessions.list({ userId: user.id, page: 1, pageSize: 9 })).items;
  const changes = { sessionIds: [[], [session?.id]], how: [null, 'oidc'] } as const;
  return event('session.started', user, changes, { type: 'user', ...user });
};

export const identityCases: readonly EventCase[] = [
  {
    useCase: 'exchangeTicket',
    write: async (world) => {
      const bob = aUser();
      await given(world, { users: [bob] });
      await world.run((tx) => tx.identities.add(anIdentity({ userId: bob.id, issuer, subject: 'one' })));
      await addTicket(world);
      await enter(world);
      return [await started(world, { id: bob.id, name: bob.username })];
    },
  },
  {
    useCase: 'exchangeTicket',
    when: 'the person has no account yet',
    write: async (world) => {
      world.providers.all = [aProvider({ signUp: true })];
      await addTicket(world);
      const { user } = await enter(world);
      const about = { id: user.id, name: user.username };
      const by = { type: 'user', ...about } as const;
      const fields = { kind: 'PERSON', email: 'new@example.com', emailVerified: false, username: 'new-one', status: 1 };
      return [
        event('user.created', about, added(fields), by),
        event('user.roles.changed', about, { roleIds: [[], [userRole.id]] }, by),
        event('identity.linked', about, added({ issuer, subject: 'one' }), by),
        await started(world, about),
      ];
    },
  },
  {
    useCase: 'linkIdentity',
    write: async (world) => {
      await addTicket(world);
      await linkIdentity(world)({ actor, provider: 'corp', ...proof });
      return [event('identity.linked', self, added({ issuer, subject: 'one' }))];
    },
  },
  {
    useCase: 'unlinkIdentity',
    write: async (world) => {
      const identity = anIdentity({ userId: ada.id, issuer, subject: 'one' });
      await world.run((tx) => tx.identities.add(identity));
      await unlinkIdentity(world)({ actor, id: identity.id });
      return [event('identity.unlinked', self, removed({ issuer, subject: 'one' }))];
    },
  },
  {
    useCase: 'unlinkUserIdentity',
    write: async (world) => {
      const bob = aUser();
      await given(world, { users: [bob] });
      const identity = anIdentity({ userId: bob.id, issuer, subject: 'one' });
      await world.run((tx) => tx.identities.add(identity));
      await unlinkUserIdentity(world)({ actor, userId: bob.id, id: identity.id });
      const about = { id: bob.id, name: bob.username };
      return [event('identity.unlinked', about, removed({ issuer, subject: 'one' }))];
    },
  },
];
