import { expect } from 'chai';
import type { AccessFacts, RoleFacts } from '../src/access/access-facts.ts';
import { explainAccess, type OperationRule } from '../src/access/explain-access.ts';
import { declarePermission } from '../src/roles/permission.ts';
import type { Status } from '../src/shared/status.ts';
import { aDay, anId, aMenu } from './support.ts';

const at = aDay(10);
const permissionCode = declarePermission('label.read');
const permissionId = anId<'Permission'>(1);
const directoryId = anId<'Menu'>(1);
const pageId = anId<'Menu'>(2);

const aRole = (number: number, given: Partial<RoleFacts> = {}): RoleFacts => ({
  id: anId(number),
  code: `ROLE_${number}`,
  name: `Role ${number}`,
  status: 1,
  requiresFactor: false,
  permissionIds: [permissionId],
  conditions: {},
  menuIds: [pageId],
  ...given,
});

interface Given {
  readonly user?: Status;
  readonly permission?: Partial<AccessFacts['permissions'][number]>;
  readonly roles?: readonly RoleFacts[];
  readonly validFrom?: Date;
  readonly validUntil?: Date;
  readonly directory?: 0 | 1 | 2;
  readonly page?: 0 | 1 | 2;
}

/** A user with roles that have the permission and the page below a directory. */
function explain(given: Given = {}, further: readonly OperationRule[] = []) {
  const { user = 1, permission = {}, roles = [aRole(1)], validFrom = null, validUntil = null } = given;
  const facts: AccessFacts = {
    at,
    users: [
      {
        id: anId(1),
        username: 'ada',
        status: user,
        attributes: {},
        roleGrants: roles.map(({ id }) => ({ roleId: id, validFrom, validUntil })),
      },
    ],
    roles,
    permissions: [{ id: permissionId, code: permissionCode, name: 'Read', status: 1, ...permission }],
    menus: [
      aMenu({ id: directoryId, routeName: 'manage', menuType: 1, status: given.directory ?? 1 }),
      aMenu({ id: pageId, routeName: 'manage_label', parentId: directoryId, status: given.page ?? 1 }),
    ],
  };
  const [ada] = facts.users;
  return explainAccess(facts, ada ?? expect.fail('There is no user.'), [
    { id: 'readLabel', isPublic: false, requirement: { allPermissions: [permissionCode] } },
    { id: 'readOrRole', isPublic: false, requirement: { anyRole: ['ROLE_1'], anyPermission: [permissionCode] } },
    { id: 'both', isPublic: false, requirement: { anyRole: ['ROLE_2'], allPermissions: [permissionCode] } },
    { id: 'logOut', isPublic: false, requirement: {} },
    { id: 'logIn', isPublic: true, requirement: {} },
    ...further,
  ]);
}

const grantedIn = (items: readonly { readonly id: string; readonly granted: boolean }[]): readonly string[] =>
  items.filter(({ granted }) => granted).map(({ id }) => id);

describe('explainAccess', () => {
  const path = { role: { id: aRole(1).id, code: 'ROLE_1', name: 'Role 1' }, since: null, until: null };

  it('returns the paths to a role, a permission, a menu, the directory above it, and the operations', () => {
    const { status, roles, permissions, menus, operations } = explain();
    const granted = { granted: true, needsFactor: false, nearMisses: [] };
    const { permissionIds: _permissions, menuIds: _menus, conditions: _conditions, ...role } = aRole(1);
    expect(status).to.equal(1);
    expect(roles).to.deep.equal([{ ...role, ...granted, paths: [path] }]);
    expect(permissions).to.deep.equal([
      {
        id: permissionId,
        code: permissionCode,
        name: 'Read',
        status: 1,
        roles: ['ROLE_1'],
        ...granted,
        paths: [{ ...path, condition: null }],
      },
    ]);
    expect(menus.map(({ routeName, paths }) => [routeName, paths])).to.deep.equal([
      ['manage', [{ ...path, below: 'manage_label' }]],
      ['manage_label', [{ ...path, below: null }]],
    ]);
    expect(operations.find(({ id }) => id === 'readOrRole')).to.deep.equal({
      id: 'readOrRole',
      granted: true,
      needsFactor: false,
      isConditional: false,
      conditions: [
        {
          roles: ['ROLE_1'],
          permissions: [permissionCode],
          ...granted,
          paths: [
            { ...path, condition: null, permission: null },
            { ...path, condition: null, permission: permissionCode },
          ],
        },
      ],
    });
    expect(grantedIn(operations)).to.deep.equal(['readLabel', 'readOrRole', 'logOut', 'logIn']);
  });

  const table: readonly [why: string, given: Given, reasons: readonly string[]][] = [
    ['the user is disabled', { user: 0 }, ['user-disabled']],
    ['the grant begins later', { validFrom: aDay(11) }, ['grant-not-begun']],
    ['the grant ends now', { validUntil: at }, ['grant-expired']],
    ['the role is disabled', { roles: [aRole(1, { status: 0 })] }, ['role-disabled']],
    ['the permission is disabled', { permission: { status: 0 } }, ['permission-disabled']],
    [
      'several reasons apply',
      { roles: [aRole(1, { status: 0 })], validUntil: aDay(9), permission: { status: 0 } },
      ['grant-expired', 'role-disabled', 'permission-disabled'],
    ],
  ];
  for (const [why, given, [reason, ...otherReasons]] of table) {
    it(`returns a near miss to a permission if ${why}`, () => {
      const [permission] = explain(given).permissions;
      const since = given.validFrom ?? null;
      const until = given.validUntil ?? null;
      expect(permission).to.deep.include({
        granted: false,
        needsFactor: false,
        paths: [],
        nearMisses: [{ ...path, condition: null, since, until, reason, otherReasons }],
      });
    });
  }

  it('returns the path through an enabled role and the near miss through a disabled one', () => {
    const [permission] = explain({ roles: [aRole(1, { status: 0 }), aRole(2)] }).permissions;
    expect(permission).to.deep.include({ granted: true, needsFactor: false, roles: ['ROLE_1', 'ROLE_2'] });
    expect(permission?.paths.map(({ role }) => role.code)).to.deep.equal(['ROLE_2']);
    expect(permission?.nearMisses.map(({ role }) => role.code)).to.deep.equal(['ROLE_1']);
  });

  it('opens operations by a permission with a condition only if they evaluate it', () => {
    const condition = { attr: 'resource.authorId', eq: { ref: 'subject.id' } } as const;
    const role = aRole(1, { conditions: { [permissionId]: condition } });
    const requirement = { anyRole: ['OTHER'], anyPermission: [permissionCode] } as const;
    const { permissions, operations } = explain({ roles: [role] }, [
      { id: 'ignores', isPublic: false, requirement },
      { id: 'evaluates', isPublic: false, requirement: { ...requirement, evaluatesConditions: true } },
    ]);
    expect(permissions[0]).to.deep.include({ granted: true, paths: [{ ...path, condition }] });
    const [ignores, evaluates] = operations.slice(-2);
    expect(ignores).to.deep.include({ granted: false, isConditional: false });
    expect(ignores?.conditions[0]?.nearMisses.map(({ reason }) => reason)).to.deep.equal(['conditional']);
    expect(evaluates).to.deep.include({ granted: true, isConditional: true });
  });

  it('opens operations for some resources to users who may not read all of them', () => {
    const requirement = { anyRole: ['OTHER'], anyPermission: [permissionCode], evaluatesConditions: true } as const;
    const when = (given: Given, readers: OperationRule['readers']) => {
      const rule = { id: 'changes', isPublic: false, requirement, ...(readers && { readers }) };
      const { granted, isConditional } = explain(given, [rule]).operations.at(-1) ?? expect.fail('There is no rule.');
      return [granted, isConditional];
    };
    const none = { roles: [], permissions: ['label.other'] };
    expect(when({}, undefined)).to.deep.equal([true, false]);
    expect(when({}, { ...none, roles: ['ROLE_1'] })).to.deep.equal([true, false]);
    expect(when({}, { roles: [], permissions: [permissionCode] })).to.deep.equal([true, false]);
    expect(when({}, none)).to.deep.equal([true, true]);
    expect(when({ permission: { status: 0 } }, none)).to.deep.equal([false, false]);
    const roles = [aRole(1, { requiresFactor: true })];
    expect(when({ roles }, { ...none, roles: ['ROLE_1'] })).to.deep.equal([true, false]);
    expect(when({ roles: [...roles, aRole(2)] }, { ...none, roles: ['ROLE_1'] })).to.deep.equal([true, true]);
  });

  it('grants what a factor is required for, with a near miss, and says whether every path needs a factor', () => {
    const requiring = aRole(1, { requiresFactor: true });
    const alone = explain({ roles: [requiring] });
    expect(alone.permissions[0]).to.deep.include({ granted: true, needsFactor: true, paths: [] });
    expect(alone.permissions[0]?.nearMisses).to.deep.equal([
      { ...path, condition: null, reason: 'factor-required', otherReasons: [] },
    ]);
    expect(alone.menus.map(({ granted, needsFactor }) => [granted, needsFactor])).to.deep.equal([
      [true, true],
      [true, true],
    ]);
    expect(alone.operations.map(({ granted, needsFactor }) => [granted, needsFactor])).to.deep.equal([
      [true, true],
      [true, true],
      [false, false],
      [true, false],
      [true, false],
    ]);
    const both = explain({ roles: [requiring, aRole(2)] });
    expect(both.permissions[0]).to.include({ granted: true, needsFactor: false });
    const off = explain({ user: 0, roles: [requiring] });
    expect(off.permissions[0]).to.include({ granted: false, needsFactor: false });
  });

  it('requires all conditions of an operation, and explains each', () => {
    const operation = explain({ roles: [aRole(1), aRole(2, { status: 0 })] }).operations.find(
      ({ id }) => id === 'both',
    );
    expect(operation?.granted).to.equal(false);
    expect(operation?.conditions.map(({ granted }) => granted)).to.deep.equal([false, true]);
    expect(operation?.conditions[0]?.nearMisses.map(({ reason }) => reason)).to.deep.equal(['role-disabled']);
  });

  it('allows a disabled user only public operations', () => {
    expect(grantedIn(explain({ user: 0 }).operations)).to.deep.equal(['logIn']);
  });

  it('says that a menu is disabled, or hidden by a disabled menu above it', () => {
    const reasonsIn = (given: Given) =>
      explain(given).menus.map(({ routeName, nearMisses }) => [routeName, ...nearMisses.map(({ reason }) => reason)]);
    expect(reasonsIn({ page: 2 })).to.deep.equal([['manage_label', 'menu-disabled']]);
    expect(reasonsIn({ directory: 0 })).to.deep.equal([['manage_label', 'parent-menu-disabled']]);
  });
});
