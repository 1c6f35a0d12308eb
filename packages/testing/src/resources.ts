import * as accessControl from './resources/access-control.ts';
import * as accessFacts from './resources/access-facts.ts';
import * as apiKeys from './resources/api-keys.ts';
import * as audit from './resources/audit.ts';
import * as categories from './resources/categories.ts';
import * as completedRequests from './resources/completed-requests.ts';
import * as contents from './resources/contents.ts';
import * as deliveries from './resources/deliveries.ts';
import * as events from './resources/events.ts';
import * as factors from './resources/factors.ts';
import * as identities from './resources/identities.ts';
import * as imports from './resources/imports.ts';
import * as liveSessions from './resources/live-sessions.ts';
import * as loginAddresses from './resources/login-addresses.ts';
import * as loginChallenges from './resources/login-challenges.ts';
import * as mailLinks from './resources/mail-links.ts';
import * as media from './resources/media.ts';
import * as menus from './resources/menus.ts';
import * as overview from './resources/overview.ts';
import * as passkeyChallenges from './resources/passkey-challenges.ts';
import * as permissions from './resources/permissions.ts';
import * as previewLinks from './resources/preview-links.ts';
import * as removedContents from './resources/removed-contents.ts';
import * as revisions from './resources/revisions.ts';
import * as roles from './resources/roles.ts';
import * as routeTables from './resources/route-tables.ts';
import * as secretsKeys from './resources/secrets-keys.ts';
import * as sessions from './resources/sessions.ts';
import * as setupLinks from './resources/setup-links.ts';
import * as signInTickets from './resources/sign-in-tickets.ts';
import * as streamTickets from './resources/stream-tickets.ts';
import * as tags from './resources/tags.ts';
import * as userAttributes from './resources/user-attributes.ts';
import * as users from './resources/users.ts';
import * as webhooks from './resources/webhooks.ts';
import * as workingCopies from './resources/working-copies.ts';

/**
 * The fakes of the resources of `@portcullis/application`. The repositories and views of the in-memory world derive from
 * this list, and so do the tests of stores: each fake names the files with its contracts, which are loaded only by tests.
 */
export const resources = {
  users,
  userAttributes,
  sessions,
  apiKeys,
  liveSessions,
  loginAddresses,
  setupLinks,
  secretsKeys,
  mailLinks,
  loginChallenges,
  factors,
  passkeyChallenges,
  signInTickets,
  identities,
  streamTickets,
  roles,
  permissions,
  menus,
  accessControl,
  accessFacts,
  routeTables,
  contents,
  removedContents,
  revisions,
  workingCopies,
  previewLinks,
  categories,
  tags,
  media,
  webhooks,
  deliveries,
  completedRequests,
  audit,
  events,
  overview,
  imports,
};
