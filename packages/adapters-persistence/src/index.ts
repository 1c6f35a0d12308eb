export {
  connectDatabase,
  migrateDatabase,
  openDatabase,
  prepareDatabase,
  type Connections,
  type Database,
  type DatabaseOptions,
} from './database.ts';
export { collectionOf } from './sql/collection.ts';
export * as column from './sql/columns.ts';
export { listOf } from './sql/lists.ts';
export type { EventSignals } from './postgres/event-signals.ts';
export type { PipelinedConnections } from './postgres/pipelined-connections.ts';
export type { Reader } from './postgres/reader.ts';
export { accessViews } from './access.ts';
export { DirectoryInUse } from './embedded/directory-lock.ts';
export { joinedTransactions } from './joined-transactions.ts';
export { auditMonths, eventMonths, type Month, type Months } from './months.ts';
export { migrationStates, MissingMigrations, type MigrationState } from './migrate.ts';
export type { RepositoriesOf, ResourceStore, ResourceStores, ViewsOf } from './resource-store.ts';
export { isUnavailable } from './postgres/unavailable.ts';
export { databaseReadiness } from './postgres/readiness.ts';
export { typeormUnitOfWork } from './unit-of-work.ts';
export { databaseTimeouts } from './postgres/timeouts.ts';
export { viewsOf, type Views } from './views.ts';
