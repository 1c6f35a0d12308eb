import { apiKeyViewOf, type ApiKey } from '@portcullis/domain/internal/accounts/api-key';
import type { Role } from '@portcullis/domain/internal/roles/role';
import { disabled, enabled } from '@portcullis/domain/internal/shared/status';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { expect } from 'chai';
import { anApiKey, anId, aPermission, aRole, aSession, aUser, unique } from '../builders.ts';
import { given } from '../given.ts';
import type { OpenStore } from './store.ts';

export function apiKeyContract(adapter: string, open: OpenStore): void {
  describe(`API key contract, ${adapter}`, () => {
    it('stores a key unchanged; find returns it with its owner and without the hash', async () => {
      const { apiKeys, work } = open();
      const at = new Date('2026-03-01T00:00:00.000Z');
      const owner = aUser({ kind: 'SERVICE' });
      const plain = anApiKey({ ownerId: owner.id });
      const full = anApiKey({
        ownerId: owner.id,
        name: 'Ünïcode',
        permissions: ['user.read', 'a,"b\\'],
        readOnly: true,
        allowedAddresses: ['192.0.2.0/24', '2001:db8::1'],
        hasFactor: true,
        lastUsedAt: at,
        createdAt: new Date(plain.createdAt.getTime() + 1),
      });
      await given(work, { users: [owner], apiKeys: [plain, full] });
      expect(await apiKeys.find(full.id)).to.deep.equal(apiKeyViewOf(full, owner));
      expect(await work.run((tx) => tx.apiKeys.lock(full.id))).to.deep.equal(full);
      expect(await work.run((tx) => tx.apiKeys.lockOf(owner.id))).to.deep.equal([plain, full]);
      expect([await apiKeys.find(anId()), await work.run((tx) => tx.apiKeys.lockOf(anId()))]).to.deep.equal([
        undefined,
        [],
      ]);
      const changed = { ...plain, name: 'changed', permissions: [], secretHash: unique('hash') };
      await work.run(async (tx) => {
        await tx.apiKeys.save(changed);
        await tx.apiKeys.remove(full.id);
      });
      expect(await work.run((tx) => tx.apiKeys.lockOf(owner.id))).to.deep.equal([changed]);
    });

    it('lists the keys of an owner, or those of one kind of owner', async () => {
      const { apiKeys, work } = open();
      const [person, service] = [aUser(), aUser({ kind: 'SERVICE' })];
      const name = unique('listed');
      const [one, two, other] = [
        anApiKey({ ownerId: person.id, name }),
        anApiKey({ ownerId: service.id, name: `${name} b` }),
        anApiKey({ ownerId: service.id, name: `${name} a` }),
      ];
      await given(work, { users: [person, service], apiKeys: [one, two, other] });
      const listed = async (query: object) => {
        const { items, total } = await apiKeys.list({ page: 1, pageSize: 10, search: name, sortBy: 'name', ...query });
        expect(total).to.equal(items.length);
        return items.map(({ id }) => id);
      };
      expect(await listed({})).to.deep.equal([one.id, other.id, two.id]);
      expect(await listed({ ownerId: person.id })).to.deep.equal([one.id]);
      expect(await listed({ ownerKind: 'SERVICE' })).to.deep.equal([other.id, two.id]);
      expect(await listed({ ownerId: person.id, ownerKind: 'SERVICE' })).to.deep.equal([]);
    });

    it('removes the keys of a user with the user', async () => {
      const { apiKeys, work } = open();
      const owner = aUser();
      const key = anApiKey({ ownerId: owner.id });
      await given(work, { users: [owner], apiKeys: [key] });
      await work.run((tx) => tx.users.remove(owner.id));
      expect(await apiKeys.find(key.id)).to.equal(undefined);
    });

    it('recordUse never stores an earlier time; forgetFactors marks only the keys of the user', async () => {
      const { apiKeys, work } = open();
      const [owner, other] = [aUser(), aUser()];
      const keys = [owner, other].map(({ id }) => anApiKey({ ownerId: id, hasFactor: true }));
      const [key = anApiKey(), kept = anApiKey()] = keys;
      await given(work, { users: [owner, other], apiKeys: keys });
      const [early, late] = [new Date('2026-03-01T10:00:00.000Z'), new Date('2026-03-01T10:01:00.000Z')];
      for (const at of [early, late, early]) await work.run((tx) => tx.apiKeys.recordUse(key.id, at));
      await work.run((tx) => tx.apiKeys.recordUse(anId(), late));
      await work.run((tx) => tx.apiKeys.forgetFactors(owner.id));
      expect(await apiKeys.find(key.id)).to.deep.equal(
        apiKeyViewOf({ ...key, lastUsedAt: late, hasFactor: false }, owner),
      );
      expect(await apiKeys.find(kept.id)).to.deep.equal(apiKeyViewOf(kept, other));
    });

    it('returns the permission codes that exist', async () => {
      const { work } = open();
      const permission = aPermission({ status: disabled });
      await given(work, { permissions: [permission] });
      const existing = await work.run((tx) => tx.permissions.existingCodes([permission.code, 'no.such', 'user.read']));
      expect([...existing].toSorted()).to.deep.equal([permission.code, 'user.read'].toSorted());
    });

    describe('keyGrants', () => {
      const from = '192.0.2.7';

      /** Creates an owner with a role that grants one permission, and a key that lists it. */
      async function aKey(more: { key?: Partial<ApiKey>; user?: Partial<User>; role?: Partial<Role> } = {}) {
        const [user, role, permission, listed] = [aUser(more.user), aRole(more.role), aPermission(), aPermission()];
        const key = anApiKey({
          ownerId: user.id,
          permissions: [permission.code, listed.code, 'user.read'],
          ...more.key,
        });
        await given(open().work, {
          users: [user],
          roles: [role],
          permissions: [permission, listed],
          rolePermissions: [[role.id, [permission.id]]],
          userRoles: [[user.id, [role.id]]],
          apiKeys: [key],
        });
        const read = (ipAddress = from, secretHash = key.secretHash) =>
          open().access.keyGrants({ keyId: key.id, secretHash, ipAddress });
        return { key, user, role, permission, listed, read };
      }

      it('returns the permissions that the key lists and the owner holds', async () => {
        const { key, user, permission, read } = await aKey({ key: { readOnly: true } });
        const { name, lastUsedAt, tokenVersion, issuedAt, expiresAt } = key;
        expect(await read()).to.deep.equal({
          ownerId: user.id,
          ownerUsername: user.username,
          name,
          lastUsedAt,
          tokenVersion,
          issuedAt,
          expiresAt,
          readOnly: true,
          permissions: [permission.code],
          conditional: [],
        });
        await open().work.run((tx) => tx.apiKeys.save({ ...key, permissions: ['user.read'] }));
        expect((await read())?.permissions).to.deep.equal([]);
      });

      it('returns exactly those listed permissions that the owner holds in a session with the same factor', async () => {
        const flags = [true, false];
        const cases = flags.flatMap((isRoleOn) =>
          flags.flatMap((requiresFactor) =>
            flags.flatMap((isOn) =>
              flags.flatMap((isHeld) =>
                flags.map((isListed) => ({
                  role: aRole({ status: isRoleOn ? enabled : disabled, requiresFactor }),
                  permission: aPermission({ status: isOn ? enabled : disabled }),
                  isHeld,
                  isListed,
                })),
              ),
            ),
          ),
        );
        const owner = aUser();
        const codes = cases.map(({ permission }) => permission.code);
        const listed = cases.filter(({ isListed }) => isListed).map(({ permission }) => permission.code);
        const sessions = flags.map((hasFactor) => aSession({ userId: owner.id, hasFactor }));
        const keys = flags.map((hasFactor) => anApiKey({ ownerId: owner.id, permissions: listed, hasFactor }));
        const { work, access } = open();
        await given(work, {
          users: [owner],
          roles: cases.map(({ role }) => role),
          permissions: cases.map(({ permission }) => permission),
          rolePermissions: cases.map(({ role, permission }) => [role.id, [permission.id]]),
          userRoles: [[owner.id, cases.filter(({ isHeld }) => isHeld).map(({ role }) => role.id)]],
          sessions,
          apiKeys: keys,
        });
        for (const [index, { id: keyId, secretHash }] of keys.entries()) {
          const sessionId = sessions[index]?.id ?? anId();
          const held = await access.check({ userId: owner.id, sessionId, roles: [], permissions: codes }).grants;
          const expected = held?.permissions.filter((code) => listed.includes(code)) ?? [];
          const grants = await access.keyGrants({ keyId, secretHash, ipAddress: from });
          expect(grants?.permissions).to.have.members(expected);
          expect(expected.length).to.equal(index === 0 ? 2 : 1);
        }
      });

      it('follows each change of the rights of the owner', async () => {
        const { user, role, permission, listed, read } = await aKey();
        const { work } = open();
        const change = { before: [permission.id], after: [permission.id, listed.id] };
        await work.run((tx) => tx.roles.setPermissions(role.id, change));
        expect((await read())?.permissions.toSorted()).to.deep.equal([permission.code, listed.code].toSorted());
        await work.run((tx) => tx.permissions.save({ ...permission, status: disabled }));
        await work.run((tx) => tx.permissions.save({ ...listed, status: disabled }));
        expect((await read())?.permissions).to.deep.equal([]);
        await work.run((tx) => tx.permissions.save(permission));
        await work.run((tx) => tx.roles.save({ ...role, status: disabled }));
        expect((await read())?.permissions).to.deep.equal([]);
        await work.run((tx) => tx.roles.save(role));
        expect((await read())?.permissions).to.deep.equal([permission.code]);
        await work.run((tx) => tx.users.setRoles(user.id, { before: [role.id], after: [] }));
        expect((await read())?.permissions).to.deep.equal([]);
      });

      it('gives permissions of a role that requires a factor only to a key that was created with one', async () => {
        const { key, permission, read } = await aKey({ role: { requiresFactor: true } });
        expect((await read())?.permissions).to.deep.equal([]);
        await open().work.run((tx) => tx.apiKeys.save({ ...key, hasFactor: true }));
        expect((await read())?.permissions).to.deep.equal([permission.code]);
      });

      it('returns undefined for another secret, an unknown or expired key, and a disabled owner', async () => {
        const { read } = await aKey();
        expect(await read(from, 'another hash')).to.equal(undefined);
        const query = { keyId: anId<'ApiKey'>(), secretHash: 'hash', ipAddress: from };
        expect(await open().access.keyGrants(query)).to.equal(undefined);
        const expired = await aKey({ key: { expiresAt: new Date('2020-01-01T00:00:00.000Z') } });
        expect(await expired.read()).to.equal(undefined);
        const owned = await aKey({ user: { status: disabled } });
        expect(await owned.read()).to.equal(undefined);
      });

      it('finds a key also by the version of its tokens, until they end', async () => {
        const { key, permission } = await aKey({ key: { tokenVersion: 3, allowedAddresses: ['192.0.2.0/24'] } });
        const { work, access } = open();
        const read = async (tokenVersion: number, ipAddress = from) =>
          (await access.keyGrants({ keyId: key.id, tokenVersion, ipAddress }))?.permissions;
        expect([await read(2), await read(3), await read(4)]).to.deep.equal([undefined, [permission.code], undefined]);
        expect(await read(3, '198.51.100.1')).to.equal(undefined);
        await work.run((tx) => tx.apiKeys.endTokens(key.id, 2));
        expect(await read(3)).to.deep.equal([permission.code]);
        await work.run((tx) => tx.apiKeys.endTokens(key.id, 3));
        expect([await read(3), await read(4)]).to.deep.equal([undefined, [permission.code]]);
      });

      it('returns undefined if the key cannot be used from the address', async () => {
        const { read } = await aKey({ key: { allowedAddresses: ['192.0.2.0/29', '2001:db8:1::/48', '198.51.100.9'] } });
        const allowed = ['192.0.2.0', '192.0.2.7', '2001:db8:1:2::9', '2001:DB8:1:0:0:0:0:1', '198.51.100.9'];
        const refused = ['192.0.2.8', '198.51.100.8', '2001:db8:2::1', '::1', 'fe80::1%eth0', '', 'unknown'];
        for (const address of allowed) expect(await read(address), address).not.to.equal(undefined);
        for (const address of refused) expect(await read(address), address).to.equal(undefined);
        const unlimited = await aKey();
        for (const address of [...allowed, ...refused])
          expect(await unlimited.read(address), address).not.to.equal(undefined);
      });
    });
  });
}
