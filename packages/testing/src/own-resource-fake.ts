import type { OwnListQuery, OwnRepository, OwnViews } from '@portcullis/application';
import type { ConditionedReads } from '@portcullis/application/internal/ports/live-updates';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import { permits } from '@portcullis/domain/internal/conditions/evaluate-condition';
import { ownTaken, uniqueKey, type OwnEntity, type OwnResource } from '@portcullis/domain/internal/own-resource';
import { pageOf, type ListRules, type SortKey } from './tables/pages.ts';
import { ownTable, type State } from './tables/state.ts';
import { versionedTable } from './tables/versioned-tables.ts';

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
  const { fields, name, uniqueFields } = resource;
  const table = ownTable<OwnEntity>();
  const namesWith = (setting: 'sort' | 'filter' | 'search'): readonly string[] =>
    Object.keys(fields).filter((each) => Reflect.get(fields[each] ?? {}, setting) === true);
  const key = (value: unknown): SortKey =>
    typeof value === 'string' || typeof value === 'number' || value instanceof Date ? value : null;
  const rules: ListRules<OwnEntity, string, OwnListQuery> = {
    sort: Object.fromEntries(
      ['createdAt', 'updatedAt', ...namesWith('sort')].map((each) => [each, (entity: OwnEntity) => key(entity[each])]),
    ),
    defaultSort: { by: 'createdAt', order: 'asc' },
    searched: (entity) => namesWith('search').map((each) => String(entity[each] ?? '')),
  };
  const repository = (state: State): OwnRepository => {
    const rows = table(state);
    const { lock, add, save, remove } = versionedTable({ rows, counted: state.counted });
    const requireFree = (entity: OwnEntity): void => {
      const others = [...rows.values()].filter(({ id }) => id !== entity.id);
      const taken = uniqueFields.find((each) => {
        const wanted = uniqueKey(entity[each]);
        return wanted !== null && others.some((other) => uniqueKey(other[each]) === wanted);
      });
      if (taken !== undefined) throw new BusinessError(ownTaken(name, taken), `This ${taken} is in use.`);
    };
    return {
      lock,
      remove,
      add: async (entity) => {
        requireFree(entity);
        await add(entity);
      },
      save: async (entity) => {
        requireFree(entity);
        return save(entity);
      },
    };
  };
  const views = (now: () => State): OwnViews => ({
    find: async (id) => table(now()).get(id),
    list: async (query, condition) => {
      const filters = namesWith('filter').filter((each) => query[each] !== undefined);
      const matching = [...table(now()).values()].filter(
        (entity) =>
          filters.every((each) => entity[each] === query[each]) &&
          (condition === undefined || permits(condition, { resource: entity, subject: {} })),
      );
      return pageOf(matching, query, rules);
    },
  });
  const conditionedReads = (now: () => State): ConditionedReads => ({
    permission: resource.permissions.read,
    attributes: resource.attributes,
    findAll: async (ids) => ids.flatMap((id) => table(now()).get(id) ?? []),
  });
  return { repository, views, conditionTargets: resource.conditionTargets, conditionedReads };
}
