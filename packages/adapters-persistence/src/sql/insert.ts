import type { EntityManager, EntitySchema } from 'typeorm';
import { snakeCase } from './columns.ts';
import { execute } from './transaction.ts';

/** Returns a function that inserts a row with a prepared statement. */
export function insertOf<Entity extends object>({ options: { name, columns } }: EntitySchema<Entity>) {
  const properties = Object.keys(columns).filter((property): property is keyof Entity & string => property in columns);
  const targets = properties.map((property) => `"${snakeCase(property)}"`).join(', ');
  const places = properties.map((_property, index) => `$${index + 1}`).join(', ');
  const statement = { name: `${name} add`, text: `INSERT INTO ${name} (${targets}) VALUES (${places})` };
  return async (db: EntityManager, entity: Entity): Promise<void> => {
    await execute(
      db,
      statement,
      properties.map((property) => entity[property]),
    );
  };
}
