import type {
  UserAttributeRepository,
  UserAttributeViews,
} from '@portcullis/application/internal/ports/user-attributes';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type { UserAttributes } from '@portcullis/domain/internal/conditions/user-attribute';
import type { EntityManager } from 'typeorm';
import type { ResourceStore } from '../resource-store.ts';
import { oneRow } from '../sql/one-row.ts';
import { execute } from '../sql/transaction.ts';
import { sql } from '../postgres/reader.ts';

/** The table has one row, so one lock protects all declarations. */
const declarations = oneRow<'attributes', UserAttributes>('user_attributes', 'attributes');

const findHolder = sql`SELECT FROM users WHERE attributes ? $1 LIMIT 1`;

/** A list contains a text, and all texts of a smaller list. */
const findOtherValue = sql`SELECT FROM users WHERE attributes ? $1 AND NOT attributes -> $1 <@ $2::jsonb LIMIT 1`;

const findConditions = sql`SELECT condition FROM role_permissions WHERE condition IS NOT NULL`;

const userAttributeRepository = (db: EntityManager): UserAttributeRepository => {
  const { lock, keep, save } = declarations.repository(db);
  return {
    lock,
    keep: async () => (await keep()).attributes,
    save,
    conditions: async () =>
      (await execute<{ condition: Condition }>(db, findConditions, [])).map(({ condition }) => condition),
    hasOtherValues: async ({ name, allowed }) =>
      (allowed === undefined
        ? await execute(db, findHolder, [name])
        : await execute(db, findOtherValue, [name, JSON.stringify(allowed)])
      ).length > 0,
  };
};

export const userAttributeStore: ResourceStore<UserAttributeRepository, UserAttributeViews> = {
  repository: userAttributeRepository,
  views: declarations.views,
};
