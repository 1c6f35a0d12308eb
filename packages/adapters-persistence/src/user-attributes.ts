import type { UserAttributeRepository, UserAttributeViews } from '@portcullis/application';
import {
  noUserAttributes,
  userAttributesId,
  type Condition,
  type UserAttributes,
  type Versioned,
} from '@portcullis/domain';
import type { EntityManager } from 'typeorm';
import type { Reader } from './postgres/reader.ts';
import type { ResourceStore } from './resource-store.ts';
import { execute } from './sql/transaction.ts';

/** The table has one row, so one lock protects all declarations. */
const columns = 'SELECT id, attributes, version, updated_at AS "updatedAt" FROM user_attributes';

const lock = { name: 'user attributes lock', text: `${columns} FOR NO KEY UPDATE` };
const keep = { name: 'user attributes keep', text: `${columns} FOR SHARE` };

const save = {
  name: 'user attributes save',
  text: `UPDATE user_attributes SET attributes = $1,
      version = version + (attributes IS DISTINCT FROM $1)::int,
      updated_at = CASE WHEN attributes IS DISTINCT FROM $1 THEN $2 ELSE updated_at END
    RETURNING version, updated_at AS "updatedAt"`,
};

const findHolder = {
  name: 'users with attribute',
  text: 'SELECT FROM users WHERE attributes ? $1 LIMIT 1',
};

/** A list contains a text, and all texts of a smaller list. */
const findOtherValue = {
  name: 'users with other value',
  text: 'SELECT FROM users WHERE attributes ? $1 AND NOT attributes -> $1 <@ $2::jsonb LIMIT 1',
};

const findConditions = {
  name: 'role permissions conditions',
  text: 'SELECT condition FROM role_permissions WHERE condition IS NOT NULL',
};

const missing = (): UserAttributes => noUserAttributes(new Date(0));

const userAttributeRepository = (db: EntityManager): UserAttributeRepository => ({
  lock: async () => (await execute<UserAttributes>(db, lock, []))[0] ?? missing(),
  keep: async () => (await execute<UserAttributes>(db, keep, []))[0]?.attributes ?? [],
  save: async ({ attributes, version, updatedAt }) => {
    const [saved] = await execute<Versioned>(db, save, [JSON.stringify(attributes), updatedAt]);
    return saved ?? { version, updatedAt };
  },
  conditions: async () =>
    (await execute<{ condition: Condition }>(db, findConditions, [])).map(({ condition }) => condition),
  hasOtherValues: async ({ name, allowed }) =>
    (allowed === undefined
      ? await execute(db, findHolder, [name])
      : await execute(db, findOtherValue, [name, JSON.stringify(allowed)])
    ).length > 0,
});

const find = { name: 'user attributes find', text: `${columns} WHERE id = $1` };

const userAttributeViews = (reader: Reader): UserAttributeViews => ({
  find: async () => (await reader.row<UserAttributes>(find, [userAttributesId])) ?? missing(),
});

export const userAttributeStore: ResourceStore<UserAttributeRepository, UserAttributeViews> = {
  repository: userAttributeRepository,
  views: userAttributeViews,
};
