import type { Clock, OwnRepository, OwnViews } from '@portcullis/application';
import type { Reach } from '@portcullis/domain/internal/access/reach';
import type { KnownValue } from '@portcullis/domain/internal/conditions/condition-operators';
import { referredAttributes } from '@portcullis/domain/internal/conditions/list-attributes';
import { stateAt } from '@portcullis/domain/internal/contents/schedule';
import type { Reaches } from '@portcullis/application/internal/ports/lists';
import type { OwnFilterQuery } from '@portcullis/application/internal/ports/own-resources';
import { isMediaReached } from '@portcullis/application/internal/media/media-reach';
import { isReached } from '@portcullis/application/internal/reach';
import type { ConditionedReads } from '@portcullis/application/internal/ports/live-updates';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { AttributeValues } from '@portcullis/domain/internal/conditions/evaluate-condition';
import {
  asText,
  kindOf,
  type BuiltInTarget,
  type OwnField,
  type OwnReference,
  type OwnTarget,
  type OwnValue,
} from '@portcullis/domain/internal/own-fields';
import {
  attributeValues,
  ownTaken,
  uniqueKeyOf,
  type OwnEntity,
  type OwnResource,
  unacceptableMessage,
} from '@portcullis/domain/internal/own-resource';
import { isReadable, itemOf, pathsIn } from './tables/content-items.ts';
import { asRead, countsBy, matchingItems, pageOf, sortedBy, type ListRules, type SortKey } from './tables/pages.ts';
import { ownTable, type State } from './tables/state.ts';
import { incrementVersion, versionedTable } from './tables/versioned-tables.ts';

function sortKeyOf(field: OwnField | undefined, value: OwnValue | undefined): SortKey {
  if (typeof value === 'number' || value instanceof Date) return value;
  if (typeof value !== 'string') return null;
  if (field?.type === 'decimal') return BigInt(value.replace('.', ''));
  return field !== undefined && kindOf(field).order === 'language' ? asRead(value) : value;
}

const idsIn = (value: OwnValue | undefined): readonly string[] =>
  [value].flat().filter((id): id is string => typeof id === 'string');

const hasRow = (rows: ReadonlyMap<string, unknown>, id: string): boolean => rows.has(id);

/** Returns the entry of a resource with this name. */
function rowOf(state: State, resource: string, id: string): OwnEntity | undefined {
  for (const { row } of state.ownTables) {
    const found = row?.(state, resource, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns a row of a built-in resource that a caller may read. */
type ReadReferred = (context: FilterContext, id: string, reach: Reach) => object | undefined;

const find = <Row>(rows: ReadonlyMap<string, Row>, id: string): Row | undefined => rows.get(id);

const readRow =
  (rowsOf: (state: State) => ReadonlyMap<string, object>): ReadReferred =>
  ({ state }, id, reach) =>
    reach === true ? rowsOf(state).get(id) : undefined;

const readReferred: Readonly<Record<BuiltInTarget, ReadReferred>> = {
  user: readRow(({ users }) => users),
  role: readRow(({ roles }) => roles),
  category: readRow(({ categories }) => categories),
  tag: readRow(({ tags }) => tags),
  content: ({ state, at }, id, reach) => {
    const content = find(state.contents, id);
    const item = content && itemOf(state, stateAt(content, at));
    return item !== undefined && isReadable(state, item, reach) ? item : undefined;
  },
  media: ({ state }, id, reach) => {
    const file = find(state.media, id);
    return file !== undefined && isMediaReached(reach, file) ? file : undefined;
  },
};

/** Whether something exists to which a field refers. */
function exists(state: State, to: OwnReference['to'], id: string): boolean {
  if (typeof to !== 'string') return rowOf(state, to.name, id) !== undefined;
  const { users, roles, contents, removedContents, categories, tags, media } = state;
  const tables = {
    user: [users],
    role: [roles],
    content: [contents, removedContents],
    category: [categories],
    tag: [tags],
    media: [media],
  };
  return tables[to].some((rows) => hasRow(rows, id));
}

/** Whether something is missing to which an entry refers. A content in the bin is, unless the reference is cleared later. */
const isMissed = (state: State, { to, onDelete }: OwnReference, id: string): boolean =>
  to === 'content' && onDelete === 'refuse' ? !hasRow(state.contents, id) : !exists(state, to, id);

/**
 * Returns the fake of a resource that is defined with `defineResource`, for `InMemoryWorld.seeded`.
 * @example
 * const labels = defineResource({
 *   name: 'acme.label',
 *   since: 1795280000000,
 *   fields: { name: { type: 'text', max: 64 } },
 *   namedBy: 'name',
 * });
 * const world = InMemoryWorld.seeded({ acmeLabels: ownFake(labels.resource) });
 * const { total } = await world.acmeLabels.list({ page: 1, pageSize: 20 });
 * console.log(total); // 0
 */
export function ownFake(resource: OwnResource) {
  const { fields, name, uniques, references, unacceptable } = resource;
  const settleRow = (state: State, row: OwnEntity): boolean => {
    for (const reference of references) {
      const { field, isList, onDelete, inUse, inUseDetails } = reference;
      const gone = idsIn(row[field]).filter((id) => isMissed(state, reference, id));
      if (gone.length === 0) continue;
      if (onDelete !== 'clear') throw new BusinessError(inUse, 'Other entries refer to it.', inUseDetails);
      const rows = table(state);
      rows.set(row.id, { ...row, [field]: isList ? idsIn(row[field]).filter((id) => !gone.includes(id)) : null });
      incrementVersion({ rows, counted: state.counted }, row.id);
      return true;
    }
    return false;
  };
  const ofMedia = references.filter(({ to }) => to === 'media');
  const refersToMedia = (row: OwnEntity, id: string): boolean =>
    ofMedia.some(({ field }) => idsIn(row[field]).includes(id));
  const table: (state: State) => Map<OwnEntity['id'], OwnEntity> = ownTable<OwnEntity>({
    row: (state, of, id) => (of === name ? [...table(state).values()].find((each) => each.id === id) : undefined),
    usesOf: (state, mediaId) => [...table(state).values()].filter((row) => refersToMedia(row, mediaId)).length,
    settle: (state) => [...table(state).values()].some((row) => settleRow(state, row)),
  });
  const namesWith = (setting: 'sort' | 'search' | 'optional'): readonly string[] =>
    Object.keys(fields).filter((each) => Reflect.get(fields[each] ?? {}, setting) === true);
  const rules: ListRules<OwnEntity, string, OwnFilterQuery> = {
    sort: Object.fromEntries(
      ['createdAt', 'updatedAt', ...namesWith('sort')].map((each) => [
        each,
        (entity: OwnEntity) => sortKeyOf(fields[each], entity[each]),
      ]),
    ),
    defaultSort: { by: 'createdAt', order: 'asc' },
    nullsLast: namesWith('optional'),
    searched: (entity) => namesWith('search').map((each) => asText(entity[each])),
  };
  const requireFree = (state: State, entity: OwnEntity): void => {
    const others = [...table(state).values()].filter(({ id }) => id !== entity.id);
    const taken = uniques.find((names) => {
      const key = uniqueKeyOf(fields, names, entity);
      return key !== undefined && others.some((other) => uniqueKeyOf(fields, names, other) === key);
    });
    if (taken !== undefined) throw new BusinessError(ownTaken(name, taken), `This ${taken.join(' and ')} is in use.`);
    const isSelf = (to: OwnReference['to'], id: string): boolean =>
      typeof to !== 'string' && to.name === name && id === entity.id;
    const unknown = references.find((each) =>
      idsIn(entity[each.field]).some((id) => isMissed(state, each, id) && !isSelf(each.to, id)),
    );
    if (unknown === undefined) return;
    const { field } = unknown;
    throw new BusinessError(unacceptable, unacceptableMessage, [
      { field, message: `${field} must be the id of something that exists` },
    ]);
  };
  const repository = (state: State): OwnRepository => {
    const rows = table(state);
    const { lock, add, save, remove } = versionedTable({ rows, counted: state.counted });
    return {
      lock,
      remove,
      removeAll: async (ids) => {
        for (const id of ids) await remove(id);
      },
      add: async (entity) => {
        requireFree(state, entity);
        await add(entity);
      },
      save: async (entity) => {
        requireFree(state, entity);
        return save(entity);
      },
      lockReferring: async (field, ids) =>
        [...rows.values()]
          .filter((row) => idsIn(row[field]).some((id) => ids.some((each) => each === id)))
          .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    };
  };
  const views = (now: () => State, clock: Clock): OwnViews => {
    const rulesFor = ({ reaches = {} }: OwnFilterQuery) => ({
      ...rules,
      pathOf: pathsIn(now()),
      attributesOf: (entity: OwnEntity) => filteredValues({ state: now(), at: clock.now(), reaches }, resource, entity),
    });
    const matching = (query: OwnFilterQuery) => matchingItems(table(now()).values(), query, rulesFor(query));
    return {
      find: async (id) => table(now()).get(id),
      list: async (query) => pageOf(table(now()).values(), query, rulesFor(query)),
      page: async (query, { limit, after = '' }) =>
        sortedBy(matching(query), ({ id }) => [id])
          .filter(({ id }) => id > after)
          .slice(0, limit),
      count: async (query, by) =>
        countsBy(matching(query), (entity) => {
          const value = by === undefined ? null : (entity[by] ?? null);
          return typeof value === 'object' ? null : value;
        }),
    };
  };
  const conditionedReads = (now: () => State): ConditionedReads => ({
    permission: resource.permissions.read,
    isForEverybody: resource.read !== 'permission',
    attributes: resource.attributes,
    findAll: async (ids) =>
      ids.flatMap((id) => {
        const entity = table(now()).get(id);
        return entity === undefined ? [] : { ...attributeValues(fields, entity), id };
      }),
  });
  return { own: resource, repository, views, conditionTargets: resource.conditionTargets, conditionedReads };
}

/** The state, the time and the reaches of the caller, with which a filter is evaluated. */
interface FilterContext {
  readonly state: State;
  readonly at: Date;
  readonly reaches: Reaches;
}

/** Returns the values that filters compare, also those of what an entry refers to and that may be read. */
function filteredValues(context: FilterContext, target: OwnTarget, entity: OwnEntity, further = 2): AttributeValues {
  const reached = target.references.flatMap(({ field, to, isList }) => {
    const id = entity[field];
    if (isList || typeof id !== 'string' || further === 0) return [];
    const values = typeof to === 'string' ? builtInValues(context, to, id) : ownValues(context, to, id, further - 1);
    return Object.entries(values).map(([name, value]) => [`${field}.${name}`, value] as const);
  });
  const { id, createdAt, updatedAt } = entity;
  return { ...attributeValues(target.fields, entity), id, createdAt, updatedAt, ...Object.fromEntries(reached) };
}

function ownValues(context: FilterContext, to: OwnTarget, id: string, further: number): AttributeValues {
  const { state, reaches } = context;
  const found = rowOf(state, to.name, id);
  const isRead =
    found !== undefined && isReached(reaches[to.name] ?? false, attributeValues(to.fields, found), pathsIn(state));
  return isRead ? filteredValues(context, to, found, further) : {};
}

function builtInValues(context: FilterContext, to: BuiltInTarget, id: string): AttributeValues {
  const item = readReferred[to](context, id, context.reaches[to] ?? false);
  return Object.fromEntries(
    Object.keys(item === undefined ? {} : referredAttributes[to]).map((name) => {
      const value: KnownValue | null = Reflect.get(Object(item), name);
      return [name, value];
    }),
  );
}
