import type { AuditRecord } from '@portcullis/domain/internal/events/audit-record';
import type { UserId } from '@portcullis/domain/internal/shared/ids';

interface Total {
  readonly total: number;
}

interface TotalAndEnabled extends Total {
  readonly enabled: number;
}

/** The last login of a user from one client network. */
export interface LastLogin {
  readonly userId: UserId;
  readonly username: string;
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  readonly address: string;
  readonly lastLoginAt: Date;
}

/** An audit record without its details. */
export interface LastChange
  extends Pick<AuditRecord, 'id' | 'event' | 'userId' | 'resource' | 'resourceId' | 'createdAt'> {
  /** The name of the user who acted; null if the account was deleted. */
  readonly username: string | null;
  /** The name of the user whose account was changed; null if the account was deleted. */
  readonly resourceName: string | null;
}

/** The numbers of logins and other events on one day. */
export interface DayActivity {
  /** The day in UTC, such as `2026-11-22`. */
  readonly day: string;
  readonly logIns: number;
  readonly refusedLogIns: number;
  /** Number of events that are neither `session.*` nor `account.locked`. */
  readonly changes: number;
}

/**
 * The numbers of resources, the latest logins, the latest audit records, and the numbers of events on the latest days.
 */
export interface Overview {
  readonly users: TotalAndEnabled;
  readonly roles: TotalAndEnabled;
  readonly permissions: Total;
  readonly menus: TotalAndEnabled;
  readonly contents: Total & { readonly drafts: number; readonly published: number; readonly archived: number };
  readonly categories: Total;
  readonly tags: Total;
  /** At most `overviewEntries` logins, newest first. The same applies to `lastChanges`. */
  readonly lastLogins: readonly LastLogin[];
  readonly lastChanges: readonly LastChange[];
  /**
   * The last `overviewDays` days, oldest first. Only the newest `overviewEvents` events are counted. If there are more
   * events, the days whose events were not all counted are absent.
   */
  readonly activity: readonly DayActivity[];
}

/** The maximum length of each of the two lists `lastLogins` and `lastChanges` in an overview. */
export const overviewEntries = 10;

/** The maximum number of days in the activity of an overview. */
export const overviewDays = 30;

/** The maximum number of events that an overview counts. */
export const overviewEvents = 50_000;

/** Reads the numbers of the overview page. */
export interface OverviewViews {
  /** Reads the overview in one statement. The duration does not depend on the number of rows in the database. */
  readonly read: () => Promise<Overview>;
}
