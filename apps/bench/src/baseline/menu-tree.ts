import type { Texts } from './prepared.ts';

interface MenuRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly isDirectory: boolean;
  readonly isEnabled: boolean;
  readonly isGranted: boolean;
  /** JSON of the node without its children. */
  readonly node: string;
}

const menuRow = ([id, parentId, menuType, status, granted, node]: Texts): MenuRow => ({
  id: id ?? '',
  parentId: parentId ?? null,
  isDirectory: menuType === '1',
  isEnabled: status === '1',
  isGranted: granted === 't',
  node: node ?? '',
});

/**
 * Returns the tree of the granted menus as JSON. A granted menu is left out if it or one of its ancestors is disabled.
 * The directories above a shown menu are shown too, even if they are not granted. Menus with the same parent keep the
 * order of the rows. No menu may be its own ancestor, because the search for ancestors would then never end.
 */
export function menuTree(texts: readonly Texts[]): string {
  const rows = texts.map(menuRow);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const parentOf = (row: MenuRow) => (row.parentId === null ? undefined : byId.get(row.parentId));
  const shown = new Set<MenuRow>();
  for (const row of rows) {
    if (!row.isGranted) continue;
    const line: MenuRow[] = [];
    for (let each: MenuRow | undefined = row; each !== undefined; each = parentOf(each)) line.push(each);
    if (!line.every(({ isEnabled }) => isEnabled)) continue;
    for (const each of line) if (each === row || each.isDirectory) shown.add(each);
  }
  const children = new Map<MenuRow | undefined, MenuRow[]>();
  for (const row of rows) {
    if (!shown.has(row)) continue;
    let parent = parentOf(row);
    while (parent !== undefined && !shown.has(parent)) parent = parentOf(parent);
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [row]);
    else siblings.push(row);
  }
  const listOf = (parent: MenuRow | undefined): string =>
    `[${(children.get(parent) ?? []).map((row) => `${row.node.slice(0, -1)},"children":${listOf(row)}}`).join(',')}]`;
  return listOf(undefined);
}
