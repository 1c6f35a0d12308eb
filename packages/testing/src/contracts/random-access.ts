import type { Requirement } from '@portcullis/domain/internal/access/access';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type { Menu } from '@portcullis/domain/internal/menus/menu';
import { declarePermission } from '@portcullis/domain/internal/roles/permission';
import type { GrantPeriod } from '@portcullis/domain/internal/roles/role-grant';
import { disabled, enabled } from '@portcullis/domain/internal/shared/status';
import type { AccessChange } from '@portcullis/application/internal/access/what-if';
import { aMenu, anApiKey, aPermission, aRole, aSession, aUser, unique } from '../builders.ts';
import type { Given } from '../given.ts';

const past = new Date('2001-01-01T00:00:00.000Z');
const future = new Date('2999-01-01T00:00:00.000Z');

/** Periods of grants. Two of them are in force at any time between the two dates. */
const periods: readonly GrantPeriod[] = [
  { validFrom: null, validUntil: null },
  { validFrom: past, validUntil: future },
  { validFrom: future, validUntil: null },
  { validFrom: null, validUntil: past },
];

const regions = ['north', 'south'] as const;

/** Conditions on the resources of other services. */
const conditions: readonly Condition[] = [
  { attr: 'resource.ownerId', eq: { ref: 'subject.id' } },
  { attr: 'resource.region', eq: { ref: 'subject.region' } },
  { not: { attr: 'resource.region', in: ['north'] } },
];

/** Random choices that depend only on a seed. */
export class Choices {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a number from 0 to `count - 1` (the algorithm is mulberry32). */
  below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  isTrue(probability: number): boolean {
    return this.below(1000) < probability * 1000;
  }

  oneOf<Item>(items: readonly Item[]): Item {
    const chosen = items[this.below(items.length)];
    if (chosen === undefined) throw new RangeError('There is nothing to choose from.');
    return chosen;
  }

  some<Item>(items: readonly Item[], probability: number): readonly Item[] {
    return items.filter(() => this.isTrue(probability));
  }
}

/** Writes digits as letters, because a declared permission code consists of letters. */
const inLetters = (text: string): string =>
  text.replaceAll('-', '').replace(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)));

/**
 * Returns users with random roles, permissions and menus. Some of each are disabled, some grants are not in
 * force, some roles require a second factor, and some permissions have conditions. Each user has two sessions and two
 * API keys, and only the second of each has a second factor. Some keys have expired, or cannot be used from the address 192.0.2.1.
 */
export function randomAccess(choices: Choices) {
  const status = () => (choices.isTrue(0.85) ? enabled : disabled);
  const permissions = Array.from({ length: 5 }, () => ({
    ...aPermission({ status: status() }),
    code: declarePermission(`${inLetters(unique('resource'))}.${choices.oneOf(['read', 'update'] as const)}`),
  }));
  const menus: Menu[] = [];
  for (let count = 0; count < 6; count += 1) {
    const parent = choices.isTrue(0.6) && menus.length > 0 ? choices.oneOf(menus) : undefined;
    const menuType = parent === undefined && choices.isTrue(0.7) ? 1 : 2;
    menus.push(
      aMenu({ parentId: parent?.id ?? null, menuType, status: choices.isTrue(0.85) ? 1 : choices.oneOf([0, 2]) }),
    );
  }
  const roles = Array.from({ length: 4 }, () => aRole({ status: status(), requiresFactor: choices.isTrue(0.25) }));
  const users = Array.from({ length: 3 }, () =>
    aUser({
      status: choices.isTrue(0.85) ? enabled : disabled,
      attributes: choices.isTrue(0.7) ? { region: choices.oneOf(regions) } : {},
    }),
  );
  const rolePermissions = roles.map(({ id }) => [id, choices.some(permissions, 0.5).map((each) => each.id)] as const);
  const granted = users.map((user) => [user.id, choices.some(roles, 0.65)] as const);
  return {
    permissions,
    menus,
    roles,
    rolePermissions,
    conditions: rolePermissions.map(
      ([id, held]) =>
        [
          id,
          choices.some(held, 0.4).map((permissionId) => ({ permissionId, condition: choices.oneOf(conditions) })),
        ] as const,
    ),
    roleMenus: roles.map(({ id }) => [id, choices.some(menus, 0.35).map((each) => each.id)] as const),
    users,
    userRoles: granted.map(([id, held]) => [id, held.map((role) => role.id)] as const),
    grantPeriods: granted.map(
      ([id, held]) => [id, held.map((role) => ({ roleId: role.id, ...choices.oneOf(periods) }))] as const,
    ),
    sessions: users.flatMap(({ id }) => [aSession({ userId: id }), aSession({ userId: id, hasFactor: true })]),
    apiKeys: users.flatMap(({ id: ownerId }) =>
      [false, true].map((hasFactor) =>
        anApiKey({
          ownerId,
          hasFactor,
          permissions: choices.some(permissions, 0.7).map(({ code }) => code),
          expiresAt: choices.isTrue(0.9) ? future : past,
          readOnly: choices.isTrue(0.3),
          allowedAddresses: choices.oneOf([[], [], ['192.0.2.0/24'], ['198.51.100.0/24']]),
        }),
      ),
    ),
  } satisfies Given;
}

/** The users, roles, permissions and menus that `randomAccess` returns. */
export type RandomAccess = ReturnType<typeof randomAccess>;

/** Returns the access rule of an operation that requires some of the roles and permissions. */
export function randomRequirement(choices: Choices, { roles, permissions }: RandomAccess): Requirement {
  const codes = permissions.map(({ code }) => code);
  const anyRole = choices.some(
    roles.map(({ code }) => code),
    0.4,
  );
  if (choices.isTrue(0.5))
    return { anyRole: [...anyRole, choices.oneOf(roles).code], anyPermission: choices.some(codes, 0.4) };
  return { anyRole, allPermissions: choices.some(codes, 0.2) };
}

/** Returns a change to the users, roles, permissions or menus of a state. Some of these changes are refused. */
export function randomChange(choices: Choices, { users, roles, permissions, menus }: RandomAccess): AccessChange {
  const userId = choices.oneOf(users).id;
  const roleId = choices.isTrue(0.05) ? administratorRole.id : choices.oneOf(roles).id;
  const permissionId = choices.oneOf(permissions).id;
  const status = choices.oneOf([enabled, disabled]);
  const idsOf = <Item extends { readonly id: string }>(items: readonly Item[]): readonly Item['id'][] =>
    choices.some(items, 0.5).map(({ id }) => id);
  return choices.oneOf<AccessChange>([
    { kind: 'user.roles', userId, roleIds: idsOf(roles) },
    {
      kind: 'user.role-grants',
      userId,
      grants: idsOf(roles).map((id) => ({ roleId: id, ...choices.oneOf(periods) })),
    },
    { kind: 'role.permissions', roleId, permissionIds: idsOf(permissions) },
    {
      kind: 'role.permission-grants',
      roleId,
      grants: idsOf(permissions).map((id) => ({
        permissionId: id,
        condition: choices.isTrue(0.5) ? choices.oneOf(conditions) : null,
      })),
    },
    { kind: 'role.menus', roleId, menuIds: idsOf(menus) },
    { kind: 'role.status', roleId, status },
    { kind: 'permission.status', permissionId, status },
    { kind: 'user.deletion', userId },
    { kind: 'role.deletion', roleId },
    { kind: 'permission.deletion', permissionId },
    { kind: 'menu.deletion', menuId: choices.oneOf(menus).id },
  ]);
}
