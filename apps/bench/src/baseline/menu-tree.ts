export interface MenuRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly menuType: number;
  readonly status: number;
  readonly granted: boolean;
  /** The node without its children, as JSON. */
  readonly node: string;
}

const enabled = 1;
const directory = 1;

/** The tree of the menus granted, as JSON; the rows come in the order of siblings, and parents make no ring. */
export function menuTree(rows: readonly MenuRow[]): string {
  const known = new Map(rows.map((row) => [row.id, row]));
  const above = (row: MenuRow) => (row.parentId === null ? undefined : known.get(row.parentId));
  const shown = new Set<string>();
  for (const row of rows) {
    if (!row.granted) continue;
    const line: MenuRow[] = [];
    for (let at: MenuRow | undefined = row; at !== undefined; at = above(at)) line.push(at);
    if (!line.every(({ status }) => status === enabled)) continue;
    for (const at of line) if (at === row || at.menuType === directory) shown.add(at.id);
  }
  const children = new Map<string, MenuRow[]>();
  for (const row of rows) {
    if (!shown.has(row.id)) continue;
    let parent = above(row);
    while (parent !== undefined && !shown.has(parent.id)) parent = above(parent);
    const siblings = children.get(parent?.id ?? '');
    if (siblings === undefined) children.set(parent?.id ?? '', [row]);
    else siblings.push(row);
  }
  const below = (id: string): string =>
    `[${(children.get(id) ?? []).map(({ id: child, node }) => `${node.slice(0, -1)},"children":${below(child)}}`).join(',')}]`;
  return below('');
}
