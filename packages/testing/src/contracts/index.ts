import { accessContract } from './access.ts';
import { accessControlContract } from './access-control.ts';
import { auditContract } from './audit.ts';
import { categoryContract } from './categories.ts';
import { completedRequestContract } from './completed-requests.ts';
import { contentBatchContract } from './content-batches.ts';
import { contentBodyContract } from './content-bodies.ts';
import { contentListContract } from './content-lists.ts';
import { contentSearchContract } from './content-search.ts';
import { contentScheduleContract } from './content-schedules.ts';
import { contentContract } from './contents.ts';
import { deliveryContract } from './deliveries.ts';
import { eventContract } from './events.ts';
import { factorContract } from './factors.ts';
import { identityContract } from './identities.ts';
import { joinedTransactionsContract } from './joined-transactions.ts';
import { listContract } from './lists.ts';
import { liveSessionContract } from './live-sessions.ts';
import { loginAddressContract } from './login-addresses.ts';
import { mailLinkContract } from './mail-links.ts';
import { menuContract } from './menus.ts';
import { overviewContract } from './overview.ts';
import { permissionContract } from './permissions.ts';
import { publishedContentContract } from './published-contents.ts';
import { restoreContract } from './restore.ts';
import { revisionContract } from './revisions.ts';
import { previewLinkContract } from './preview-links.ts';
import { workingCopyContract } from './working-copies.ts';
import { roleContract } from './roles.ts';
import { sessionContract } from './sessions.ts';
import { setupLinkContract } from './setup-links.ts';
import { streamTicketContract } from './stream-tickets.ts';
import { secretsKeyContract } from './secrets-keys.ts';
import { sortingContract } from './sorting.ts';
import type { OpenStore } from './store.ts';
import { tagContract } from './tags.ts';
import { unitOfWorkContract } from './unit-of-work.ts';
import { userRoleContract } from './user-roles.ts';
import { userContract } from './users.ts';
import { webhookContract } from './webhooks.ts';
import { versionContract } from './versions.ts';
import { versionConflictContract } from './version-conflicts.ts';

export type { OpenStore, Store } from './store.ts';

/**
 * Declares mocha tests for everything that the application expects of a store. Call it in a test file.
 * @param adapter the name of the store for the titles of the tests
 * @param open returns the store, which must be the same at each call; it is called while tests run, so a `before` hook
 * can create the store
 * @example
 * const world = InMemoryWorld.seeded();
 * before(() => world.clock.set(new Date()));
 * storeContract('InMemoryWorld', () => world);
 */
export function storeContract(adapter: string, open: OpenStore): void {
  unitOfWorkContract(adapter, open);
  joinedTransactionsContract(adapter, open);
  completedRequestContract(adapter, open);
  userContract(adapter, open);
  userRoleContract(adapter, open);
  roleContract(adapter, open);
  permissionContract(adapter, open);
  menuContract(adapter, open);
  contentContract(adapter, open);
  contentBodyContract(adapter, open);
  contentBatchContract(adapter, open);
  contentListContract(adapter, open);
  contentSearchContract(adapter, open);
  publishedContentContract(adapter, open);
  revisionContract(adapter, open);
  restoreContract(adapter, open);
  workingCopyContract(adapter, open);
  previewLinkContract(adapter, open);
  mailLinkContract(adapter, open);
  factorContract(adapter, open);
  contentScheduleContract(adapter, open);
  categoryContract(adapter, open);
  tagContract(adapter, open);
  auditContract(adapter, open);
  eventContract(adapter, open);
  sessionContract(adapter, open);
  loginAddressContract(adapter, open);
  setupLinkContract(adapter, open);
  secretsKeyContract(adapter, open);
  identityContract(adapter, open);
  streamTicketContract(adapter, open);
  liveSessionContract(adapter, open);
  accessContract(adapter, open);
  accessControlContract(adapter, open);
  overviewContract(adapter, open);
  webhookContract(adapter, open);
  deliveryContract(adapter, open);
  listContract(adapter, open);
  sortingContract(adapter, open);
  versionContract(adapter, open);
  versionConflictContract(adapter, open);
}
