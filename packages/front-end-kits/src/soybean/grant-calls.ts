import {
  hasFailed,
  ifMatch,
  mapData,
  operationsOf,
  type Answer,
  type ResponseWithHeaders,
  type Request,
  type RowVersion,
} from './calls.ts';
import { toMenuChoice } from './menus.ts';
import { isGroup, toPermissionTree } from './roles.ts';
import type { Names } from './values.ts';

/**
 * An entry of a tree with checkboxes. It is a type alias, because an interface is not assignable to an index signature.
 */
export type GrantOption = {
  readonly id: string;
  readonly label: string;
  readonly children?: GrantOption[];
};

/** The menus or permissions that can be granted to a role, and the ids of those that the role has. */
interface Grants {
  readonly tree: GrantOption[];
  readonly granted: string[];
}

/** The calls for either the menus or the permissions of a role. */
export interface GrantCalls<Failure extends Error, Reply> {
  readonly read: (roleId: string) => Promise<Answer<Grants, Failure, Reply>>;
  /** Replaces the granted menus or permissions. @returns the new version number of the role */
  readonly save: (role: RowVersion, ids: readonly string[]) => Promise<Answer<number, Failure, Reply>>;
}

/** Returns the version number in the `ETag` of a response. */
const versionOf = ({ headers }: ResponseWithHeaders): number =>
  Number(String(Reflect.get(headers, 'etag')).replaceAll('"', ''));

const pathOf = (roleId: string) => ({ params: { path: { roleId } } });

type OptionsOfRole = ReturnType<typeof pathOf>;

/** Creates the calls for the menus and the permissions of a role. */
export function grantCalls<Failure extends Error, Reply extends ResponseWithHeaders, Key extends string>(
  request: Request<Failure, Reply>,
  names: Names<Key>,
  translate: (key: Key) => string,
) {
  const { get, post } = operationsOf(request);
  const callsFor = (
    readTree: () => Promise<Answer<GrantOption[], Failure, Reply>>,
    readGranted: (options: OptionsOfRole) => Promise<Answer<readonly { readonly id: string }[], Failure, Reply>>,
    replace: (options: OptionsOfRole, ids: string[]) => Promise<Answer<unknown, Failure, Reply>>,
  ): GrantCalls<Failure, Reply> => ({
    read: async (roleId) => {
      const [tree, granted] = await Promise.all([readTree(), readGranted(pathOf(roleId))]);
      if (hasFailed(tree)) return tree;
      if (hasFailed(granted)) return granted;
      return { ...granted, data: { tree: tree.data, granted: granted.data.map(({ id }) => id) } };
    },
    save: async ({ id, version }, ids) => {
      const options = { ...pathOf(id), headers: ifMatch(version) };
      const answer = await replace(
        options,
        ids.filter((each) => !isGroup(each)),
      );
      return hasFailed(answer) ? answer : { ...answer, data: versionOf(answer.response) };
    },
  });
  return {
    menuGrants: callsFor(
      () => mapData(get('/api/menus/tree'), (nodes) => nodes.map((node) => toMenuChoice(node, names, translate))),
      (role) => get('/api/roles/{roleId}/menus', role),
      (role, menuIds) => post('/api/roles/{roleId}/menus', { ...role, body: { menuIds } }),
    ),
    permissionGrants: callsFor(
      () => mapData(get('/api/permissions/by-resource'), toPermissionTree),
      (role) => get('/api/roles/{roleId}/permissions', role),
      (role, permissionIds) => post('/api/roles/{roleId}/permissions', { ...role, body: { permissionIds } }),
    ),
  };
}
