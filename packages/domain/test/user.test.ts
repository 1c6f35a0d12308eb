import { expect } from 'chai';
import { administratorRole, moderatorRole, userRole } from '../src/built-in.ts';
import {
  newUser,
  refuseAdministratorRequest,
  refuseReservedName,
  requireInvited,
  userLimits,
  withNewPassword,
  type NewUser,
  type RequestedRoles,
} from '../src/accounts/user.ts';
import { aDay, anId, refusalKind } from './support.ts';

const aNewUser = (given: Partial<NewUser> = {}): NewUser => ({
  id: anId(1),
  email: 'Ada@Example.com',
  username: 'Ada',
  at: aDay(1),
  ...given,
});

describe('A new password', () => {
  const [sent, set] = [aDay(2), aDay(3)];

  it('ends an invitation, and verifies the e-mail address if the link was sent to it', () => {
    const invited = newUser({ ...aNewUser(), invitedUntil: sent });
    expect(withNewPassword(invited, true, set)).to.deep.equal({
      ...invited,
      invitedUntil: null,
      emailVerified: true,
      updatedAt: set,
    });
    expect(withNewPassword(invited, false, set)).to.include({ invitedUntil: null, emailVerified: false });
  });

  it('changes nothing if the account is not invited, and its address is already verified or not proved', () => {
    const user = newUser(aNewUser());
    expect(withNewPassword(user, false, set)).to.equal(user);
    const verified = { ...user, emailVerified: true };
    expect(withNewPassword(verified, true, set)).to.equal(verified);
    expect(withNewPassword(verified, false, set)).to.equal(verified);
  });

  it('prevents another invitation', () => {
    const user = newUser(aNewUser());
    expect(refusalKind(() => requireInvited(user))).to.equal('account-confirmed');
    requireInvited({ ...user, invitedUntil: sent });
  });
});

describe('newUser', () => {
  it('is enabled, and has an empty profile and the unchanged user name and e-mail address', () => {
    expect(newUser(aNewUser())).to.deep.equal({
      id: anId(1),
      kind: 'PERSON',
      attributes: {},
      email: 'Ada@Example.com',
      emailVerified: false,
      invitedUntil: null,
      username: 'Ada',
      nickName: null,
      phone: null,
      gender: null,
      status: 1,
      version: 1,
      createdAt: aDay(1),
      updatedAt: aDay(1),
    });
  });

  it('has the profile fields and the status from its argument', () => {
    const given = { nickName: 'Countess', phone: '+44 20', gender: 0, status: 0 } as const;
    expect(newUser(aNewUser(given))).to.include(given);
  });

  describe('§5.9 role requested at registration', () => {
    const administratorRequests: readonly RequestedRoles[] = [
      { role: 'ADMIN' },
      { role: 'admin' },
      { role: ' Admin ' },
      { role: { code: 'ADMIN' } },
      { roles: 'ADMIN' },
      { roles: ['USER', 'ADMIN'] },
      { roles: [{ id: 7, code: 'ADMIN' }] },
      { roleCodes: ['admin'] },
      { roleIds: administratorRole.id },
      { roleIds: [userRole.id, administratorRole.id] },
      { isAdmin: true },
      { isAdmin: 1 },
      { isAdmin: 'true' },
      { isAdmin: '1' },
      { role: 'USER', isAdmin: true },
    ];
    for (const requested of administratorRequests) {
      it(`is refused: ${JSON.stringify(requested)}`, () => {
        expect(refusalKind(() => refuseAdministratorRequest(requested))).to.equal('administrator-registration');
      });
    }

    const others: readonly RequestedRoles[] = [
      {},
      { role: 'MODERATOR' },
      { role: 'ADMINISTRATIVE' },
      { role: null, roles: 7, roleCodes: [null], roleIds: [[]] },
      { roles: ['USER', { code: 'MODERATOR' }] },
      { roleIds: [moderatorRole.id] },
      { isAdmin: false },
      { isAdmin: 0 },
      { isAdmin: 'false' },
      { isAdmin: null },
    ];
    for (const requested of others) {
      it(`is ignored: ${JSON.stringify(requested)}`, () => {
        expect(refusalKind(() => refuseAdministratorRequest(requested))).to.equal(undefined);
      });
    }
  });

  it('§5.9 reserved names cannot be registered in upper or lower case', () => {
    for (const name of ['admin', 'Admin', 'ADMINISTRATOR', 'root', 'rOOt', 'system']) {
      expect(
        refusalKind(() => refuseReservedName(name)),
        name,
      ).to.equal('administrator-registration');
    }
    for (const name of ['administrators', 'adm1n', 'the.admin', 'rooted', 'ecosystem']) {
      expect(
        refusalKind(() => refuseReservedName(name)),
        name,
      ).to.equal(undefined);
    }
  });

  it('user names consist of letters of any script, digits, underscores, dots and hyphens', () => {
    const { pattern } = userLimits.username;
    for (const name of ['ada', 'Ada_L.99-x', '李小龙', 'Нина', 'हिन्दी', '٣٤٥']) expect(name).to.match(pattern);
    for (const name of ['', 'a b', 'a@b', 'a/b', 'ada\n', '😀😀😀', '<b>']) expect(name).not.to.match(pattern);
  });

  it('telephone numbers consist of digits, spaces and + - ( )', () => {
    const { pattern } = userLimits.phone;
    for (const phone of ['123', '+44 (20) 7946-0000']) expect(phone).to.match(pattern);
    for (const phone of ['', '12x', '1.2.3', '123\n', '１２３']) expect(phone).not.to.match(pattern);
  });
});
