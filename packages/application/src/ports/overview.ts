import type { AuditRecord, UserId } from '@portcullis/domain';

interface Total {
  readonly total: number;
}

interface TotalAndEnabled extends Total {
  readonly enabled: number;
}

/** The last log-in of a user from one address. */
export interface LastLogin {
  readonly userId: UserId;
  readonly username: string;
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  readonly address: string;
  readonly lastLoginAt: Date;
}

/** A short form of an audit record. */
export interface LastChange
  extends Pick<AuditRecord, 'id' | 'event' | 'userId' | 'resource' | 'resourceId' | 'createdAt'> {
  /** The name of the user who acted; null if the account is gone. */
  readonly username: string | null;
  /** The name of the user whose account was changed; null if the account is gone. */
  readonly resourceName: string | null;
}

/** Numbers of events of one day. */
export interface DayActivity {
  /** The day in UTC, such as `2026-11-22`. */
  readonly day: string;
  readonly logIns: number;
  readonly refusedLogIns: number;
  /** Number of events that are not about sessions or locks. */
  readonly changes: number;
}

/** The numbers of resources, the latest logins and changes, and the events of the last days. */
export interface Overview {
  readonly users: TotalAndEnabled;
  readonly roles: TotalAndEnabled;
  readonly permissions: Total;
  readonly menus: TotalAndEnabled;
  readonly contents: Total & { readonly drafts: number; readonly published: number; readonly archived: number };
  readonly categories: Total;
  readonly tags: Total;
  /** The newest first. Like `lastChanges`, this list has at most `overviewEntries` entries. */
  readonly lastLogins: readonly LastLogin[];
  readonly lastChanges: readonly LastChange[];
  /** The last `overviewDays` days, the oldest first. Days that the newest `overviewEvents` events do not cover are absent. */
  readonly activity: readonly DayActivity[];
}

/** The maximum number of log-ins, and of changes, in an overview. */
export const overviewEntries = 10;

/** The maximum number of days in the activity of an overview. */
export const overviewDays = 30;

/** The maximum number of events that an overview counts. */
export const overviewEvents = 50_000;

export interface OverviewViews {
  /** Reads the overview in one statement, whose time does not grow with the number of rows. */
  readonly read: () => Promise<Overview>;
}
