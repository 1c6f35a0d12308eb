import { aRole, aSession, aUser } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { expect } from 'chai';
import { embeddedDatabase } from './support/databases.ts';
import { storeOn } from './support/store.ts';

describe('A read with an access check', () => {
  const database = embeddedDatabase();

  it('returns nothing to a caller who lacks a role or a permission', async () => {
    const { work, access } = storeOn(database());
    const [user, role] = [aUser(), aRole()];
    const session = aSession({ userId: user.id });
    await given(work, { users: [user], roles: [role], userRoles: [[user.id, [role.id]]], sessions: [session] });
    const find = (roles: readonly string[], permissions: readonly string[]) =>
      access.authorizeAndRead(
        { userId: user.id, sessionId: session.id, roles, permissions },
        () => {},
        (views) => views.users.find(user.id),
      );
    expect(await find([role.code], [])).to.include({ id: user.id });
    expect(await find(['ADMIN'], [])).to.equal(undefined);
    expect(await find([role.code], ['user.read'])).to.equal(undefined);
  });
});
