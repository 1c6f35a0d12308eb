import type { Refusal } from '@portcullis/domain';
import type { EntityManager, EntitySchema, MigrationInterface } from 'typeorm';

/** The error that reports the violation of a constraint to the client. */
export interface ConstraintError {
  readonly refusal: Refusal;
  readonly message: string;
}

/**
 * The table, migrations, constraints and repository of an additional resource. Pass the store to `prepareDatabase` and
 * to `typeormUnitOfWork`.
 */
export interface ResourceStore<Repository = unknown> {
  readonly table: EntitySchema;
  /**
   * The migrations of all stores and of this package run together, in the order of the timestamps at the end of the
   * migrations' names.
   */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** Errors by the name of the violated constraint or unique index. */
  readonly constraints: Readonly<Record<string, ConstraintError>>;
  /** Creates the repository for a transaction. */
  readonly repository: (db: EntityManager) => Repository;
}

/**
 * The stores of resources that an application adds to the built-in ones. Each key is the name of the repository in a
 * transaction.
 */
export type ResourceStores<Repositories> = { readonly [Name in keyof Repositories]: ResourceStore<Repositories[Name]> };
