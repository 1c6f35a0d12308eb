import type { Reaches } from '@portcullis/application/internal/ports/lists';
import { kindOf, type BuiltInTarget, type OwnField, type OwnTarget } from '@portcullis/domain/internal/own-fields';
import { filterAttributes } from '@portcullis/domain/internal/own-references';
import type { ConditionColumn, ConditionColumns, ReferredAttribute } from './conditions/compile-condition.ts';
import { contentColumns } from './contents/content-conditions.ts';
import { mediaColumns } from './media/media.ts';
import { comparedList, isFloat, linksOf, tableOf, type OwnLinks } from './own-tables.ts';
import { snakeCase } from './sql/columns.ts';
import { publicCondition } from './sql/schedule.ts';
import { userColumns } from './users/user-list.ts';

const texts = (...names: readonly string[]): ConditionColumns =>
  Object.fromEntries(names.map((name) => [name, { kind: 'string', sql: `t.${name}` }]));

/** Where built-in resources have the attributes that filters compare through references. */
const builtIn: Readonly<Record<BuiltInTarget, Pick<ReferredAttribute, 'table' | 'columns' | 'isPublic'>>> = {
  user: { table: 'users', columns: () => userColumns },
  role: { table: 'roles', columns: () => ({ ...texts('code', 'name'), status: { kind: 'number', sql: 't.status' } }) },
  content: { table: 'contents', columns: () => contentColumns, isPublic: publicCondition },
  category: { table: 'categories', columns: () => texts('name', 'slug') },
  tag: { table: 'tags', columns: () => texts('name', 'slug') },
  media: { table: 'media', columns: () => ({ ...mediaColumns, ...texts('name') }) },
};

/** Returns how conditions compare a field. */
function conditionColumnOf(name: string, field: OwnField, links: readonly OwnLinks[]): ConditionColumn | undefined {
  const { attribute } = kindOf(field);
  if (attribute === undefined) return undefined;
  const { kind } = attribute;
  const link = links.find((each) => each.field === name);
  if (link !== undefined) {
    const contains = (id: string) => `t.id IN (SELECT l.owner_id FROM ${link.table} l WHERE l.linked_id = ${id})`;
    return { kind, sql: link.ids, contains };
  }
  const sql = `t."${snakeCase(name)}"`;
  if (field.type === 'list') return { kind, sql, contains: (each) => `${comparedList(sql, field)} @> ARRAY[${each}]` };
  if (isFloat(field)) return { kind, sql: `${sql}::float8` };
  if (field.type === 'decimal') return { kind, sql, type: 'numeric' };
  return { kind, sql };
}

/** Returns where the attributes are stored that conditions on the permissions of a resource compare. */
function conditionColumns(resource: Pick<OwnTarget, 'plural' | 'fields' | 'references'>): ConditionColumns {
  const links = linksOf(resource);
  return Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]) => {
      const compared = conditionColumnOf(name, field, links);
      return compared === undefined ? [] : [[name, compared] as const];
    }),
  );
}

/**
 * Returns where the attributes are stored that filters of the list compare.
 * @param reaches what the caller may read of each resource. Values of other entries are missing.
 */
export function filterColumns(resource: OwnTarget, reaches: Reaches = {}): ConditionColumns {
  const reached = Object.entries(filterAttributes(resource)).flatMap(([name, { kind }]) => {
    const [field = '', ...further] = name.split('.');
    const to = resource.references.find((each) => each.field === field)?.to;
    if (further.length === 0 || to === undefined) return [];
    const target =
      typeof to === 'string' ? builtIn[to] : { table: tableOf(to), columns: () => filterColumns(to, reaches) };
    const reach = reaches[typeof to === 'string' ? to : to.name] ?? false;
    const through = { ...target, key: `t."${snakeCase(field)}"`, attribute: further.join('.'), reach };
    return [[name, { kind, sql: 'NULL', through }] as const];
  });
  return {
    ...conditionColumns(resource),
    id: { kind: 'id', sql: 't.id' },
    createdAt: { kind: 'time', sql: 't.created_at' },
    updatedAt: { kind: 'time', sql: 't.updated_at' },
    ...Object.fromEntries(reached),
  };
}
