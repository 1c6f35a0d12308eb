import { knownAddressMs } from '@portcullis/domain/internal/accounts/login-address';
import type { UpdateDependencies } from '../dependencies.ts';
import type { Uses } from '../ports/unit-of-work.ts';

type Repositories =
  | 'completedRequests'
  | 'deliveries'
  | 'loginAddresses'
  | 'loginChallenges'
  | 'mailLinks'
  | 'passkeyChallenges'
  | 'previewLinks'
  | 'sessions'
  | 'signInTickets'
  | 'streamTickets';

interface ExpiringRows {
  /** Removes at most `limit` rows that expired or ended at `before` or earlier, and returns their number. */
  readonly remove: (tx: Uses<Repositories>, before: Date, limit: number) => Promise<number>;
  /** How long a row is stored after it expired or ended, in milliseconds. Default: 0. */
  readonly keptMs?: number;
  /**
   * Maximum number of rows that one transaction removes. It is small, so that requests do not wait noticeably for
   * locked rows. Default: 1000.
   */
  readonly batch?: number;
}

const dayMs = 24 * 3_600_000;

/** The rows that expire, by the name that the log shows. */
const expiringRows = {
  'expired sessions': { remove: (tx, ...limits) => tx.sessions.removeExpired(...limits) },
  // From these client networks, a user has not logged in for so long that the throttle no longer treats them as known.
  'old login addresses': { remove: (tx, ...limits) => tx.loginAddresses.removeOld(...limits), keptMs: knownAddressMs },
  'expired preview links': { remove: (tx, ...limits) => tx.previewLinks.removeExpired(...limits) },
  'expired login challenges': { remove: (tx, ...limits) => tx.loginChallenges.removeExpired(...limits) },
  'expired passkey challenges': { remove: (tx, ...limits) => tx.passkeyChallenges.removeExpired(...limits) },
  // A client that uses a link gets mail-link-expired while the link is stored, and mail-link-invalid afterwards.
  'expired mail links': { remove: (tx, ...limits) => tx.mailLinks.removeExpired(...limits), keptMs: dayMs },
  'expired sign-in tickets': { remove: (tx, ...limits) => tx.signInTickets.removeExpired(...limits) },
  'expired stream tickets': { remove: (tx, ...limits) => tx.streamTickets.removeExpired(...limits) },
  // The stored responses of requests may have 64 KB each.
  'expired requests': { remove: (tx, ...limits) => tx.completedRequests.removeExpired(...limits), batch: 200 },
  'ended deliveries': { remove: (tx, ...limits) => tx.deliveries.removeEnded(...limits), keptMs: 30 * dayMs },
} satisfies Readonly<Record<string, ExpiringRows>>;

/** The name of a kind of rows that are removed after some time. */
export type ExpiringName = keyof typeof expiringRows;

const isExpiringName = (name: string): name is ExpiringName => name in expiringRows;

/** The names of the rows that expire. */
export const expiringNames: readonly ExpiringName[] = Object.keys(expiringRows).filter(isExpiringName);

/**
 * Removes one batch of expired rows.
 * @returns the number of removed rows; 0 when none are left or another process is removing them
 */
export const removeExpired =
  ({ work, clock }: UpdateDependencies<Repositories | 'tryAdvisoryLock'>) =>
  (name: ExpiringName): Promise<number> =>
    work.run(async (tx) => {
      const { remove, keptMs = 0, batch = 1000 }: ExpiringRows = expiringRows[name];
      if (!(await tx.tryAdvisoryLock(`remove ${name}`))) return 0;
      return remove(tx, new Date(clock.now().getTime() - keptMs), batch);
    });
