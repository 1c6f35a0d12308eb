import type { Transaction } from '@portcullis/application';
import type { EntityManager } from 'typeorm';
import { accessControlRepository } from './access-control.ts';
import { auditLog } from './audit.ts';
import { categoryRepository } from './categories.ts';
import { completedRequestRepository } from './completed-requests.ts';
import { contentRepository } from './contents.ts';
import { deliveryQueues } from './deliveries.ts';
import { eventLog } from './events.ts';
import { factorRepository } from './factors.ts';
import { identityRepository } from './identities.ts';
import { loginAddressRepository } from './login-addresses.ts';
import { loginChallengeRepository } from './login-challenges.ts';
import { mailLinkRepository } from './mail-links.ts';
import { menuRepository } from './menus.ts';
import { passkeyChallengeRepository } from './passkey-challenges.ts';
import { permissionRepository } from './permissions.ts';
import { previewLinkRepository } from './preview-links.ts';
import { revisionRepository } from './revision-repository.ts';
import { roleRepository } from './roles.ts';
import { secretsKeyRepository } from './secrets-keys.ts';
import { sessionRepository } from './sessions.ts';
import { setupLinkRepository } from './setup-links.ts';
import { signInTicketRepository } from './sign-in-tickets.ts';
import { streamTicketRepository } from './stream-tickets.ts';
import { tagRepository } from './tags.ts';
import { userRepository } from './users.ts';
import { workingCopyRepository } from './working-copies.ts';
import { webhookRepository } from './webhooks.ts';
import { execute } from './sql/transaction.ts';

const beginning = { name: 'transaction now', text: 'SELECT now()' };

/**
 * The repositories of a transaction. Each is created when it is used, because a use case needs only a few of them.
 */
export class Repositories implements Transaction {
  readonly db: EntityManager;
  /** Whether the transaction may have added events. */
  hasEvents = false;

  constructor(db: EntityManager) {
    this.db = db;
  }

  get users() {
    return userRepository(this.db);
  }

  get sessions() {
    return sessionRepository(this.db);
  }

  get identities() {
    return identityRepository(this.db);
  }

  get signInTickets() {
    return signInTicketRepository(this.db);
  }

  get streamTickets() {
    return streamTicketRepository(this.db);
  }

  get loginAddresses() {
    return loginAddressRepository(this.db);
  }

  get secretsKeys() {
    return secretsKeyRepository(this.db);
  }

  get setupLinks() {
    return setupLinkRepository(this.db);
  }

  get mailLinks() {
    return mailLinkRepository(this.db);
  }

  get factors() {
    return factorRepository(this.db);
  }

  get loginChallenges() {
    return loginChallengeRepository(this.db);
  }

  get passkeyChallenges() {
    return passkeyChallengeRepository(this.db);
  }

  get roles() {
    return roleRepository(this.db);
  }

  get permissions() {
    return permissionRepository(this.db);
  }

  get menus() {
    return menuRepository(this.db);
  }

  get contents() {
    return contentRepository(this.db);
  }

  get revisions() {
    return revisionRepository(this.db);
  }

  get workingCopies() {
    return workingCopyRepository(this.db);
  }

  get previewLinks() {
    return previewLinkRepository(this.db);
  }

  get categories() {
    return categoryRepository(this.db);
  }

  get tags() {
    return tagRepository(this.db);
  }

  get webhooks() {
    return webhookRepository(this.db);
  }

  get deliveries() {
    return deliveryQueues(this.db);
  }

  get completedRequests() {
    return completedRequestRepository(this.db);
  }

  get audit() {
    return auditLog(this.db);
  }

  get events() {
    this.hasEvents = true;
    return eventLog(this.db);
  }

  get accessControl() {
    return accessControlRepository(this.db);
  }

  async now(): Promise<Date> {
    const [row] = await execute<{ now: Date }>(this.db, beginning, []);
    if (row === undefined) throw new Error('The database returned no time.');
    return row.now;
  }

  async tryAdvisoryLock(name: string): Promise<boolean> {
    const rows: { acquired: boolean }[] = await this.db.query(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS acquired',
      [name],
    );
    return rows[0]?.acquired ?? false;
  }
}
