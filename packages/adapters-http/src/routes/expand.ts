import type { ListQuery, Page } from '@portcullis/application/internal/ports/lists';
import { Describe } from '../validation/descriptions.ts';
import { all, Optional } from '../validation/fields.ts';
import { type HttpError, validationFailed } from '../responses/http-error.ts';
import * as schema from '../validation/schema.ts';
import type { Schema } from '../validation/schema.ts';
import type { CallerReading } from './calls.ts';
import { ListOfNames } from './list-decorators.ts';

/** Maximum number of entries that one response contains beside its items. */
const mostExpanded = 1000;

interface Entry {
  readonly id: string;
}

/** A reference of an item to other entries. */
export interface Expansion<Item> {
  /** The ids to which an item refers: a list of them if it can refer to several, otherwise null without a reference. */
  readonly idsOf: (item: Item) => readonly string[] | string | null | undefined;
  /** Reads the entries with these ids that the caller may read, with one statement. */
  readonly read: (ids: readonly string[]) => Promise<readonly Entry[]>;
  /** The references of the entries. Default: none. */
  readonly further?: () => Expansions<Entry>;
}

/** References by their names. */
export type Expansions<Item> = Readonly<Record<string, Expansion<Item>>>;

/** The entries to which an item refers, by the names of the references. */
type Expanded = Readonly<Record<string, Entry | readonly Entry[]>>;

/** What an item has if its references are expanded. */
export interface WithExpanded {
  /** Entries that do not exist and entries that the caller may not read are missing. */
  readonly expanded?: Expanded;
}

/** The field of items with the entries to which they refer. */
export const expandedSchema: Schema<Expanded> = schema.withDescription(
  schema.keyed({ anyOf: [schema.json, schema.listOf(schema.json)] }),
  'The entries that `expand` names, by the name of the reference. What the caller may not read is missing.',
);

/** Accepts the names of references to expand, separated by commas. */
export const Expands = (names: readonly string[]): PropertyDecorator =>
  all(
    Optional(),
    ListOfNames('expand', names),
    Describe(
      `The references whose entries are added to \`expanded\` of each item, separated by commas: ${names.join(', ')}. At most ${mostExpanded.toLocaleString('en')} entries are added.`,
    ),
  );

/** Reads the entries of a built-in list with these ids. Without a list, there are none. */
export const entriesOf = async (
  views: { readonly list: (query: ListQuery<never>) => Promise<Page<Entry>> } | undefined,
  ids: readonly string[],
): Promise<readonly Entry[]> => (await views?.list({ page: 1, pageSize: ids.length, ids }))?.items ?? [];

/** Whether a caller holds a permission without a condition. A visitor holds none. */
export async function holds(reading: CallerReading | undefined, code: string): Promise<boolean> {
  if (reading === undefined) return false;
  const { caller, views } = reading;
  const codes =
    caller.apiKey?.permissions ?? (await views.users.permissionsOf(caller.id, caller.sessionId ?? undefined));
  return codes.includes(code);
}

/** Which references and which fields the items of a response have. */
export interface Shape {
  readonly expand?: readonly string[] | undefined;
  readonly fields?: readonly string[] | undefined;
}

/**
 * Returns the items in the form that the query asks for: with the entries to which they refer, and only with the chosen
 * fields.
 * @throws {HttpError} validation-failed, if the items refer to too many entries
 */
export const shapedItems = async <Item extends object>(
  items: readonly Item[],
  { expand, fields }: Shape,
  expansions: () => Expansions<Item>,
): Promise<readonly (Item | Partial<Item & WithExpanded>)[]> =>
  withChosenFields(expand === undefined ? items : await withExpanded(items, expand, expansions()), fields);

/** Returns the items with only the fields that the query chooses, and with the entries to which they refer. */
function withChosenFields<Item extends object>(
  items: readonly Item[],
  fields: readonly string[] | undefined,
): readonly (Item | Partial<Item>)[] {
  if (fields === undefined) return items;
  const chosen = new Set([...fields, 'expanded']);
  return items.map((item): Partial<Item> => {
    const part: Partial<Item> = {};
    for (const name in item) if (chosen.has(name)) part[name] = item[name];
    return part;
  });
}

/**
 * Adds the entries to which items refer. Each name needs one statement.
 * @param names the names of the references, such as `lines` and `lines.product`
 * @throws {HttpError} validation-failed, if the items refer to too many entries
 */
async function withExpanded<Item extends object>(
  items: readonly Item[],
  names: readonly string[],
  expansions: Expansions<Item>,
  budget = { left: mostExpanded },
): Promise<readonly (Item & WithExpanded)[]> {
  const firsts = [...new Set(names.map((name) => name.split('.', 1)[0] ?? name))];
  const found = await Promise.all(
    firsts.map(async (first) => {
      const expansion = expansions[first];
      if (expansion === undefined) return [];
      const ids = [...new Set(items.flatMap((item) => expansion.idsOf(item) ?? []))];
      budget.left -= ids.length;
      if (budget.left < 0) throw tooMany();
      const entries = ids.length === 0 ? [] : await expansion.read(ids);
      const further = names.flatMap((name) => (name.startsWith(`${first}.`) ? name.slice(first.length + 1) : []));
      const whole =
        further.length === 0 ? entries : await withExpanded(entries, further, expansion.further?.() ?? {}, budget);
      return [{ first, expansion, byId: new Map(whole.map((entry: Entry) => [entry.id, entry])) }];
    }),
  );
  return items.map((item) => {
    const expanded = found
      .flat()
      .flatMap(({ first, expansion, byId }): readonly [string, Entry | readonly Entry[]][] => {
        const ids = expansion.idsOf(item);
        if (Array.isArray(ids)) return [[first, ids.flatMap((id: string) => byId.get(id) ?? [])]];
        const entry = typeof ids === 'string' ? byId.get(ids) : undefined;
        return entry === undefined ? [] : [[first, entry]];
      });
    return { ...item, expanded: Object.fromEntries(expanded) };
  });
}

const tooMany = (): HttpError =>
  validationFailed([{ field: 'expand', message: `The items refer to more than ${mostExpanded} entries` }]);
