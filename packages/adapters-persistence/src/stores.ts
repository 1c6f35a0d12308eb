import { accessControlStore } from './access/access-control.ts';
import { accessFactStore } from './access/access-facts.ts';
import { apiKeyStore } from './auth/api-keys.ts';
import { auditStore } from './events/audit.ts';
import { categoryStore } from './categories.ts';
import { completedRequestStore } from './completed-requests.ts';
import { contentStore } from './contents/contents.ts';
import { deliveryStore } from './events/deliveries.ts';
import { eventStore } from './events/events.ts';
import { factorStore } from './auth/factors.ts';
import { identityStore } from './auth/identities.ts';
import { importStore } from './imports.ts';
import { liveSessionStore } from './events/live-sessions.ts';
import { loginAddressStore } from './auth/login-addresses.ts';
import { loginChallengeStore } from './auth/login-challenges.ts';
import { mailLinkStore } from './users/mail-links.ts';
import { mediaStore } from './media/media.ts';
import { menuStore } from './access/menus.ts';
import { overviewStore } from './overview.ts';
import { passkeyChallengeStore, signInTicketStore, streamTicketStore } from './auth/one-time-tokens.ts';
import { permissionStore } from './access/permissions.ts';
import { previewLinkStore } from './contents/preview-links.ts';
import { removedContentStore } from './contents/removed-contents.ts';
import { revisionStore } from './contents/revision-repository.ts';
import type { ResourceStores } from './resource-store.ts';
import { routeTableStore } from './access/route-tables.ts';
import { roleStore } from './access/roles.ts';
import { secretsKeyStore } from './secrets-keys.ts';
import { sessionStore } from './auth/sessions.ts';
import { setupLinkStore } from './users/setup-links.ts';
import { tagStore } from './tags.ts';
import { userAttributeStore } from './users/user-attributes.ts';
import { userStore } from './users/users.ts';
import { webhookStore } from './events/webhooks.ts';
import { workingCopyStore } from './contents/working-copies.ts';

/**
 * The stores of the built-in resources. Tables, repositories, views and the errors of constraints derive from this list.
 */
export const stores = {
  users: userStore,
  userAttributes: userAttributeStore,
  sessions: sessionStore,
  apiKeys: apiKeyStore,
  liveSessions: liveSessionStore,
  loginAddresses: loginAddressStore,
  setupLinks: setupLinkStore,
  secretsKeys: secretsKeyStore,
  mailLinks: mailLinkStore,
  factors: factorStore,
  loginChallenges: loginChallengeStore,
  passkeyChallenges: passkeyChallengeStore,
  identities: identityStore,
  signInTickets: signInTicketStore,
  streamTickets: streamTicketStore,
  roles: roleStore,
  permissions: permissionStore,
  menus: menuStore,
  accessControl: accessControlStore,
  accessFacts: accessFactStore,
  routeTables: routeTableStore,
  contents: contentStore,
  removedContents: removedContentStore,
  revisions: revisionStore,
  workingCopies: workingCopyStore,
  previewLinks: previewLinkStore,
  categories: categoryStore,
  tags: tagStore,
  media: mediaStore,
  webhooks: webhookStore,
  deliveries: deliveryStore,
  completedRequests: completedRequestStore,
  audit: auditStore,
  events: eventStore,
  overview: overviewStore,
  imports: importStore,
} satisfies ResourceStores;
