import type { Clock, Transaction } from '@portcullis/application';
import { categoryRepository } from './repositories/categories.ts';
import { completedRequestRepository } from './repositories/completed-requests.ts';
import { contentRepository } from './repositories/contents.ts';
import { deliveryQueues } from './repositories/deliveries.ts';
import { factorRepository, loginChallengeRepository } from './repositories/factors.ts';
import { eventLog } from './repositories/events.ts';
import { identityRepository, signInTicketRepository } from './repositories/identities.ts';
import { loginAddressRepository } from './repositories/login-addresses.ts';
import { mailLinkRepository } from './repositories/mail-links.ts';
import { menuRepository } from './repositories/menus.ts';
import { passkeyChallengeRepository } from './repositories/passkey-challenges.ts';
import { previewLinkRepository } from './repositories/preview-links.ts';
import { permissionRepository } from './repositories/permissions.ts';
import { revisionRepository } from './repositories/revisions.ts';
import { roleRepository } from './repositories/roles.ts';
import { secretsKeyRepository } from './repositories/secrets-keys.ts';
import { sessionRepository } from './repositories/sessions.ts';
import { setupLinkRepository } from './repositories/setup-links.ts';
import { streamTicketRepository } from './repositories/stream-tickets.ts';
import { tagRepository } from './repositories/tags.ts';
import { userRepository } from './repositories/users.ts';
import { workingCopyRepository } from './repositories/working-copies.ts';
import { webhookRepository } from './repositories/webhooks.ts';
import type { State } from './state.ts';
import { table } from './tables.ts';
import { accessControlOf } from './views/access-control.ts';

/** Makes repositories that modify `state`. Lock operations only read, because transactions never run concurrently. */
export const transactionOn = (state: State, clock: Clock): Transaction => ({
  users: userRepository(state),
  sessions: sessionRepository(state),
  loginAddresses: loginAddressRepository(state),
  setupLinks: setupLinkRepository(state),
  secretsKeys: secretsKeyRepository(state, clock.now),
  mailLinks: mailLinkRepository(state),
  factors: factorRepository(state),
  loginChallenges: loginChallengeRepository(state),
  passkeyChallenges: passkeyChallengeRepository(state),
  identities: identityRepository(state),
  signInTickets: signInTicketRepository(state),
  streamTickets: streamTicketRepository(state),
  roles: roleRepository(state),
  permissions: permissionRepository(state),
  menus: menuRepository(state),
  contents: contentRepository(state),
  revisions: revisionRepository(state),
  workingCopies: workingCopyRepository(state),
  previewLinks: previewLinkRepository(state),
  categories: categoryRepository(state),
  tags: tagRepository(state),
  webhooks: webhookRepository(state),
  deliveries: deliveryQueues(state),
  completedRequests: completedRequestRepository(state),
  audit: table(state.audit),
  events: eventLog(state),
  accessControl: { lockAll: async () => accessControlOf(state) },
  now: async () => clock.now(),
  tryAdvisoryLock: async () => true,
});
