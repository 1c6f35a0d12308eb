import { userAttributeContract } from './user-attributes.ts';
import { userContract } from './users.ts';
import { roleGrantContract } from './role-grants.ts';
import { userRoleContract } from './user-roles.ts';
import { sessionContract } from './sessions.ts';
import { apiKeyContract } from './api-keys.ts';
import { importContract } from './imports.ts';
import { liveSessionContract } from './live-sessions.ts';
import { loginAddressContract } from './login-addresses.ts';
import { setupLinkContract } from './setup-links.ts';
import { secretsKeyContract } from './secrets-keys.ts';
import { mailLinkContract } from './mail-links.ts';
import { factorContract } from './factors.ts';
import { identityContract } from './identities.ts';
import { streamTicketContract } from './stream-tickets.ts';
import { roleContract } from './roles.ts';
import { permissionContract } from './permissions.ts';
import { mediaContract } from './media.ts';
import { menuContract } from './menus.ts';
import { accessControlContract } from './access-control.ts';
import { accessFactContract } from './access-facts.ts';
import { routeTableContract } from './route-tables.ts';
import { contentContract } from './contents.ts';
import { contentBodyContract } from './content-bodies.ts';
import { contentBatchContract } from './content-batches.ts';
import { permissionConditionContract } from './permission-conditions.ts';
import { contentListContract } from './content-lists.ts';
import { contentSearchContract } from './content-search.ts';
import { contentScheduleContract } from './content-schedules.ts';
import { publishedContentContract } from './published-contents.ts';
import { revisionContract } from './revisions.ts';
import { restoreContract } from './restore.ts';
import { workingCopyContract } from './working-copies.ts';
import { previewLinkContract } from './preview-links.ts';
import { categoryContract } from './categories.ts';
import { tagContract } from './tags.ts';
import { webhookContract } from './webhooks.ts';
import { deliveryContract } from './deliveries.ts';
import { completedRequestContract } from './completed-requests.ts';
import { auditContract } from './audit.ts';
import { eventContract } from './events.ts';
import { overviewContract } from './overview.ts';
import { accessContract } from './access.ts';
import { joinedTransactionsContract } from './joined-transactions.ts';
import { listContract } from './lists.ts';
import { sortingContract } from './sorting.ts';
import type { OpenStore } from './store.ts';
import { unitOfWorkContract } from './unit-of-work.ts';
import { versionContract } from './versions.ts';
import { versionConflictContract } from './version-conflicts.ts';
import type { resources } from '../resources.ts';

type Contract = (adapter: string, open: OpenStore) => void;

/** The contracts of each resource. */
const contracts: Readonly<Record<keyof typeof resources, readonly Contract[]>> = {
  users: [userContract, userRoleContract, roleGrantContract],
  userAttributes: [userAttributeContract],
  sessions: [sessionContract],
  apiKeys: [apiKeyContract],
  liveSessions: [liveSessionContract],
  loginAddresses: [loginAddressContract],
  setupLinks: [setupLinkContract],
  secretsKeys: [secretsKeyContract],
  mailLinks: [mailLinkContract],
  factors: [factorContract],
  loginChallenges: [],
  passkeyChallenges: [],
  identities: [identityContract],
  signInTickets: [],
  streamTickets: [streamTicketContract],
  roles: [roleContract],
  permissions: [permissionContract],
  menus: [menuContract],
  accessControl: [accessControlContract],
  accessFacts: [accessFactContract],
  routeTables: [routeTableContract],
  contents: [
    contentContract,
    contentBodyContract,
    contentBatchContract,
    contentListContract,
    permissionConditionContract,
    contentSearchContract,
    contentScheduleContract,
    publishedContentContract,
  ],
  revisions: [revisionContract, restoreContract],
  workingCopies: [workingCopyContract],
  previewLinks: [previewLinkContract],
  categories: [categoryContract],
  tags: [tagContract],
  media: [mediaContract],
  webhooks: [webhookContract],
  deliveries: [deliveryContract],
  completedRequests: [completedRequestContract],
  audit: [auditContract],
  events: [eventContract],
  overview: [overviewContract],
  imports: [importContract],
};

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
  for (const contract of Object.values(contracts).flat()) contract(adapter, open);
  accessContract(adapter, open);
  listContract(adapter, open);
  sortingContract(adapter, open);
  versionContract(adapter, open);
  versionConflictContract(adapter, open);
}
