import type { Schemas } from '@portcullis/client';

type Permission = Schemas['Permission'];

interface MatrixRow {
  readonly resource: string;
  /** One cell for each action. A cell is undefined if there is no permission for the resource and the action. */
  readonly cells: readonly (Permission | undefined)[];
}

export interface PermissionMatrix {
  readonly actions: readonly string[];
  readonly rows: readonly MatrixRow[];
  /** Permissions without a cell: their action has no column, or another permission is in their cell. */
  readonly others: readonly Permission[];
}

/** Actions that have a column even if only one resource has them. These columns come first. */
const usualActions = ['create', 'read', 'update', 'delete'];

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function actionsOf(permissions: readonly Permission[]): readonly string[] {
  const resourcesOf = new Map<string, Set<string>>();
  for (const { action, resource } of permissions)
    resourcesOf.set(action, (resourcesOf.get(action) ?? new Set<string>()).add(resource));
  const usual = usualActions.filter((action) => resourcesOf.has(action));
  const shared = [...resourcesOf].filter(([action, { size }]) => size > 1 && !usual.includes(action));
  return [...usual, ...shared.map(([action]) => action).toSorted(compare)];
}

/**
 * @returns a table of permissions. An action has a column if it is one of `usualActions`, or if several resources have
 * this action. A resource has a row if at least one of its permissions is in a column.
 */
export function matrixOf(permissions: readonly Permission[]): PermissionMatrix {
  const actions = actionsOf(permissions);
  // If several permissions belong to one cell, the cell shows the permission with the code `resource.action`. If there
  // is no such permission, the cell shows the permission whose code comes first in alphabetical order.
  const isNamedAfterCell = ({ code, resource, action }: Permission): boolean => code === `${resource}.${action}`;
  const candidates = permissions.toSorted(
    (one, other) => Number(isNamedAfterCell(other)) - Number(isNamedAfterCell(one)) || compare(one.code, other.code),
  );
  const rows = [...new Set(permissions.map(({ resource }) => resource))].toSorted(compare).map((resource) => ({
    resource,
    cells: actions.map((action) => candidates.find((one) => one.resource === resource && one.action === action)),
  }));
  const placed = new Set(rows.flatMap(({ cells }) => cells.map((cell) => cell?.id)));
  return {
    actions,
    rows: rows.filter(({ cells }) => cells.some((cell) => cell !== undefined)),
    others: permissions.filter(({ id }) => !placed.has(id)).toSorted((one, other) => compare(one.code, other.code)),
  };
}
