import type { Refusal } from '@portcullis/domain';
import type { EntityManager, EntitySchema, MigrationInterface } from 'typeorm';

/** The refusal that a violated constraint stands for, and its message. */
export interface ConstraintRefusal {
  readonly refusal: Refusal;
  readonly message: string;
}

/** The part of the database that one noun brings along: pass it to `prepareDatabase` and to `typeormUnitOfWork`. */
export interface NounStore<Repository = unknown> {
  readonly table: EntitySchema;
  /** They run in the order of the timestamps that end their names, among those of the package. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** By the name of the constraint or unique index. */
  readonly constraints: Readonly<Record<string, ConstraintRefusal>>;
  /** Makes the repository of one transaction. */
  readonly repository: (db: EntityManager) => Repository;
}

/** The stores of further nouns, by the name that each repository has in a transaction. */
export type NounStores<Repositories> = { readonly [Name in keyof Repositories]: NounStore<Repositories[Name]> };
