import { isPermitted, type Requirement } from '@portcullis/domain/internal/access/access';
import { explainAccess, type OperationRule } from '@portcullis/domain/internal/access/explain-access';
import { permissionHoldersIn } from '@portcullis/domain/internal/access/holders';
import { isId, type MenuId, type SessionId, type UserId } from '@portcullis/domain/internal/shared/ids';
import { canUseCode } from '@portcullis/domain/internal/accounts/key-use';
import { routeTree, type UserRoutes } from '@portcullis/domain/internal/menus/menu-tree';
import type { AccessViews } from '@portcullis/application/internal/ports/access';
import type { AccessFactViews } from '@portcullis/application/internal/ports/access-facts';
import type { MenuViews } from '@portcullis/application/internal/ports/menus';
import type { UserViews } from '@portcullis/application/internal/ports/users';
import { compareDecisions, keyAddress, type Expected } from './compare-decisions.ts';
import type { RandomAccess } from '@portcullis/testing/internal/contracts/random-access';

/** The views that decide access, and the view that explains it. */
export interface AccessStore {
  readonly access: AccessViews;
  readonly accessFacts: AccessFactViews;
  readonly menus: MenuViews;
  readonly users: UserViews;
}

/** The result of a comparison. */
export interface Agreement {
  /** The results of the explanation and of the access check for each session in which they differ. */
  readonly disagreements: readonly unknown[];
  /** The numbers of operations that were compared, and of those that are allowed. */
  readonly operations: number;
  readonly allowed: number;
}

/**
 * Compares, for every session, what the explanation of access, the access check, the own permissions and the own menus
 * say, and, for every API key, what the holders of permissions and the access check say. The decisions for other
 * services are compared too.
 */
export async function compareExplanations(
  store: AccessStore,
  state: RandomAccess,
  requirements: readonly Requirement[],
): Promise<Agreement> {
  const disagreements: unknown[] = [];
  const rules = requirements.map(
    (requirement, index): OperationRule => ({ id: String(index), isPublic: false, requirement }),
  );
  let allowed = 0;
  const withoutFactor: Expected[] = [];
  for (const { id, userId, hasFactor } of state.sessions) {
    const facts = await store.accessFacts.ofUser(userId);
    const [user] = facts?.users ?? [];
    if (facts === undefined || user === undefined) throw new Error('There is no user.');
    const explained = explainAccess(facts, user, rules);
    const inSession = <Item extends { readonly granted: boolean; readonly needsFactor: boolean }>(
      items: readonly Item[],
    ) => items.filter(({ granted, needsFactor }) => granted && (hasFactor || !needsFactor));
    const permissions = inSession(explained.permissions);
    const isForAllResources = ({ paths, nearMisses }: (typeof permissions)[number]): boolean => {
      const needingFactor = nearMisses.filter(
        ({ reason, otherReasons }) => reason === 'factor-required' && otherReasons.length === 0,
      );
      return [...paths, ...(hasFactor ? needingFactor : [])].some(({ condition }) => condition === null);
    };
    const said = {
      roles: inSession(explained.roles).map(({ code }) => code),
      permissions: permissions.filter(isForAllResources).map(({ code }) => code),
      openingRoutes: permissions.map(({ code }) => code),
      menus: inSession(explained.menus)
        .map((menu) => menu.id)
        .toSorted(),
      operations: inSession(explained.operations).map((operation) => operation.id),
    };
    const { unconditional, ...decided } = await decisions(store, state, userId, { sessionId: id, rules });
    if (JSON.stringify(said) !== JSON.stringify(decided)) disagreements.push({ userId, hasFactor, said, decided });
    allowed += decided.operations.length;
    if (hasFactor) continue;
    const granted = new Set([
      ...unconditional.flatMap((code) => [`permission ${code}`, `action ${code}`]),
      ...decided.menus.map((menuId) => `menu ${menuId}`),
      ...decided.operations.map((operation) => `operation ${operation}`),
    ]);
    withoutFactor.push({ subject: { type: 'user', id: userId }, granted });
  }
  const keys = [await keysOfHolders(store, state), await keysThatPass(store, state)];
  if (JSON.stringify(keys[0]) !== JSON.stringify(keys[1])) disagreements.push({ keys });
  disagreements.push(...(await compareDecisions(store, state, rules, withoutFactor)));
  return { disagreements, operations: rules.length * state.sessions.length, allowed };
}

/** Returns the codes of the permissions with the ids of the keys that the lists of their holders contain. */
async function keysOfHolders({ accessFacts }: AccessStore, { permissions }: RandomAccess): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { id, code } of permissions) {
    const facts = await accessFacts.ofHolders({ kind: 'permission', id }, { limit: 200 });
    if (facts === undefined) throw new Error('There is no permission.');
    for (const { apiKeys } of permissionHoldersIn(facts, id)) found.push(...apiKeys.map((key) => `${code} ${key.id}`));
  }
  return found.toSorted();
}

/** Returns the codes of the permissions with the ids of the keys to which the access check gives them. */
async function keysThatPass({ access }: AccessStore, { apiKeys }: RandomAccess): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { id: keyId, secretHash, allowedAddresses, readOnly } of apiKeys) {
    // The lists of holders do not depend on addresses, so each key is used from an address that it allows.
    const ipAddress = allowedAddresses[0]?.replace('0/24', '1') ?? keyAddress;
    const grants = await access.keyGrants({ keyId, secretHash, ipAddress });
    const codes = new Set([...(grants?.permissions ?? []), ...(grants?.conditional ?? []).map(({ code }) => code)]);
    const usable = [...codes].filter((code) => canUseCode({ readOnly }, code));
    found.push(...usable.map((code) => `${code} ${keyId}`));
  }
  return found.toSorted();
}

const nothing = { roles: [], permissions: [], openingRoutes: [], unconditional: [], menus: [], operations: [] };

async function decisions(
  { access, menus, users }: AccessStore,
  state: RandomAccess,
  userId: UserId,
  { sessionId, rules }: { readonly sessionId: SessionId; readonly rules: readonly OperationRule[] },
) {
  const codesOf = (items: readonly { readonly code: string }[]) => items.map(({ code }) => code);
  const asked = { userId, sessionId, roles: codesOf(state.roles), permissions: codesOf(state.permissions) };
  const grants = await access.check({ ...asked, evaluatesConditions: true }).grants;
  if (grants === undefined) return nothing;
  const { menuIds } = await menus.grantedTo(userId, sessionId);
  const granted = new Set(menuIds.split(',').filter((id) => isId<'Menu'>(id)));
  return {
    roles: grants.roles.toSorted(),
    permissions: await users.permissionsOf(userId, sessionId),
    openingRoutes: [...new Set([...grants.permissions, ...codesOf(grants.conditional ?? [])])].toSorted(),
    unconditional: grants.permissions,
    menus: idsIn(routeTree(state.menus, granted)).toSorted(),
    operations: rules.filter(({ requirement }) => isPermitted(requirement, grants)).map(({ id }) => id),
  };
}

const idsIn = (routes: UserRoutes): readonly MenuId[] => routes.flatMap(({ id, children }) => [id, ...idsIn(children)]);
