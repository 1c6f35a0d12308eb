import type { Schemas } from '@portcullis/client';
import {
  hasFailed,
  ifMatch,
  mapData,
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
export interface Grants {
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

/** Creates the calls for the menus and the permissions of a role. */
export function grantCalls<Failure extends Error, Reply extends ResponseWithHeaders, Key extends string>(
  request: Request<Failure, Reply>,
  names: Names<Key>,
  translate: (key: Key) => string,
) {
  const callsFor = (
    list: 'menus' | 'permissions',
    field: 'menuIds' | 'permissionIds',
    readTree: () => Promise<Answer<GrantOption[], Failure, Reply>>,
  ): GrantCalls<Failure, Reply> => ({
    read: async (roleId) => {
      const url = `/roles/${roleId}/${list}`;
      const [tree, granted] = await Promise.all([readTree(), request<{ readonly id: string }[]>({ url })]);
      if (hasFailed(tree)) return tree;
      if (hasFailed(granted)) return granted;
      return { ...granted, data: { tree: tree.data, granted: granted.data.map(({ id }) => id) } };
    },
    save: async ({ id, version }, ids) => {
      const data = { [field]: ids.filter((each) => !isGroup(each)) };
      const answer = await request<unknown>({
        url: `/roles/${id}/${list}`,
        method: 'post',
        data,
        headers: ifMatch(version),
      });
      return hasFailed(answer) ? answer : { ...answer, data: versionOf(answer.response) };
    },
  });
  return {
    menuGrants: callsFor('menus', 'menuIds', () =>
      mapData(request<Schemas['MenuNode'][]>({ url: '/menus/tree' }), (nodes) =>
        nodes.map((node) => toMenuChoice(node, names, translate)),
      ),
    ),
    permissionGrants: callsFor('permissions', 'permissionIds', () =>
      mapData(request<Record<string, Schemas['Permission'][]>>({ url: '/permissions/by-resource' }), toPermissionTree),
    ),
  };
}
