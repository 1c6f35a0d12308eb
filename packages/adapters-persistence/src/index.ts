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
export { accessControlViews } from './access-control.ts';
export { auditViews } from './audit.ts';
export { categoryViews } from './categories.ts';
export { completedRequestViews } from './completed-requests.ts';
export { contentViews } from './contents.ts';
export { deliveryViews } from './deliveries.ts';
export { DirectoryInUse } from './embedded/directory-lock.ts';
export { eventViews } from './events.ts';
export { factorViews } from './factors.ts';
export { identityViews } from './identities.ts';
export { joinedTransactions } from './joined-transactions.ts';
export { liveSessionViews } from './live-sessions.ts';
export { menuViews } from './menus.ts';
export { auditMonths, eventMonths, type Month, type Months } from './months.ts';
export { migrationStates, MissingMigrations, type MigrationState } from './migrate.ts';
export type { ResourceStore, ResourceStores } from './resource-store.ts';
export { isUnavailable } from './postgres/unavailable.ts';
export { overviewViews } from './overview.ts';
export { permissionViews } from './permissions.ts';
export { databaseReadiness } from './postgres/readiness.ts';
export { previewLinkViews } from './preview-links.ts';
export { revisionViews } from './revisions.ts';
export { roleViews } from './roles.ts';
export { sessionViews } from './sessions.ts';
export { tagViews } from './tags.ts';
export { typeormUnitOfWork } from './unit-of-work.ts';
export { databaseTimeouts } from './postgres/timeouts.ts';
export { userViews } from './users.ts';
export { workingCopyViews } from './working-copies.ts';
export { webhookViews } from './webhooks.ts';
