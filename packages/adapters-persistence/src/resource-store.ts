import type { ConditionedReads } from '@portcullis/application/internal/ports/live-updates';
import type { ConditionTargets } from '@portcullis/domain/internal/conditions/condition-attributes';
import {
  takenMessages,
  type Refusal,
  type RefusalDetails,
  type TakenRefusal,
} from '@portcullis/domain/internal/shared/errors';
import type { OwnResource } from '@portcullis/domain';
import type { EntityManager, EntitySchema, MigrationInterface } from 'typeorm';
import type { EventNumbering } from './event-numbering.ts';
import type { Reader } from './postgres/reader.ts';

/** The error that reports the violation of a constraint to the client. */
export interface ConstraintError {
  readonly refusal: Refusal;
  readonly message: string;
  readonly details?: RefusalDetails;
  /** The error if a foreign key is violated because the row to which others refer is removed. */
  readonly whenReferred?: ConstraintError;
}

/** The errors of violated constraints. */
export interface ConstraintErrors {
  /** By the name of the constraint or unique index. */
  readonly named: ReadonlyMap<string, ConstraintError>;
  /** The errors of other constraints on one row, by the name of the table. */
  readonly rows: ReadonlyMap<string, RowError>;
}

/** The constraint that a row violates: the name of a CHECK, or the column that must not be null. The other one is empty. */
interface RowViolation {
  readonly constraint: string;
  readonly column: string;
}

export type RowError = (violation: RowViolation) => ConstraintError;

/** A transaction while its repositories are created. */
export interface OpenedTransaction {
  /**
   * Lets only the commit wait for a write on whose result nothing depends, such as that of an event. The statement must
   * have been passed to `execute` already.
   */
  readonly awaitAtCommit: (write: Promise<unknown>) => void;
  /** The tables of the stores with `versionedSubject`, by these types. */
  readonly versionedTables: Readonly<Record<string, string>>;
  readonly conditionTargets: ConditionTargets;
}

/**
 * The part of a resource in the database. A resource of this package is in `stores`. Pass the stores of additional
 * resources to `prepareDatabase`, `typeormUnitOfWork`, `viewsOf` and `accessViews`.
 */
export interface ResourceStore<Repository = undefined, Views = undefined> {
  /** The description of a resource that is defined with `defineResource`. */
  readonly own?: OwnResource;
  /** The table if it is mapped with TypeORM. Other tables are used only with SQL statements. */
  readonly table?: EntitySchema;
  /**
   * The type of the subject of the events about the rows of `table`, if the table has version numbers. Events then record
   * the version, so that a refused change can name who has changed the resource meanwhile.
   */
  readonly versionedSubject?: string;
  /**
   * The attributes that conditions on the permissions of an additional resource can compare, by the codes of the
   * permissions. Its routes evaluate these conditions. Other conditions are refused when they are written.
   */
  readonly conditionTargets?: ConditionTargets;
  /** Reads the rows for whose live updates conditions on the permission to read decide. Default: nobody gets them. */
  readonly conditionedReads?: (reader: Reader) => ConditionedReads;
  /**
   * The migrations of an additional resource. The migrations of all stores and of this package run together, in the
   * order of the timestamps at the end of the migrations' names.
   */
  readonly migrations?: readonly (new () => MigrationInterface)[];
  /**
   * The error for each constraint or unique index whose violation is reported to the client. Unlike the checks before
   * a write, constraints also detect conflicts with concurrent writes.
   */
  readonly constraints?: Readonly<Record<string, ConstraintError>>;
  /** Return the errors for a CHECK or NOT NULL that is not in `constraints`, by the names of the tables. */
  readonly rowErrors?: Readonly<Record<string, RowError>>;
  /** Creates the repository for a transaction. */
  readonly repository?: (db: EntityManager, transaction: OpenedTransaction) => Repository;
  /** Creates the views (objects with read operations) on a reader. */
  readonly views?: (reader: Reader, numbering: EventNumbering) => Views;
}

type AnyStore = ResourceStore<unknown, unknown>;

/** Stores by the names of their repositories in a transaction, which are also the names of their views. */
export type ResourceStores = Readonly<Record<string, AnyStore>>;

type RepositoryOf<Store> = Store extends ResourceStore<infer Repository, unknown> ? Repository : never;
type ViewOf<Store> = Store extends ResourceStore<unknown, infer Views> ? Views : never;

/** The repositories of stores, by name. */
export type RepositoriesOf<Stores extends ResourceStores> = {
  readonly [Name in keyof Stores as undefined extends RepositoryOf<Stores[Name]> ? never : Name]: RepositoryOf<
    Stores[Name]
  >;
};

/** The views of stores, by name. */
export type ViewsOf<Stores extends ResourceStores> = {
  readonly [Name in keyof Stores as undefined extends ViewOf<Stores[Name]> ? never : Name]: ViewOf<Stores[Name]>;
};

/** The error for a value that must be unique and is in use. */
export const taken = (refusal: TakenRefusal): ConstraintError => ({ refusal, message: takenMessages[refusal] });

/** Returns the errors of violated constraints of stores. */
export const constraintErrorsOf = (stores: ResourceStores): ConstraintErrors => ({
  named: new Map(Object.values(stores).flatMap(({ constraints = {} }) => Object.entries(constraints))),
  rows: new Map(Object.values(stores).flatMap(({ rowErrors = {} }) => Object.entries(rowErrors))),
});

/** Returns the tables of stores that are mapped with TypeORM. */
export const tablesOf = (stores: ResourceStores): readonly EntitySchema[] =>
  Object.values(stores).flatMap(({ table }) => table ?? []);

/** Returns what conditions on the permissions of additional resources can compare, by the codes of the permissions. */
export const conditionTargetsOf = (stores: ResourceStores): ConditionTargets =>
  Object.fromEntries(Object.values(stores).flatMap(({ conditionTargets = {} }) => Object.entries(conditionTargets)));
